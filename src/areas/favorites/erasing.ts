import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Takes a person's favorites and groups away when the account is erased. Where others had the person, friendship ends. */
export async function eraseFavorites({ db }: Scope & Open, userId: UserId): Promise<void> {
  await db.favorite.deleteMany({ where: { userId } })
  await db.favoriteGroup.deleteMany({ where: { userId } })
}
