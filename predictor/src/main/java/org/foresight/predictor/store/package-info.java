/**
 * Keeps what a predictor has learned across restarts, failovers, crashes and damage.
 *
 * <p>{@link org.foresight.predictor.store.HistoryStore} teaches a predictor finished jobs and
 * writes them, in files that are never appended to, to a {@link
 * org.foresight.predictor.store.HistoryStorage}: a local folder, or any file system that can write
 * a file whole. {@code docs/history.md} describes the files.
 */
@NullMarked
package org.foresight.predictor.store;

import org.jspecify.annotations.NullMarked;
