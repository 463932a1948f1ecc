@NullMarked
package org.foresight.planner;

import org.jspecify.annotations.NullMarked;
