@NullMarked
package org.foresight.testbed;

import org.jspecify.annotations.NullMarked;
