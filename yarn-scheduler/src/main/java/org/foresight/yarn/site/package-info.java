/**
 * Hadoop's configuration files as people keep them. Uses nothing of Hadoop's: {@code
 * deploy/foresight-deploy} runs it from the plug-in jar alone.
 */
@NullMarked
package org.foresight.yarn.site;

import org.jspecify.annotations.NullMarked;
