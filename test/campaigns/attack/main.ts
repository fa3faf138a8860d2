import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts'
import { accountAttacks } from './accounts.ts'
import type { Attack, AttackOutcome } from './attack.ts'
import { economyAttacks } from './economy.ts'
import { fileAttacks } from './files.ts'
import { graphAttacks } from './graphOperations.ts'
import { identityAttacks } from './identities.ts'
import { loginAttacks } from './logins.ts'
import { parallelWriteAttacks } from './parallelWrites.ts'
import { requestAttacks } from './requests.ts'
import { responseAttacks } from './responses.ts'
import { rowAttacks } from './rows.ts'
import { subscriptionAttacks } from './subscriptions.ts'
import { openTarget } from './target.ts'

/**
 * Runs known attacks against servers of their own, one after the other, and prints whether the server withstood each:
 * `npm run campaign -- attack`. One alone: `--only unread-graphiql`.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } })

const attacks: readonly Attack[] = [
  ...accountAttacks,
  ...parallelWriteAttacks,
  ...fileAttacks,
  ...loginAttacks,
  ...responseAttacks,
  ...subscriptionAttacks,
  ...rowAttacks,
  ...economyAttacks,
  ...graphAttacks,
  ...identityAttacks,
  ...requestAttacks,
]
const chosen = values.only.length > 0 ? attacks.filter(({ name }) => values.only.includes(name)) : attacks
if (chosen.length === 0) throw new Error(`unknown attack; there are: ${attacks.map(({ name }) => name).join(', ')}`)

const errorLog = { debug() {}, info() {}, warn() {}, error: console.error }
const folder = mkdtempSync(join(tmpdir(), 'plaza-attack-'))
const postgres = await startEmbeddedServer({ dataDir: join(folder, 'database'), log: errorLog, durable: false })

/** Runs an attack; one that fails to run counts as broken. */
async function outcomeOf(attack: Attack): Promise<AttackOutcome> {
  const target = openTarget(postgres, folder)
  try {
    return await attack.run(target)
  } catch (error) {
    return { harmless: false, figures: `did not run: ${error instanceof Error ? error.stack : String(error)}` }
  } finally {
    await target.close()
  }
}

let broken = 0
try {
  for (const attack of chosen) {
    const { harmless, figures } = await outcomeOf(attack)
    console.log(`${harmless ? 'harmless' : 'BROKEN  '} ${attack.name}: ${attack.what}; ${figures}`)
    if (!harmless) broken += 1
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${chosen.length} attacks, ${broken} broken`)
if (broken > 0) process.exitCode = 1
