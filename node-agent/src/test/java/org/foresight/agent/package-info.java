@NullMarked
package org.foresight.agent;

import org.jspecify.annotations.NullMarked;
