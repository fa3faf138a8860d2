#!/bin/sh
# Runs the tests, and prints the processor time of all their processes, the database included.
vitest run "$@"
code=$?
report=$(mktemp)
times > "$report"
awk '
  function seconds(text) { split(text, part, "m"); return part[1] * 60 + part[2] }
  NR == 2 { printf "Processor time: %d s\n", seconds($1) + seconds($2) }
' "$report"
rm -f "$report"
exit $code
