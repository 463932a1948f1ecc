package org.foresight.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.foresight.agent", importOptions = DoNotIncludeTests.class)
class AgentArchitectureTest {

  @ArchTest
  static final ArchRule USES_ONLY_THE_CORE_OF_A_NODE_AND_WHAT_A_NODE_MANAGER_HAS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.foresight.agent..",
              "org.foresight.planner.node..",
              "org.apache.hadoop..",
              "org.slf4j..",
              "org.jspecify..",
              "com.google.common..",
              "java..")
          .because("the plug-in jar brings nothing else along");

  @ArchTest
  static final ArchRule THE_MEANS_KNOW_NEITHER_HADOOP_NOR_WHO_DECIDES =
      noClasses()
          .that()
          .resideInAPackage("org.foresight.agent.cpu..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.foresight.planner..")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("org.foresight.agent");
}
