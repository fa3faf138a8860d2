import { defineEvent } from './events.ts'
import type { UserId } from './ids.ts'

/** The presence status of the subject has changed. */
export const presenceChanged = defineEvent<UserId>('presence.changed', 'presenceFriends')
/** Tells every node to forget the recent requests of the subject. */
export const presenceForgotten = defineEvent<UserId>('presence.gone')

export const presenceEvents = [presenceChanged, presenceForgotten]

/** Kind of client that a user is online with: a game client, or the web frontend. */
export type PresenceSource = 'client' | 'web'

/** `online` by a game client, `active` by the web frontend only. */
export type PresenceStatus = 'online' | 'active' | 'offline'

/**
 * Which users are online, on any node: by an open socket, or by a request in the last five minutes. Sockets of a node
 * that dies no longer count. Requests are stored in batches. Each change of a status emits `presenceChanged` once.
 */
export interface Presence {
  recordRequest(user: UserId, at: Date, via: PresenceSource): void
  /** Records an open socket. Returns a function to call once it has closed. */
  connect(user: UserId, via: PresenceSource): () => void
  statuses(users: readonly UserId[], now: Date): Promise<ReadonlyMap<UserId, PresenceStatus>>
  /** Number of users who are online or active. */
  countOnline(now: Date): Promise<number>
  /** Ids of all users who are online or active, on any node. Fails while the database is down. */
  listOnline(now: Date): Promise<UserId[]>
  /** Discards the recent requests of a user on every node, after logout of the last session. */
  forget(user: UserId): Promise<void>
}
