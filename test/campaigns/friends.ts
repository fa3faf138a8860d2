import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { SERVER_ARGUMENTS, STANDALONE_ENVIRONMENT, startProcess } from '../bench/processes.ts'
import { runFriendsCampaign } from './friends/run.ts'
import { reportEconomy } from './support/economy.ts'

/** Runs random friend requests of users against the built server: `npm run campaign -- friends --seeds 20`. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    steps: { type: 'string', default: '500' },
    people: { type: 'string', default: '10' },
    connections: { type: 'string', default: '8' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'plaza-friends-'))
const server = await startProcess({
  args: SERVER_ARGUMENTS,
  env: { ...STANDALONE_ENVIRONMENT, DATA_DIR: folder },
  port: await findFreePort(),
  ready: '/readyz',
})

const plan = { steps: Number(values.steps), people: Number(values.people), connections: Number(values.connections) }
const [first, seeds] = [Number(values.first), Number(values.seeds)]
let breaches = 0
try {
  for (let seed = first; seed < first + seeds; seed++) {
    const begun = performance.now()
    const outcome = await runFriendsCampaign(server.url, { seed, ...plan })
    const accepted = outcome.answers.get('accept 200') ?? 0
    console.log(
      `seed ${seed}: ${plan.steps} steps in ${Math.round(performance.now() - begun)} ms, ${accepted} acceptances; ` +
        `${outcome.friendships} friendships and ${outcome.requests} requests remain, ${outcome.breaches.length} breaches`,
    )
    for (const breach of outcome.breaches) console.error(`  ${breach}`)
    breaches += outcome.breaches.length
  }
  await reportEconomy({ DATA_DIR: folder })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${seeds} seeds, ${breaches} breaches`)
if (breaches > 0) process.exitCode = 1
