/** Why a job waits, and when it is expected to start and to end. */
@NullMarked
package org.foresight.planner.outlook;

import org.jspecify.annotations.NullMarked;
