/** What the commands of the {@code foresight} command share. */
@NullMarked
package org.foresight.cli.support;

import org.jspecify.annotations.NullMarked;
