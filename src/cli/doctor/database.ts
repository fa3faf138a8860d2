import { connectionsOfNode, SPARE_CONNECTIONS } from '../../platform/database/connectionCounts.ts'
import { migrationStatus } from '../../platform/database/migrations.ts'
import type { OpenDatabase } from '../../platform/database/openDatabase.ts'
import type { Settings } from '../../settings.ts'
import { type Check, type Finding, fail, ok, warn, withOpenDatabase } from './check.ts'

interface ServerInfo {
  version: string
  encoding: string
  readOnly: boolean
  isStandby: boolean
  mayCreate: boolean
  connections: number
}

const SERVER_INFO_QUERY = `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
  current_setting('transaction_read_only')::boolean AS "readOnly", pg_is_in_recovery() AS "isStandby", current_setting('max_connections')::int AS connections,
  has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`

/** Findings about a reachable server; a wrong version or encoding prevents it from being opened. */
export async function describeDatabase(database: OpenDatabase, settings: Settings): Promise<readonly Finding[]> {
  const { rows } = await database.pool.query<ServerInfo>(SERVER_INFO_QUERY)
  const [server] = rows
  if (!server) return [fail('It answers nothing.')]
  const { host, pathname } = new URL(database.url)
  const whose = settings.DATABASE_URL ? '' : ', embedded'
  return [
    ok(`PostgreSQL ${server.version}, ${server.encoding}, at ${host}${pathname}${whose}.`),
    ...serverProblems(server, settings),
  ]
}

function* serverProblems({ readOnly, isStandby, mayCreate, connections }: ServerInfo, settings: Settings) {
  if (isStandby) yield fail('It is a standby, which can only be read. Let DATABASE_URL lead to the primary server.')
  else if (readOnly) yield fail('It can only be read: default_transaction_read_only is on. Set it to off.')
  if (!mayCreate)
    yield fail('Its user may not create tables. GRANT CREATE ON SCHEMA public, or make the user its owner.')
  const own = connectionsOfNode(settings)
  if (own + SPARE_CONNECTIONS > connections)
    yield warn(
      `It takes ${connections} connections. This node has up to ${own}, and ${SPARE_CONNECTIONS} are for others. Lower DATABASE_POOL_SIZE or raise max_connections.`,
    )
}

export const migrationsCheck: Check = {
  name: 'migrations',
  needs: ['DATABASE_URL'],
  look: withOpenDatabase(async ({ pool }) => {
    const { applied, pending, edited, failed, unknown } = await migrationStatus(pool)
    const troubles = [
      ...failed.map((name) => fail(`${name} failed. Fix it, then run: plaza migrate deploy --retry ${name}`)),
      ...edited.map((name) => fail(`${name} was edited after it had been applied. Restore the file.`)),
      ...unknown.map((name) => fail(`${name} is unknown to this build. Start a build that has it.`)),
      ...describePending(pending),
    ]
    return troubles.length > 0 ? troubles : [ok(`${applied.length} applied, none pending.`)]
  }),
}

/** One line, as a new database lacks all of them. */
function describePending(pending: readonly string[]): Finding[] {
  const [first] = pending
  if (!first) return []
  const others = pending.length > 1 ? ` and ${pending.length - 1} more` : ''
  return [
    warn(
      `Not applied: ${first}${others}. Start the server, or run: plaza migrate deploy. plaza migrate status lists them.`,
    ),
  ]
}

const REQUIRED_EXTENSIONS = ['pg_trgm']

export const extensionsCheck: Check = {
  name: 'extensions',
  needs: ['DATABASE_URL'],
  look: withOpenDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ name: string; version: string | null }>(
      'SELECT name, installed_version AS version FROM pg_available_extensions WHERE name = ANY($1)',
      [REQUIRED_EXTENSIONS],
    )
    return REQUIRED_EXTENSIONS.map((name) =>
      describeExtension(
        name,
        rows.find((row) => row.name === name),
      ),
    )
  }),
}

function describeExtension(name: string, found: { version: string | null } | undefined): Finding {
  if (!found) return fail(`${name} is not there. Install PostgreSQL's contrib package on its machine.`)
  if (found.version) return ok(`${name} ${found.version}.`)
  return warn(
    `${name} is there, but not in this database. The migrations make it; where their user may not, run as a superuser: CREATE EXTENSION ${name}`,
  )
}
