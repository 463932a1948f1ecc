package org.foresight.predictor;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.temporal.Temporal;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

@AnalyzeClasses(packages = "org.foresight.predictor", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule KNOWS_NEITHER_HADOOP_NOR_THE_OTHER_MODULES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.hadoop..",
              "org.foresight.planner..",
              "org.foresight.traces..",
              "org.foresight.yarn..",
              "org.foresight.testbed..",
              "org.foresight.cli..");

  @ArchTest
  static final ArchRule READS_NO_CLOCK =
      noClasses()
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(Temporal.class))).and(target(nameMatching("now"))))
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(Clock.class))).and(target(nameMatching("system.*|tick.*"))))
          .because("time comes in as an argument");

  @ArchTest
  static final ArchRule DRAWS_NO_RANDOM_NUMBER =
      noClasses()
          .should()
          .callMethod(Math.class, "random")
          .orShould()
          .callConstructor(Random.class)
          .orShould()
          .callConstructor(SplittableRandom.class)
          .orShould()
          .callMethod(ThreadLocalRandom.class, "current")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .because("the same jobs in the same order must give the same estimates");
}
