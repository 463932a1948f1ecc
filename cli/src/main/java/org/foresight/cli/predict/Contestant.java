package org.foresight.cli.predict;

import com.google.common.collect.ImmutableList;
import java.util.function.Supplier;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.predictor.evaluation.PointBaseline;

/** The predictors that are compared, each fresh for each trace. */
final class Contestant {

  static final ImmutableList<Supplier<RuntimePredictor>> ALL =
      ImmutableList.of(
          () -> Predictors.create(Predictors.DEFAULT),
          ThreeSigmaPredictor::new,
          PointBaseline::userEstimate,
          PointBaseline::lastRunOfUser,
          PointBaseline::lastRunOfSameSizeAndRequest,
          PointBaseline::meanOfLastTwo,
          ThreeSigmaPredictor::medianOfBestFeature);

  private Contestant() {}
}
