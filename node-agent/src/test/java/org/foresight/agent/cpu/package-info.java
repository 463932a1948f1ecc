@NullMarked
package org.foresight.agent.cpu;

import org.jspecify.annotations.NullMarked;
