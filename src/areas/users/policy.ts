import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { HOUSE_USER_IDS } from './platformUser.ts'

/** Whom anybody may see: everybody who was not erased. */
export const visibleUsers = { erasedAt: null } satisfies Prisma.UserWhereInput

/** Whom a search finds: not the accounts of the house either. */
export const searchableUsers = { ...visibleUsers, id: { notIn: [...HOUSE_USER_IDS] } } satisfies Prisma.UserWhereInput

/**
 * Everybody but those whom this person has blocked, or who have blocked this person. The only type of that matter has its
 * name, and each side asks by what its index has: very many may have muted one person.
 */
export const unblockedUsers = (userId: UserId) =>
  ({
    moderationsReceived: { none: { sourceUserId: userId, matter: 'block' } },
    moderationsMade: { none: { targetUserId: userId, type: 'block' } },
  }) satisfies Prisma.UserWhereInput

/** Whom a search by this person finds. */
export const findableUsers = (userId: UserId) =>
  ({ ...searchableUsers, ...unblockedUsers(userId) }) satisfies Prisma.UserWhereInput

/** Only the person and admins change a person's record, and nobody those of the house. */
export const canChangeUser = (scope: SignedScope, id: UserId) =>
  scope.viewer.id === id || (scope.viewer.admin && !HOUSE_USER_IDS.includes(id))

/** Throws `forbidden` for another person's record. */
export function mayChangeUser(scope: SignedScope, id: UserId): void {
  if (!canChangeUser(scope, id)) throw new Failure('forbidden', 'User ID must be your own.', { code: 'not_own' })
}
