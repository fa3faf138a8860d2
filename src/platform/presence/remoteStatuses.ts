import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UserId } from '../../kernel/ids.ts'
import type { PresenceSource, PresenceStatus } from '../../kernel/presence.ts'
import type { PresenceStore } from './store.ts'

/** Until when a user is present on another node by one kind of connection, in milliseconds since 1970. */
export interface RemotePresence {
  readonly userId: UserId
  readonly via: PresenceSource
  /** Infinity while a socket is open. */
  readonly until: number
}

interface Batch {
  readonly users: Set<UserId>
  earliest: Date
  readonly rows: Promise<readonly RemotePresence[]>
}

/** Reads statuses on other nodes; the calls of one turn of the event loop share a statement. */
export function openOtherNodes(store: Pick<PresenceStore, 'elsewhere'>) {
  let batch: Batch | undefined

  const open = (earliest: Date): Batch => {
    const users = new Set<UserId>()
    const read = async () => {
      await nextTurn()
      batch = undefined
      return store.elsewhere([...users], opened.earliest)
    }
    const opened: Batch = { users, earliest, rows: read() }
    return opened
  }

  return async (users: readonly UserId[], now: Date): Promise<readonly [UserId, PresenceStatus][]> => {
    batch ??= open(now)
    for (const user of users) batch.users.add(user)
    if (now < batch.earliest) batch.earliest = now
    const rows = await batch.rows
    if (rows.length === 0) return []
    const wanted = new Set(users)
    return rows.filter(({ userId, until }) => wanted.has(userId) && until > now.getTime()).map(statusOf)
  }
}

const statusOf = ({ userId, via }: RemotePresence): [UserId, PresenceStatus] => [
  userId,
  via === 'client' ? 'online' : 'active',
]
