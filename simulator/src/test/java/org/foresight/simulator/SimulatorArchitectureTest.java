package org.foresight.simulator;

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
import java.time.InstantSource;
import java.time.temporal.Temporal;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.distributed.DistributedPolicy;

@AnalyzeClasses(packages = "org.foresight.simulator", importOptions = DoNotIncludeTests.class)
class SimulatorArchitectureTest {

  @ArchTest
  static final ArchRule KNOWS_NEITHER_HADOOP_NOR_THE_MODULES_ABOVE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.hadoop..",
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
          .orShould()
          .callMethod(InstantSource.class, "system")
          .because("time comes in as an argument");

  @ArchTest
  static final ArchRule DRAWS_NO_RANDOM_NUMBER_WITHOUT_A_SEED =
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
          .because("the same input must give the same run");

  @ArchTest
  static final ArchRule HAS_NO_POLICY_OF_ITS_OWN =
      noClasses()
          .should()
          .implement(SchedulingPolicy.class)
          .orShould()
          .implement(Dispatcher.class)
          .orShould()
          .implement(DistributedPolicy.class)
          .because("it drives the policies of the planner");
}
