import { parseArgs } from 'node:util'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { runFeedCampaign } from './feed/run.ts'

/**
 * Reads a feed across dropped connections and killed nodes: `npm run campaign -- feed`. With
 * `--redis redis://127.0.0.1:6379` the events go through Redis.
 */
const { values } = parseArgs({
  options: {
    redis: { type: 'string', default: '' },
    notifications: { type: 'string', default: '1000' },
    disconnects: { type: 'string', default: '20' },
    kills: { type: 'string', default: '3' },
  },
})

const findings = await runFeedCampaign({
  server: SERVER_ARGUMENTS,
  redisUrl: values.redis,
  notifications: Number(values.notifications),
  writers: 25,
  disconnects: Number(values.disconnects),
  kills: Number(values.kills),
  log: (line) => console.log(line),
})

for (const fault of findings.faults) console.error(fault)
console.log(
  `events by ${values.redis ? 'Redis' : 'PostgreSQL'}: ${findings.acknowledged} notifications acknowledged, ${findings.delivered} delivered across ${findings.disconnects} dropped connections and ${findings.kills} killed nodes; ${findings.faults.length} lost, duplicated, out of order or refused`,
)
if (findings.faults.length > 0) process.exitCode = 1
