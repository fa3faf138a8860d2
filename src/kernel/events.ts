import type { Tx } from './database.ts'

/** Something that happened, told to every node. It carries ids only: whoever hears it reads again what it may see. */
export interface Announcement {
  /** `<noun>.<past participle>`, for example `session.revoked`. */
  readonly topic: string
  /** The id of the thing or person it is about; listeners filter by it. */
  readonly subject: string
  /** Further ids. */
  readonly ids?: Readonly<Record<string, string>>
}

export type Listener = (announcement: Announcement) => void

/**
 * Carries announcements between nodes, this one included. `stage` runs inside the transaction of the change and
 * `release` after its commit, so that an announcement leaves with the commit: never before, never without it.
 */
export interface EventBus {
  stage(tx: Tx, announcements: readonly Announcement[]): Promise<void>
  /** Tells this node's listeners at once and, where the carrier is not the database itself, the other nodes. */
  release(announcements: readonly Announcement[]): Promise<void>
  /** Hears every announcement of a topic, or of all topics with `*`. Returns the way to stop. */
  listen(topic: string, listener: Listener): () => void
}
