package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.yarn.api.records.Resource;
import org.foresight.planner.cluster.ResourceVector;
import org.junit.jupiter.api.Test;

class VectorsTest {

  @Test
  void translatesMemoryThenVcores() {
    assertThat(Vectors.of(Resource.newInstance(4_096, 3))).isEqualTo(ResourceVector.of(4_096, 3));
  }

  @Test
  void keepsTheNegativeRoomOfAnOverCommittedNode() {
    assertThat(Vectors.of(Resource.newInstance(-512, -1))).isEqualTo(ResourceVector.of(-512, -1));
  }
}
