import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { PLATFORM_USER_ID } from './platformUser.ts'

/** Whom anybody may see: everybody who was not erased. */
export const visibleUsers = { erasedAt: null } satisfies Prisma.UserWhereInput

/** Whom a search finds: not the platform's own account either. */
export const searchableUsers = { ...visibleUsers, id: { not: PLATFORM_USER_ID } } satisfies Prisma.UserWhereInput

/** Only the person and admins change a person's record, and nobody that of the platform itself. */
export const canChangeUser = (scope: SignedScope, id: UserId) =>
  scope.viewer.id === id || (scope.viewer.admin && id !== PLATFORM_USER_ID)

/** Throws `forbidden` for another person's record. */
export function mayChangeUser(scope: SignedScope, id: UserId): void {
  if (!canChangeUser(scope, id)) throw new Failure('forbidden', 'User ID must be your own.', { code: 'not_own' })
}
