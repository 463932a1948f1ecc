/**
 * How long the tasks of a running job take: what history says of them as the prior, what the job's
 * own first tasks took as the evidence, one posterior (SLearn §4.1 and §7, which names this and
 * leaves it open).
 *
 * <p>{@link org.foresight.predictor.posterior.TaskPosterior} is that posterior; without history it
 * is SLearn's estimate, without evidence it is history's. {@link
 * org.foresight.predictor.posterior.SpreadLearner} learns from finished jobs what it has to know
 * beside: how much tasks of a stage differ, by how much the first ones mislead, and how far history
 * can be trusted.
 */
@NullMarked
package org.foresight.predictor.posterior;

import org.jspecify.annotations.NullMarked;
