import { parseArgs } from 'node:util'
import { SERVER } from '../bench/processes.ts'
import { runCampaign } from './crash.ts'
import { startUploading } from './uploaders.ts'

/**
 * Kills the built server and its database under a load of writes, or of uploads:
 * `npm run campaign:kill -- --server 20 --database 5 --load uploads`.
 */
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '20' },
    database: { type: 'string', default: '5' },
    people: { type: 'string', default: '6' },
    load: { type: 'string', default: 'writes' },
  },
})
const BAR = 5_000

const findings = await runCampaign({
  server: SERVER,
  serverKills: Number(values.server),
  databaseKills: Number(values.database),
  people: Number(values.people),
  ...(values.load === 'uploads' && { load: startUploading }),
  tell: (line) => console.log(line),
})

const figures = (name: string, times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b).map(Math.round)
  console.log(
    `${name}: ${times.length} kills, ready after ${sorted[sorted.length >> 1] ?? 0} ms (median), ${sorted.at(-1) ?? 0} ms (most); bar ${BAR} ms`,
  )
}
figures('server', findings.serverReady)
figures('database', findings.databaseReady)
for (const loss of findings.losses) console.error(loss)
console.log(
  `${findings.acknowledged} writes acknowledged, ${findings.losses.length} lost or refused; stopped with exit code ${findings.exitCode}`,
)

const late = [...findings.serverReady, ...findings.databaseReady].filter((time) => time > BAR)
if (late.length > 0 || findings.losses.length > 0 || findings.exitCode !== 0) process.exitCode = 1
