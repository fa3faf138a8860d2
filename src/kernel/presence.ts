import type { UserId } from './ids.ts'

/** By which door somebody is here: as the clients of the platform come, or on its web pages. */
export type Via = 'client' | 'web'

/** `online` by a client, `active` by the web alone, or not here at all. */
export type Standing = 'online' | 'active' | 'offline'

/**
 * Who is here, known to all nodes: by an open socket, or by a request in the last five minutes. What a node knew ends
 * with it. A request costs no database write: sightings are gathered and stored in batches. Each change of a person's
 * standing is announced once, as `presence.changed`.
 */
export interface Presence {
  /** Notes a request. */
  seen(user: UserId, at: Date, via: Via): void
  /** Notes an open socket. Returns what to call once when it has closed. */
  arrive(user: UserId, via: Via): () => void
  /** How each of these people stands. */
  standings(users: readonly UserId[], now: Date): Promise<ReadonlyMap<UserId, Standing>>
  /** How many people are here, online or active. */
  countOnline(now: Date): Promise<number>
  /** Forgets the person's requests on every node, on logout of the last session. */
  gone(user: UserId): Promise<void>
}
