import { parseArgs } from 'node:util'
import { SERVER } from '../bench/processes.ts'
import { runFeedCampaign } from './feedRun.ts'

/** Follows a feed through cut lines and killed nodes: `npm run campaign:feed -- --redis redis://127.0.0.1:6379`. */
const { values } = parseArgs({
  options: {
    redis: { type: 'string', default: '' },
    notifications: { type: 'string', default: '1000' },
    cuts: { type: 'string', default: '20' },
    kills: { type: 'string', default: '3' },
  },
})

const findings = await runFeedCampaign({
  server: SERVER,
  redisUrl: values.redis,
  notifications: Number(values.notifications),
  writers: 25,
  cuts: Number(values.cuts),
  kills: Number(values.kills),
  tell: (line) => console.log(line),
})

for (const fault of findings.faults) console.error(fault)
console.log(
  `events by ${values.redis ? 'Redis' : 'PostgreSQL'}: ${findings.acknowledged} notifications acknowledged, ${findings.delivered} delivered over ${findings.cuts} cut lines and ${findings.kills} killed nodes; ${findings.faults.length} lost, doubled, out of order or refused`,
)
if (findings.faults.length > 0) process.exitCode = 1
