@NullMarked
package org.foresight.predictor;

import org.jspecify.annotations.NullMarked;
