import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runUpgradeCampaign } from './upgrade/run.ts'

/**
 * Upgrades a database of release 0.1 with 200,000 rows in each large table while a node of that release serves, and lets both
 * releases serve together: `npm run campaign:upgrade`. `--old FOLDER` keeps the checkout of release 0.1 for further runs.
 */
const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    rows: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '30' },
    people: { type: 'string', default: '8' },
  },
})
const begun = performance.now()
const faults = await runUpgradeCampaign({
  folder: values.old ?? mkdtempSync(join(tmpdir(), 'plaza-release-0-1-')),
  rows: Number(values.rows),
  seconds: Number(values.seconds),
  people: Number(values.people),
  log: (message) => console.log(`${Math.round((performance.now() - begun) / 1_000)} s: ${message}`),
})
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'No fault was found.' : `${faults.length} faults were found.`)
process.exit(faults.length === 0 ? 0 : 1)
