import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { startCalendar } from './kill/calendar.ts'
import { startPayments } from './kill/payments.ts'
import { runKillCampaign } from './kill/run.ts'
import { startUploaders } from './kill/uploaders.ts'
import { startWearers } from './kill/wearers.ts'
import { startWriters } from './kill/writers.ts'

/**
 * Kills the built server and its database under a load of writes, uploads, calendars, payments or wearers of avatars,
 * and checks that nothing is lost: `npm run campaign -- kill --server 20 --database 5 --load uploads`.
 */
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '20' },
    database: { type: 'string', default: '5' },
    people: { type: 'string', default: '6' },
    load: { type: 'string', default: 'writes' },
  },
})
const LOADS = {
  writes: startWriters,
  uploads: startUploaders,
  calendars: startCalendar,
  payments: startPayments,
  wearers: startWearers,
} as const
const load = Object.entries(LOADS).find(([name]) => name === values.load)?.[1]
if (!load) throw new Error(`--load must be one of ${Object.keys(LOADS).join(', ')}`)
/** Milliseconds within which the server must be ready after a kill. */
const READY_LIMIT = 5_000

const findings = await runKillCampaign({
  folder: mkdtempSync(join(tmpdir(), 'plaza-crash-')),
  server: SERVER_ARGUMENTS,
  serverKills: Number(values.server),
  databaseKills: Number(values.database),
  people: Number(values.people),
  loads: [load],
  log: (message) => console.log(message),
})

const printReadyTimes = (name: string, times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b).map(Math.round)
  console.log(
    `${name}: ${times.length} kills, ready after ${sorted[sorted.length >> 1] ?? 0} ms (median), ${sorted.at(-1) ?? 0} ms (maximum); limit ${READY_LIMIT} ms`,
  )
}
printReadyTimes('server', findings.serverReady)
printReadyTimes('database', findings.databaseReady)
for (const loss of findings.losses) console.error(loss)
console.log(
  `${findings.acknowledged} writes acknowledged, ${findings.losses.length} lost or refused; stopped with exit code ${findings.exitCode}`,
)

const tooLate = [...findings.serverReady, ...findings.databaseReady].filter((time) => time > READY_LIMIT)
if (tooLate.length > 0 || findings.losses.length > 0 || findings.exitCode !== 0) process.exitCode = 1
