#!/usr/bin/env bash
# Runs benchmarks of this source tree; builds them first.
#   run.sh simulator [--quick]   measures the simulator and writes docs/results/simulator.md
#                                (--quick: small sizes, to standard output's file below target)
#   run.sh solver [--quick] [--only SIZES] [--seeds N] [--external]
#                                measures the planner's solver and writes docs/results/solver.md
#                                (--quick: small sizes, to standard output's file below target;
#                                SIZES: some of S,M,L,P,W,X,H, to the same file;
#                                --external: compares with OR-Tools, which is fetched for it)
#   run.sh 3sigma [--quick] [--runs DIR] [--seeds N] [--threads N] [--only EXPERIMENT,…]
#                                simulates the evaluation of 3Sigma and writes docs/results/3sigma.md;
#                                what was done before, by default in benchmarks/runs/3sigma, is not
#                                done again (--quick: the fewest cases, all below target)
#   run.sh composite [--quick] [--runs DIR] [--seeds N] [--threads N]
#                                simulates the policy foresight beside 3Sigma on the latter's
#                                workloads and writes docs/results/composite.md; what was done
#                                before, by default in benchmarks/runs/composite, is not done again
#                                (--quick: short windows, all below target)
#   run.sh slearn [--quick] [--runs DIR] [--seeds N] [--threads N] [--only TRIAL,…]
#                                simulates the evaluation of SLearn and writes docs/results/slearn.md;
#                                what was done before, by default in benchmarks/runs/slearn, is not
#                                done again (--quick: few jobs, all below target)
#   run.sh hybrid [--quick] [--runs DIR] [--seeds N] [--threads N] [--only TRIAL,…]
#                                simulates the evaluations of Hawk and Eagle and writes
#                                docs/results/hybrid.md; what was done before, by default in
#                                benchmarks/runs/hybrid, is not done again (--quick: few jobs, all
#                                below target)
#   run.sh scale [--quick | --cycles N]
#                                measures the planner's cycles on large clusters and writes
#                                docs/results/scale.md (--quick: small ones, below target;
#                                --cycles: N of each case rather than half an hour of them)
#   run.sh throughput [--quick] [--runs DIR] [--repeats N] [--nodes N] [--java-option OPTION]
#                                measures schedulers in a ResourceManager with simulated nodes and
#                                writes docs/results/throughput.md; what was done before, by default
#                                in benchmarks/runs/throughput, is not done again (--quick: a few
#                                nodes, --nodes: one cluster only, --java-option: of the JVMs that
#                                are measured, whose runs are kept apart; all below target)
#   run.sh sizing [--quick] [--runs DIR]
#                                measures what Foresight takes of a ResourceManager's memory and
#                                processors and writes docs/results/sizing.md (--quick: a few
#                                nodes, below target)
#   run.sh kairos-yarn [--quick] [--runs DIR] [--repeats N]
#                                runs Kairos' evaluation on a testbed, with tasks that compute, and
#                                writes docs/results/kairos-yarn.md; what was done before, by default
#                                in benchmarks/runs/kairos-yarn, is not done again (--quick: a few
#                                jobs, below target)
#   run.sh prediction            replays four real logs to the predictors and writes
#                                docs/results/prediction.md; the logs are read from the folder that
#                                FORESIGHT_SHARED_DATA names, else from ../shared/data
#   run.sh history               measures how a predictor of a million feature values is loaded
#   run.sh jmh [ARGUMENTS]       runs the JMH benchmarks, with JMH's own arguments
set -euo pipefail

home="$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
target="$home/benchmarks/target"
data="${FORESIGHT_SHARED_DATA:-$home/../shared/data}"

usage() {
  printf 'usage: %s simulator [--quick] | solver [OPTIONS] | 3sigma [OPTIONS] | composite [OPTIONS] | slearn [OPTIONS] | hybrid [OPTIONS] | scale [OPTIONS] | throughput [OPTIONS] | sizing [OPTIONS] | kairos-yarn [OPTIONS] | prediction | history | jmh [ARGUMENTS]\n' "${0##*/}" >&2
  exit 2
}

build() {
  printf 'building …\n' >&2
  mvn -q -B -f "$home/pom.xml" -pl "${1:-benchmarks}" -am package -DskipTests >&2
}

run() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$target/classes:$target/lib/*" "$@"
}

# Whether the arguments after the first have the option that is the first, with a value or without.
has() {
  local argument
  for argument in "${@:2}"; do
    [[ "$argument" == "$1" || "$argument" == "$1="* ]] && return
  done
  return 1
}

[[ $# -ge 1 ]] || usage
case "$1" in
  simulator)
    page="$home/docs/results/simulator.md"
    has --quick "${@:2}" && page="$target/simulator-quick.md"
    build
    run org.foresight.benchmarks.SimulatorPage "$page" "${@:2}"
    printf '%s\n' "$page"
    ;;
  solver)
    page="$home/docs/results/solver.md"
    options=()
    for option in "${@:2}"; do
      case "$option" in
        --quick | --quick=* | --only | --only=* | --seeds | --seeds=*) page="$target/solver-quick.md" ;;
      esac
      options+=("$option")
      if [[ "$option" == --external ]]; then
        mvn -q -B -f "$home/benchmarks/external/pom.xml" package >&2
        options+=("$home/benchmarks/external/target/classes:$home/benchmarks/external/target/lib/*")
      fi
    done
    build
    run -XX:+UseSerialGC -Xmx3g org.foresight.benchmarks.solver.SolverPage "$page" \
      ${options[@]+"${options[@]}"}
    printf '%s\n' "$page"
    ;;
  3sigma | composite | slearn | hybrid)
    page="$home/docs/results/$1.md"
    folder="$home/benchmarks/runs/$1"
    case "$1" in
      3sigma) program=threesigma.ThreeSigmaEvaluation ;;
      composite) program=threesigma.CompositeEvaluation ;;
      slearn) program=slearn.SlearnEvaluation ;;
      hybrid) program=hybrid.HybridEvaluation ;;
    esac
    if has --quick "${@:2}"; then
      page="$target/$1-quick.md"
      folder="$target/$1-quick-runs"
    fi
    has --runs "${@:2}" || set -- "$@" --runs "$folder"
    build
    run -XX:+UseParallelGC "org.foresight.benchmarks.$program" "$page" --data "$data" "${@:2}"
    printf '%s\n' "$page"
    ;;
  scale)
    page="$home/docs/results/scale.md"
    has --quick "${@:2}" && page="$target/scale-quick.md"
    build
    run -XX:+UseSerialGC -Xmx4g org.foresight.benchmarks.scale.ScalePage "$page" "${@:2}"
    printf '%s\n' "$page"
    ;;
  throughput)
    page="$home/docs/results/throughput.md"
    folder="$home/benchmarks/runs/throughput"
    for option in --quick --nodes --java-option; do
      has "$option" "${@:2}" && page="$target/throughput-quick.md"
    done
    has --quick "${@:2}" && folder="$target/throughput-quick-runs"
    mkdir -p "$target"
    # With other options the JVM is another one, and its runs are none of those that were kept.
    has --java-option "${@:2}" && folder="$(mktemp -d "$target/throughput-runs-XXXXXX")"
    has --runs "${@:2}" || set -- "$@" --runs "$folder"
    build benchmarks/throughput
    target="$home/benchmarks/throughput/target"
    run -XX:+UseSerialGC -Xmx256m org.foresight.throughput.ThroughputPage "$page" "${@:2}"
    printf '%s\n' "$page"
    ;;
  sizing)
    page="$home/docs/results/sizing.md"
    folder="$home/benchmarks/runs/sizing"
    if has --quick "${@:2}"; then
      page="$target/sizing-quick.md"
      folder="$target/sizing-quick-runs"
    fi
    has --runs "${@:2}" || set -- "$@" --runs "$folder"
    mkdir -p "$target"
    build benchmarks/throughput
    target="$home/benchmarks/throughput/target"
    run -XX:+UseSerialGC -Xmx256m org.foresight.throughput.SizingPage "$page" "${@:2}"
    printf '%s\n' "$page"
    ;;
  kairos-yarn)
    page="$home/docs/results/kairos-yarn.md"
    folder="$home/benchmarks/runs/kairos-yarn"
    if has --quick "${@:2}"; then
      page="$target/kairos-yarn-quick.md"
      folder="$target/kairos-yarn-quick-runs"
    fi
    has --runs "${@:2}" || set -- "$@" --runs "$folder"
    mkdir -p "$target"
    # The command has what testbeds are made of.
    build cli,benchmarks/kairos-yarn
    target="$home/benchmarks/kairos-yarn/target"
    run -XX:+UseSerialGC -Xmx256m "-Dforesight.home=$home" \
      org.foresight.kairosyarn.KairosYarnEvaluation "$page" "${@:2}"
    printf '%s\n' "$page"
    ;;
  prediction)
    [[ $# -eq 1 ]] || usage
    page="$home/docs/results/prediction.md"
    logs=()
    for log in swf-kth-sp2-1996/kth-sp2-1996 swf-sdsc-sp2-1998/sdsc-sp2-1998 \
      swf-ctc-sp2-1996/ctc-sp2-1996 swf-llnl-atlas-2006/llnl-atlas-2006; do
      if [[ ! -f "$data/$log.swf.gz" ]]; then
        printf 'there is no %s.swf.gz in %s; set FORESIGHT_SHARED_DATA\n' "$log" "$data" >&2
        exit 1
      fi
      logs+=("$data/$log.swf.gz")
    done
    "$home/foresight" predict-eval --trace "${logs[@]}" --markdown "$page"
    ;;
  history)
    [[ $# -eq 1 ]] || usage
    build
    run -Xmx4g org.foresight.benchmarks.HistoryLoad
    ;;
  jmh)
    build
    run org.openjdk.jmh.Main "${@:2}"
    ;;
  *) usage ;;
esac
