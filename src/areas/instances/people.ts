import type { Prisma } from '../../generated/prisma/client.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { isSeen } from '../accounts/appearance.ts'
import { unblockedUsers, visibleUsers } from '../users/policy.ts'
import { type Relation, relationsTo } from '../users/relations.ts'
import { FOUND } from '../users/users.ts'
import type { SeenInstance } from './instances.ts'

const INSIDE = {
  ...FOUND,
  createdAt: true,
  allowAvatarCopying: true,
  ageVerificationStatus: true,
  ageVerified: true,
  lastMobileAt: true,
  lastActivityAt: true,
  occupies: { select: { platform: true } },
} satisfies Prisma.UserSelect

/** Somebody inside, and what they are to the viewer. */
export type PersonInside = Prisma.UserGetPayload<{ select: typeof INSIDE }> & { readonly relation: Relation | null }

/** Whether the viewer is told who is inside: only the one who has made the instance is. */
export const seesPeople = ({ viewer }: SignedScope, { row }: SeenInstance): boolean => row?.creatorId === viewer.id

/** Who is inside, in the order they came, but for those who want to be seen by nobody, and not across a block. */
export async function peopleInside(scope: SignedScope, location: string): Promise<PersonInside[]> {
  const rows = await scope.db.occupant.findMany({
    where: { location, user: { ...visibleUsers, ...unblockedUsers(scope.viewer.id) } },
    orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
    select: { user: { select: INSIDE } },
    relationLoadStrategy: 'join',
  })
  const seen = rows.map(({ user }) => user).filter(({ id, status }) => id === scope.viewer.id || isSeen(status))
  const relations = await relationsTo(
    scope,
    seen.map(({ id }) => id),
  )
  return seen.map((user) => ({ ...user, relation: relations.get(user.id) ?? null }))
}

/** That somebody is inside. */
export interface Occupying {
  readonly userId: string
  readonly location: string
}

/** The same of several instances, by their ids alone. Set-wise: one statement. */
export async function occupantsOf({ db, viewer }: Scope, locations: readonly string[]): Promise<Occupying[]> {
  const rows = await db.occupant.findMany({
    where: {
      location: { in: [...locations] },
      user: viewer ? { ...visibleUsers, ...unblockedUsers(viewer.id) } : visibleUsers,
    },
    orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
    select: { userId: true, location: true, user: { select: { status: true } } },
    relationLoadStrategy: 'join',
  })
  return rows.filter(({ userId, user }) => userId === viewer?.id || isSeen(user.status))
}
