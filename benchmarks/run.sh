#!/usr/bin/env bash
# Runs benchmarks of this source tree; builds them first.
#   run.sh simulator [--quick]   measures the simulator and writes docs/results/simulator.md
#                                (--quick: small sizes, to standard output's file below target)
#   run.sh jmh [ARGUMENTS]       runs the JMH benchmarks, with JMH's own arguments
set -euo pipefail

home="$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
target="$home/benchmarks/target"

usage() {
  printf 'usage: %s simulator [--quick] | jmh [ARGUMENTS]\n' "${0##*/}" >&2
  exit 2
}

build() {
  printf 'building …\n' >&2
  mvn -q -B -f "$home/pom.xml" -pl benchmarks -am package -DskipTests >&2
}

run() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$target/classes:$target/lib/*" "$@"
}

[[ $# -ge 1 ]] || usage
case "$1" in
  simulator)
    page="$home/docs/results/simulator.md"
    [[ "${2:-}" == --quick ]] && page="$target/simulator-quick.md"
    build
    run org.foresight.benchmarks.SimulatorPage "$page" "${@:2}"
    printf '%s\n' "$page"
    ;;
  jmh)
    build
    run org.openjdk.jmh.Main "${@:2}"
    ;;
  *) usage ;;
esac
