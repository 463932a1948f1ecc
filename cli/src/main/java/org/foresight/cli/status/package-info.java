/** The commands that ask a ResourceManager with Foresight why jobs wait and when they start. */
@NullMarked
package org.foresight.cli.status;

import org.jspecify.annotations.NullMarked;
