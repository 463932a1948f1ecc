/**
 * How well predictors do on logs of the past: they are asked at each job's submission and taught at
 * its end, in the order in which it all happened.
 */
@NullMarked
package org.foresight.predictor.evaluation;

import org.jspecify.annotations.NullMarked;
