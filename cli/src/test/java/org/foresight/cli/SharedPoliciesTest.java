package org.foresight.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.Policies;

/** The ResourceManager and the simulator run the same policies, made in one place. */
@AnalyzeClasses(packages = "org.foresight", importOptions = DoNotIncludeTests.class)
class SharedPoliciesTest {

  @ArchTest
  static final ArchRule ALL_POLICIES_ARE_THE_PLANNERS =
      classes()
          .that()
          .implement(SchedulingPolicy.class)
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT) // What only hands on to a policy is none.
          .should()
          .resideInAPackage("org.foresight.planner.policy..");

  @ArchTest
  static final ArchRule ONLY_THE_PLANNER_DISPATCHES =
      classes()
          .that()
          .implement(Dispatcher.class)
          .should()
          .resideInAPackage("org.foresight.planner..");

  @ArchTest
  static final ArchRule NO_HOST_NAMES_THE_CLASS_OF_A_POLICY =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.foresight.planner..")
          .should()
          .dependOnClassesThat(
              assignableTo(SchedulingPolicy.class).and(not(type(SchedulingPolicy.class))))
          .because("policies are made by name");

  @ArchTest
  static void bothHostsDriveThemByTheSameContract(JavaClasses all) {
    assertThat(hostsOf(all, SchedulingPolicy.class, "plan"))
        .containsExactlyInAnyOrder("org.foresight.yarn", "org.foresight.simulator");
    assertThat(hostsOf(all, SchedulingPolicy.class, "dispatcher"))
        .containsExactlyInAnyOrder("org.foresight.yarn", "org.foresight.simulator");
    assertThat(hostsOf(all, Policies.class, "create"))
        .contains("org.foresight.yarn", "org.foresight.cli.simulate");
  }

  private static Set<String> hostsOf(JavaClasses all, Class<?> owner, String method) {
    return all.get(owner).getMethods().stream()
        .filter(candidate -> candidate.getName().equals(method))
        .flatMap(candidate -> candidate.getCallsOfSelf().stream())
        .map(call -> call.getOriginOwner())
        .map(JavaClass::getPackageName)
        .filter(name -> !name.startsWith("org.foresight.planner"))
        .collect(toSet());
  }
}
