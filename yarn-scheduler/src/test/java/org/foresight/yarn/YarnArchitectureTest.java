package org.foresight.yarn;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ApplicationAttemptBridge;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerBridge;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.solver.PlanSolver;

@AnalyzeClasses(locations = YarnArchitectureTest.ThisModule.class)
class YarnArchitectureTest {

  /** Where this module's classes are, whatever their packages. */
  static final class ThisModule implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      return Set.of(
          Location.of(
              ForesightScheduler.class.getProtectionDomain().getCodeSource().getLocation()));
    }
  }

  @ArchTest
  static final ArchRule USES_ONLY_THE_CORE_AND_WHAT_A_RESOURCE_MANAGER_HAS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.foresight.yarn..",
              "org.foresight.planner..",
              "org.foresight.predictor..",
              "org.apache.hadoop..",
              "org.slf4j..",
              "org.jspecify..",
              "com.google.common..",
              "org.apache.commons.collections4..",
              "org.apache.commons.text..",
              // Of the ResourceManager's web server.
              "com.fasterxml.jackson..",
              "javax.servlet..",
              "java..",
              "javax.xml..")
          .because("the plug-in jar brings nothing else along");

  @ArchTest
  static final ArchRule ONLY_BRIDGES_LIVE_IN_PACKAGES_OF_HADOOPS =
      classes()
          .that()
          .resideOutsideOfPackage("org.foresight..")
          .should()
          .be(CapacitySchedulerBridge.class)
          .orShould()
          .be(ApplicationAttemptBridge.class);

  @ArchTest
  static final ArchRule THE_ADAPTER_HAS_NO_POLICY =
      noClasses()
          .should()
          .beAssignableTo(SchedulingPolicy.class)
          .orShould()
          .beAssignableTo(PlanSolver.class)
          .because("the same policies must run in the ResourceManager and in a simulator");
}
