/** Which jobs are taken as what when they are submitted, and which have waited too long. */
@NullMarked
package org.foresight.planner.admission;

import org.jspecify.annotations.NullMarked;
