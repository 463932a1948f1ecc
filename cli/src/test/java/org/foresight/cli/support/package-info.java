@NullMarked
package org.foresight.cli.support;

import org.jspecify.annotations.NullMarked;
