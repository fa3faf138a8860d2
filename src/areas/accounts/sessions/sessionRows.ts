import { createRowLoader } from '../../../kernel/rowLoader.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** A session with what its validity and its rights depend on. */
interface SessionWithOwner {
  /** The hash of its token. */
  readonly id: string
  readonly sessionId: string
  readonly userId: string
  readonly owes: readonly string[]
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly admin: boolean
  /** When the account is due for erasure. */
  readonly deletionAt: Date | null
}

const sessionsByTokenHashes = ({ sql }: Pick<Scope, 'sql'>, hashes: readonly string[]) => sql<SessionWithOwner>`
  SELECT s."tokenHash" AS id, s.id AS "sessionId", s."userId", s.owes, u.admin, s."expiresAt", s."lastUsedAt", a."deletionAt"
  FROM "Session" AS s JOIN "User" AS u ON u.id = s."userId" LEFT JOIN "Account" AS a ON a."userId" = s."userId"
  WHERE s."tokenHash" = ANY(${hashes})`

/** Loads a session by the hash of its token; calls of one event-loop turn share a statement. */
export const loadSession = createRowLoader<SessionWithOwner>(sessionsByTokenHashes)
