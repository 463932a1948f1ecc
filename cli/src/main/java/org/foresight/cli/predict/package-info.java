/** The commands about predictions: what is learned, from what, and how well it predicts. */
@NullMarked
package org.foresight.cli.predict;

import org.jspecify.annotations.NullMarked;
