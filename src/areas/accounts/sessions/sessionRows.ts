import { dateOfMilliseconds, dateOfMillisecondsOrNull, type NamedQuery, textList } from '../../../kernel/database.ts'
import { createRowLoader } from '../../../kernel/rowLoader.ts'

/** A session with what its validity and its rights depend on. */
export interface SessionWithOwner {
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

const milliseconds = (column: string) => `date_part('epoch', ${column}) * 1000`

const SESSIONS_SQL = `
  SELECT s."tokenHash" AS id, s.id AS "sessionId", s."userId", to_json(s.owes) AS owes, u.admin,
    ${milliseconds('s."expiresAt"')} AS "expiresAt", ${milliseconds('s."lastUsedAt"')} AS "lastUsedAt",
    ${milliseconds('a."deletionAt"')} AS "deletionAt"
  FROM "Session" AS s JOIN "User" AS u ON u.id = s."userId" LEFT JOIN "Account" AS a ON a."userId" = s."userId"
  WHERE s."tokenHash" = ANY(${textList('$1')})`

interface StoredRow extends Omit<SessionWithOwner, 'expiresAt' | 'lastUsedAt' | 'deletionAt'> {
  readonly expiresAt: number
  readonly lastUsedAt: number
  readonly deletionAt: number | null
}

async function sessionsByTokenHashes({ read }: { readonly read: NamedQuery }, hashes: readonly string[]) {
  const rows = await read<StoredRow>('sessions-by-token-hashes', SESSIONS_SQL, [hashes])
  return rows.map(({ expiresAt, lastUsedAt, deletionAt, ...row }) => ({
    ...row,
    expiresAt: dateOfMilliseconds(expiresAt),
    lastUsedAt: dateOfMilliseconds(lastUsedAt),
    deletionAt: dateOfMillisecondsOrNull(deletionAt),
  }))
}

/** Loads a session by the hash of its token; calls of one event-loop turn share a statement. */
export const loadSession = createRowLoader<SessionWithOwner>(sessionsByTokenHashes)
