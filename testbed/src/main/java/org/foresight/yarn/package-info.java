/** What belongs to the plug-in's package and is only there to be compared with. */
@NullMarked
package org.foresight.yarn;

import org.jspecify.annotations.NullMarked;
