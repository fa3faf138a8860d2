import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { settingRows } from '../settings.ts'

/** Writes the table of settings into README.md between its markers; with --check fails when the table is stale. */
const README = 'README.md'
const MARKS = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/

const rows = settingRows().map(({ name, fallback, help }) => `| \`${name}\` | ${fallback} | ${help} |`)
const table = ['| Setting | Default | |', '|---|---|---|', ...rows, ''].join('\n')

const before = existsSync(README) ? readFileSync(README, 'utf8') : '# Plaza\n\n<!-- settings -->\n<!-- /settings -->\n'
if (!MARKS.test(before))
  throw new Error(`${README} has no place for the settings: <!-- settings --> … <!-- /settings -->`)
const after = before.replace(MARKS, (_, open: string, close: string) => open + table + close)

if (process.argv.includes('--check')) {
  if (existsSync(README) && after === before) process.exit(0)
  console.error(`The settings in ${README} are stale: npm run settings`)
  process.exit(1)
}
writeFileSync(README, after)
