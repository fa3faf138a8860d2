import type { Clock } from './clock.ts'
import type { Sql } from './database.ts'

/** A person and the location of an instance that they might enter. */
export interface PlaceVisit {
  readonly userId: string
  readonly location: string
  /** Whether the rights of an admin of the platform count, which the person has. */
  readonly isAdmin?: boolean
}

/** Whether a person may enter an instance, or lists also show it to them: of those of others' groups only public ones. */
type VisitRule = 'enter' | 'list'

/** A visit as the key of a set. */
export const visitKey = ({ userId, location }: PlaceVisit): string => `${userId} ${location}`

/**
 * Finds out who may enter which instance of a group, for areas that show where people are, and which the area of instances
 * depends on. Returns the keys of those visits; others than to groups are none. `rule` is `enter` by default. One statement.
 */
export type FindPossibleVisits = (
  services: { readonly sql: Sql; readonly clock: Clock },
  visits: readonly PlaceVisit[],
  rule?: VisitRule,
) => Promise<ReadonlySet<string>>
