@NullMarked
package org.foresight.kairosyarn;

import org.jspecify.annotations.NullMarked;
