import type { Prisma } from '../../generated/prisma/client.ts'
import { asJson, asMilliseconds, timeOf, timeOrNull } from '../../kernel/columns.ts'
import type { Outside } from '../../kernel/scope.ts'
import { FOUND } from './users.ts'

/** What anybody may know of a person: nothing else is read for the graph's User. */
export const SEEN = {
  ...FOUND,
  displayNameKey: true,
  createdAt: true,
  allowAvatarCopying: true,
  ageVerificationStatus: true,
  ageVerified: true,
  lastMobileAt: true,
} satisfies Prisma.UserSelect

export type SeenUser = Prisma.UserGetPayload<{ select: typeof SEEN }>

const READ_AS: Readonly<Record<string, (column: string) => string>> = {
  createdAt: asMilliseconds,
  lastMobileAt: asMilliseconds,
  bioLinks: asJson,
  tags: asJson,
  currentAvatarTags: asJson,
}

const columns = Object.keys(SEEN).map((name) => READ_AS[name]?.(name) ?? `"${name}"`)

const SEEN_BY_IDS = `SELECT ${columns.join(', ')} FROM "User" WHERE id = ANY($1) AND "erasedAt" IS NULL`

interface Row extends Omit<SeenUser, 'createdAt' | 'lastMobileAt'> {
  readonly createdAt: number
  readonly lastMobileAt: number | null
}

/** Those of these people who were not erased, in no order. One statement. */
export async function seenByIds({ read }: Outside, ids: readonly string[]): Promise<SeenUser[]> {
  const rows = await read<Row>('seen-by-ids', SEEN_BY_IDS, [ids])
  return rows.map((row) => ({
    ...row,
    createdAt: timeOf(row.createdAt),
    lastMobileAt: timeOrNull(row.lastMobileAt),
  }))
}
