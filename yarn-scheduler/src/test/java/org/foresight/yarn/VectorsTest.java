package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableLongArray;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.foresight.planner.cluster.ResourceVector;
import org.junit.jupiter.api.Test;

class VectorsTest {

  @Test
  void translatesMemoryThenVcores() {
    assertThat(Vectors.ALL_TYPES.of(Resource.newInstance(4_096, 3)))
        .isEqualTo(ResourceVector.of(4_096, 3));
  }

  @Test
  void keepsTheNegativeRoomOfAnOverCommittedNode() {
    assertThat(Vectors.ALL_TYPES.of(Resource.newInstance(-512, -1)))
        .isEqualTo(ResourceVector.of(-512, -1));
  }

  @Test
  void whereYarnMindsMemoryAloneThePlanDoesToo() {
    assertThat(
            Vectors.mindedBy(new DefaultResourceCalculator()).of(Resource.newInstance(4_096, 300)))
        .isEqualTo(new ResourceVector(ImmutableLongArray.of(4_096)));
    assertThat(Vectors.mindedBy(new DominantResourceCalculator())).isEqualTo(Vectors.ALL_TYPES);
  }
}
