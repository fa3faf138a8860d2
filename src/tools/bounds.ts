import { readFileSync, writeFileSync } from 'node:fs'
import { BOUNDS, type Bound } from '../kernel/bounds.ts'

/** Writes the table of bounds into README.md between its markers; with --check fails when the table is stale. */
const README = 'README.md'
const MARKS = /(<!-- bounds -->\n)[\s\S]*?(<!-- \/bounds -->)/

const bounds: readonly Bound[] = Object.values(BOUNDS)
const rows = bounds.map(
  ({ what, most, per, beyond }) => `| ${what} | ${most.toLocaleString('en')} | ${per} | ${beyond} |`,
)
const table = ['| What | At most | Of a | Beyond it |', '|---|---|---|---|', ...rows, ''].join('\n')

const before = readFileSync(README, 'utf8')
if (!MARKS.test(before)) throw new Error(`${README} has no place for the bounds: <!-- bounds --> … <!-- /bounds -->`)
const after = before.replace(MARKS, (_, open: string, close: string) => open + table + close)

if (!process.argv.includes('--check')) writeFileSync(README, after)
else if (after !== before) {
  console.error(`The bounds in ${README} are stale: npm run bounds`)
  process.exitCode = 1
}
