/** The scheduling policies, each one class. */
@NullMarked
package org.foresight.planner.policy;

import org.jspecify.annotations.NullMarked;
