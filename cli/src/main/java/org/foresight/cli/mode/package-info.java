/** {@code foresight mode} and {@code foresight off}: who schedules which queue from now on. */
@NullMarked
package org.foresight.cli.mode;

import org.jspecify.annotations.NullMarked;
