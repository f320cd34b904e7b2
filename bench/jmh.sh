#!/bin/sh
# The kernels under JMH. Arguments go to JMH: bench/jmh.sh dots -p rows=435759
# JMH is fetched for this alone and is no part of what is shipped.
set -eu
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
work=$root/bench/target/jmh
if [ -z "${JAVA_HOME:-}" ] || ! "$JAVA_HOME/bin/javac" -version 2>&1 | grep -q '^javac 25'; then
  for jdk in /usr/lib/jvm/*; do
    if "$jdk/bin/javac" -version 2>/dev/null | grep -q '^javac 25'; then
      JAVA_HOME=$jdk
      export JAVA_HOME
    fi
  done
fi
cd "$root"
[ -d core/target/lib ] || ./mvnw -q -DskipTests package
if [ ! -d "$work/lib" ]; then
  for artifact in org.openjdk.jmh:jmh-core:1.37 org.openjdk.jmh:jmh-generator-annprocess:1.37 \
    net.sf.jopt-simple:jopt-simple:5.0.4 org.apache.commons:commons-math3:3.6.1; do
    ./mvnw -q -N dependency:copy -Dartifact=$artifact -DoutputDirectory="$work/lib"
  done
fi
rm -rf "$work/classes"
mkdir -p "$work/classes"
path="core/target/classes:core/target/lib/*:$work/lib/*"
"$JAVA_HOME/bin/javac" -proc:full --add-modules jdk.incubator.vector -cp "$path" \
  -d "$work/classes" bench/jmh/*.java
exec "$JAVA_HOME/bin/java" --add-modules jdk.incubator.vector -cp "$work/classes:$path" \
  org.openjdk.jmh.Main "$@"
