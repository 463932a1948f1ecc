package org.foresight.traces;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

@AnalyzeClasses(packages = "org.foresight.traces", importOptions = DoNotIncludeTests.class)
final class TracesArchitectureTest {

  @ArchTest
  static final ArchRule DEPENDS_ON_NOTHING_BUT_THE_JDK_GUAVA_COMMONS_MATH_JACKSON_AND_AVRO =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "org.foresight.traces..",
              "java..",
              "javax.xml.stream..",
              "com.fasterxml.jackson..",
              "com.google.common..",
              "org.apache.commons.math3..",
              "org.apache.avro..",
              "com.google.errorprone.annotations..",
              "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule KNOWS_NOTHING_OF_HADOOP =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.hadoop..");

  @ArchTest
  static final ArchRule READS_NO_CLOCK =
      noClasses()
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(LocalDate.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(Clock.class, "systemDefaultZone");

  @ArchTest
  static final ArchRule DRAWS_FROM_SEEDED_SOURCES_ONLY =
      noClasses()
          .should()
          .callConstructor(Random.class)
          .orShould()
          .callConstructor(SplittableRandom.class)
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(ThreadLocalRandom.class, "current");
}
