/** The testbed in containers. */
@NullMarked
package org.foresight.cli.docker;

import org.jspecify.annotations.NullMarked;
