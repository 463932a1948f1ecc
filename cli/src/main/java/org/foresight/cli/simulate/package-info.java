/**
 * The commands {@code simulate} and {@code report}: runs of policies on workloads in virtual time,
 * kept in a folder, and what they say together.
 */
@NullMarked
package org.foresight.cli.simulate;

import org.jspecify.annotations.NullMarked;
