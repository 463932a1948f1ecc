/** {@code foresight doctor}: looks at an installation before it goes wrong, and when it has. */
@NullMarked
package org.foresight.cli.doctor;

import org.jspecify.annotations.NullMarked;
