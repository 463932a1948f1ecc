package org.foresight.yarn;

import com.google.common.primitives.ImmutableLongArray;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.foresight.planner.cluster.ResourceVector;

/** Translates YARN's resources: the same types in the same order (memory, vcores, others). */
final class Vectors {
  private Vectors() {}

  static ResourceVector of(Resource resource) {
    ResourceInformation[] types = resource.getResources();
    ImmutableLongArray.Builder amounts = ImmutableLongArray.builder(types.length);
    for (ResourceInformation type : types) {
      amounts.add(type.getValue());
    }
    return new ResourceVector(amounts.build());
  }
}
