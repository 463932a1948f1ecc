package org.foresight.planner;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
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

@AnalyzeClasses(packages = "org.foresight.planner", importOptions = DoNotIncludeTests.class)
class PlannerArchitectureTest {

  @ArchTest
  static final ArchRule KNOWS_NEITHER_HADOOP_NOR_THE_MODULES_ABOVE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.hadoop..",
              "org.foresight.traces..",
              "org.foresight.yarn..",
              "org.foresight.testbed..",
              "org.foresight.cli..");

  @ArchTest
  static final ArchRule WHAT_NODES_SHARE_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage("org.foresight.planner.node..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.foresight..")
                  .and(not(resideInAPackage("org.foresight.planner.node.."))))
          .because("the agent's jar has this package alone");

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
          .because("the same jobs in the same order must give the same plans");

  @ArchTest
  static final ArchRule THE_SOLVER_KNOWS_NOTHING_OF_JOBS_AND_NODES =
      noClasses()
          .that()
          .resideInAPackage("..planner.solver..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..planner", "..planner.cluster..", "..planner.placement..", "..planner.policy..")
          .because("it solves an abstract problem of rows and columns");

  @ArchTest
  static final ArchRule VALUATION_KNOWS_NEITHER_PLACEMENT_NOR_POLICY =
      noClasses()
          .that()
          .resideInAPackage("..planner.valuation..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..planner.placement..", "..planner.policy..");

  @ArchTest
  static final ArchRule WHAT_A_POLICY_SEES_KNOWS_NO_POLICY =
      noClasses()
          .that()
          .resideInAPackage("..planner.cluster..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..planner.placement..", "..planner.policy..", "..planner.valuation..");
}
