import type { HealthFinding } from '../../kernel/serverNode.ts'
import type { Platform } from '../../platform/platform.ts'
import { settingWarnings } from '../../settingWarnings.ts'
import { backupCheck } from './backup.ts'
import { type Check, type CheckContext, errorMessage, type Finding, fail, ok, warn } from './check.ts'
import { clockCheck } from './clock.ts'
import { describeDatabase, extensionsCheck, migrationsCheck } from './database.ts'
import { demoCheck } from './demo.ts'
import { diskCheck } from './disk.ts'
import { filesCheck } from './files.ts'
import { mailCheck } from './mail.ts'
import { nodeCheck } from './node.ts'
import { objectStoreCheck } from './objectStore.ts'
import { redisCheck } from './redis.ts'
import { replicaCheck } from './replica.ts'
import { serverKeyCheck } from './serverKey.ts'
import { secretKeyCheck } from './settings.ts'

/** A server runs, so that its settings are valid: what they make doubtful is left. */
const settingsCheck: Check = {
  name: 'settings',
  needs: [],
  async look({ settings }) {
    const doubts = settingWarnings(settings).map(warn)
    return doubts.length > 0 ? doubts : [ok('Nothing in them is doubtful.')]
  },
}

const databaseCheck: Check = {
  name: 'database',
  needs: [],
  look: async ({ database, settings }) => (database ? describeDatabase(database, settings) : []),
}

/** The checks of the command but that for poolers, which let no server start. */
const CHECKS = [
  settingsCheck,
  nodeCheck,
  secretKeyCheck,
  diskCheck,
  databaseCheck,
  migrationsCheck,
  serverKeyCheck,
  extensionsCheck,
  demoCheck,
  backupCheck,
  clockCheck,
  mailCheck,
  replicaCheck,
  redisCheck,
  objectStoreCheck,
  filesCheck,
]

/** Runs the checks of `doctor` one after the other in a server that runs. An error counts as the failure of its check. */
export async function checkServer({ settings, clock, database }: Platform): Promise<readonly HealthFinding[]> {
  const site: CheckContext = { settings, clock, database, everyFile: false }
  const found: HealthFinding[] = []
  for (const { name, look } of CHECKS) {
    const findings = await look(site).catch((error: unknown): readonly Finding[] => [fail(errorMessage(error))])
    found.push(...findings.map(({ level, says }) => ({ check: name, level, text: says })))
  }
  return found
}
