import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { aServerFolder, startReadyServer } from '../support/serverProcess.ts'
import { percentile99 } from './abuse/ordinary.ts'
import { memorySlope, runAbuseCampaign } from './abuse/run.ts'
import { reportEconomy } from './support/economy.ts'

/**
 * 20 ordinary people use the built server, first alone, then beside abusers: `npm run campaign -- abuse --minutes 60`.
 * Prints how the memory of the server grows, how long ordinary requests take, and how many of them are lost.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)

/** MiB a minute. */
const MAX_SLOPE = 1
/** Milliseconds; or that many times what ordinary requests take without abusers. */
const MAX_P99 = 250
const MAX_SLOWDOWN = 3
const SECONDS = 60

const { dataDir, clear } = aServerFolder()
const server = await startReadyServer({
  DATA_DIR: dataDir,
  DEMO: 'off',
  TRUST_PROXY: '1',
  REGISTRATIONS_PER_HOUR: '0',
  // The limits that a server has by default; other campaigns switch them off.
  MAX_REQUESTS_PER_USER: '1500',
  MAX_REQUESTS_PER_ADDRESS: '300',
  LOG_LEVEL: 'error',
})
const faults: string[] = []
try {
  const quietSeconds = Math.max(10, Math.min(120, minutes * SECONDS * 0.1))
  const plan = { people: 20, quiet: quietSeconds, abused: minutes * SECONDS }
  const { quiet, abused, samples, attempts } = await runAbuseCampaign(server, plan)
  for (const [name, { refused, cut, taken, unanswered }] of Object.entries(attempts))
    console.log(`${name}: ${refused} refused, ${cut} cut, ${taken} taken, ${unanswered} unanswered`)
  const slope = memorySlope(samples, minutes / 5)
  const [before, after] = [percentile99(quiet), percentile99(abused)]
  const peak = Math.max(...samples.map(({ memory }) => memory))
  console.log(`memory: ${slope.toFixed(2)} MiB a minute after the warm-up, at most ${peak.toFixed(0)} MiB`)
  console.log(
    `ordinary requests: p99 ${after.toFixed(0)} ms, without abusers ${before.toFixed(0)} ms; ` +
      `${abused.lost.length} of ${abused.durations.length} lost`,
  )
  for (const lost of abused.lost.slice(0, 20)) console.error(`  ${lost}`)
  if (slope >= MAX_SLOPE) faults.push(`memory grows by ${slope.toFixed(2)} MiB a minute`)
  if (after >= Math.max(MAX_P99, MAX_SLOWDOWN * before)) faults.push(`p99 is ${after.toFixed(0)} ms`)
  if (quiet.lost.length + abused.lost.length > 0) faults.push('ordinary requests were lost')
  await reportEconomy({ DATA_DIR: dataDir })
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  await clear([server])
  rmSync(dataDir, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
