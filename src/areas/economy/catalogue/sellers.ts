import { assertAdmin, isAdmin } from '../../../kernel/access.ts'
import type { Failure } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockUser } from '../../users/locks.ts'
import { PLATFORM_USER_ID } from '../../users/systemUsers.ts'
import { canManageCatalogue } from '../policy.ts'
import { assertSeller } from '../profile.ts'

/** Something that is sold. */
interface Sold {
  readonly sellerId: string
}

/**
 * Who sells what the viewer creates: the viewer, who needs the permission to sell, or the platform, for which admins act.
 * Throws `forbidden`.
 */
export async function sellerOf(scope: ViewerScope, isOfPlatform: boolean): Promise<UserId> {
  if (isOfPlatform) assertAdmin(scope)
  else await assertSeller(scope)
  return isOfPlatform ? PLATFORM_USER_ID : scope.viewer.id
}

/**
 * Locks who sells, which serialises all changes of a seller's products, listings and stores. Throws `missing` for one whose
 * account is erased.
 */
export const lockSeller = (tx: InTransaction, sellerId: string): Promise<void> => lockUser(tx, sellerId)

/**
 * The seller of what the viewer wants to change. Throws `forbidden` unless the viewer sells or is an admin, and `missing`
 * for what others sell, of which only admins change anything.
 */
export async function ownSellerOf(scope: ViewerScope, row: Sold | null, missing: () => Failure): Promise<UserId> {
  if (!isAdmin(scope)) await assertSeller(scope)
  if (!row || !canManageCatalogue(scope, row)) throw missing()
  return trusted<'user'>(row.sellerId)
}

/** Whose images a seller can use: admins use their own ones for the platform. */
export const imageOwnerOf = ({ viewer }: Pick<ViewerTransaction, 'viewer'>, sellerId: string): string =>
  sellerId === PLATFORM_USER_ID ? viewer.id : sellerId
