import type { UserId } from './ids.ts'

/** Who is here, known to all nodes. A request costs no database write: sightings are gathered and stored in batches. */
export interface Presence {
  /** Notes that the person was seen at this moment. */
  seen(user: UserId, at: Date): void
  /** Which of these people were seen in the last five minutes. */
  online(users: readonly UserId[], now: Date): Promise<ReadonlySet<UserId>>
  /** How many people were seen in the last five minutes. */
  countOnline(now: Date): Promise<number>
  /** Forgets the person at once, on logout of the last session. */
  gone(user: UserId): Promise<void>
}
