import { measureReplica } from '../../platform/database/replica/measure.ts'
import type { Settings } from '../../settings.ts'
import { type Check, errorMessage, type Finding, fail, ok, warn } from './check.ts'

/** No finding without DATABASE_REPLICA_URL. */
export const replicaCheck: Check = {
  name: 'replica',
  needs: ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_MAX_LAG_MS'],
  async look({ settings, database }) {
    const { DATABASE_REPLICA_URL: replicaUrl } = settings
    if (replicaUrl === undefined) return []
    if (!database) return [warn('Not checked: there is no database to compare it with.')]
    return [await describeReplica(database.directUrl, replicaUrl, settings)]
  },
}

/** What doctor says of a replica. */
export async function describeReplica(
  primaryUrl: string,
  replicaUrl: string,
  { DATABASE_REPLICA_MAX_LAG_MS: maxLag }: Pick<Settings, 'DATABASE_REPLICA_MAX_LAG_MS'>,
): Promise<Finding> {
  const { host, pathname } = new URL(replicaUrl)
  const name = `${host}${pathname}`
  try {
    const lag = await measureReplica({ primaryUrl, replicaUrl, patience: maxLag })
    return lag === null
      ? warn(`${name} is behind by more than ${maxLag} ms, so that the database answers in its place.`)
      : ok(`${name} follows the database, ${lag} ms behind.`)
  } catch (error) {
    return fail(`${name} gets no reads: ${errorMessage(error)}. Check DATABASE_REPLICA_URL, and PostgreSQL there.`)
  }
}
