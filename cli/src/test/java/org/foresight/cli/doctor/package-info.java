@NullMarked
package org.foresight.cli.doctor;

import org.jspecify.annotations.NullMarked;
