import { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { Standing } from '../../kernel/presence.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { appearsAs } from '../accounts/appearance.ts'
import { type Relation, relationTo } from '../users/relations.ts'
import { FOUND } from '../users/users.ts'
import { OCCUPIES, type Whereabouts, whereaboutsOf } from '../users/whereabouts.ts'
import { requireKnown } from './policy.ts'

/** A place in the viewer's list of friends. */
export interface Listed {
  readonly id: UserId
  /** What the two know their friendship by. */
  readonly key: string
  /** Away, where one of the two has blocked the other. */
  readonly standing: Standing
  readonly blocked: boolean
}

/** A stretch of the list, between two names in the form they are compared in, from its front or its end. */
export interface Stretch {
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly inverted?: boolean
}

interface Row {
  readonly id: UserId
  readonly key: string
  readonly status: string
  readonly blocked: boolean
}

/**
 * All friends of the viewer who appear so, by display name. It reads a few columns of every friend: how somebody
 * appears is known to no index, so each page of the list costs as much as there are friends.
 */
export async function listFriends(
  scope: SignedScope,
  wanted: readonly Standing[],
  { after, before, inverted = false }: Stretch = {},
): Promise<Listed[]> {
  const rows = await scope.db.$queryRaw<Row[]>`
    SELECT person.id, side.key, person.status, side.blocked
    FROM "Friendship" AS side JOIN "User" AS person ON person.id = side."friendId"
    WHERE side."userId" = ${scope.viewer.id}
      ${after === undefined ? Prisma.empty : Prisma.sql`AND person."displayNameKey" > ${after}`}
      ${before === undefined ? Prisma.empty : Prisma.sql`AND person."displayNameKey" < ${before}`}
    ORDER BY person."displayNameKey" ${inverted ? Prisma.sql`DESC` : Prisma.sql`ASC`}`
  const standings = await scope.presence.standings(
    rows.map(({ id }) => id),
    scope.now,
  )
  return rows
    .map(({ status, ...row }) => ({
      ...row,
      standing: row.blocked ? ('offline' as const) : appearsAs(status, standings.get(row.id)),
    }))
    .filter(({ standing }) => wanted.includes(standing))
}

const FRIEND = {
  ...FOUND,
  ...OCCUPIES,
  lastLoginAt: true,
  lastActivityAt: true,
  lastMobileAt: true,
} satisfies Prisma.UserSelect

/** A friend as the viewer's list shows them. */
export type Friend = Omit<Prisma.UserGetPayload<{ select: typeof FRIEND }>, 'occupies'> &
  Pick<Listed, 'key' | 'standing' | 'blocked'> & { readonly whereabouts: Whereabouts }

/** The viewer's friends who are here, online or active, or those who are not; by display name. */
export async function readFriends(scope: SignedScope, offline: boolean, { limit, offset }: Page): Promise<Friend[]> {
  const listed = await listFriends(scope, offline ? ['offline'] : ['online', 'active'])
  const page = listed.slice(offset, offset + limit)
  const rows = await scope.db.user.findMany({
    where: { id: { in: page.map(({ id }) => id) } },
    select: FRIEND,
    relationLoadStrategy: 'join',
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap(({ id, key, standing, blocked }) => {
    const { occupies: place = null, ...row } = byId.get(id) ?? {}
    return 'id' in row
      ? [
          {
            ...row,
            key,
            standing,
            blocked,
            whereabouts: whereaboutsOf({ standing, status: row.status, place, isOwn: false }),
          },
        ]
      : []
  })
}

/** What a person is to the viewer. Throws `missing` for nobody. */
export async function readFriendStatus(scope: SignedScope, id: UserId): Promise<Relation> {
  const [relation] = await Promise.all([relationTo(scope, id), requireKnown(scope, id)])
  return relation
}
