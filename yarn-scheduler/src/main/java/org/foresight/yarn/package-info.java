@NullMarked
package org.foresight.yarn;

import org.jspecify.annotations.NullMarked;
