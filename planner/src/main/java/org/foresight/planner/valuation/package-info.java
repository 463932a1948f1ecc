/** What a placement is worth and what it is expected to consume (3Sigma §3, §4.2). */
@NullMarked
package org.foresight.planner.valuation;

import org.jspecify.annotations.NullMarked;
