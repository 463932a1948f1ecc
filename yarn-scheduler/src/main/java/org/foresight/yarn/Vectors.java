package org.foresight.yarn;

import com.google.common.primitives.ImmutableLongArray;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.foresight.planner.cluster.ResourceVector;
import org.jspecify.annotations.Nullable;

/** Translates YARN's resources: the types that YARN minds, in the same order. */
enum Vectors {
  /** Memory, vcores, then the others that the cluster defines. */
  ALL_TYPES {
    @Override
    ResourceVector of(Resource resource) {
      ResourceInformation[] types = resource.getResources();
      ImmutableLongArray.Builder amounts = ImmutableLongArray.builder(types.length);
      for (ResourceInformation type : types) {
        amounts.add(type.getValue());
      }
      return new ResourceVector(amounts.build());
    }
  },
  /** Memory and nothing else; what a plan minded beyond that would hold what YARN would start. */
  MEMORY_ALONE {
    @Override
    ResourceVector of(Resource resource) {
      return new ResourceVector(ImmutableLongArray.of(resource.getMemorySize()));
    }
  };

  abstract ResourceVector of(Resource resource);

  /** Those of the types by which this calculator allocates. */
  static Vectors mindedBy(@Nullable ResourceCalculator calculator) {
    return calculator instanceof DefaultResourceCalculator ? MEMORY_ALONE : ALL_TYPES;
  }
}
