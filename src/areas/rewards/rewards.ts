import type { Reward } from '../../generated/prisma/client.ts'
import { assertAdmin } from '../../kernel/access.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import { createRowLoader } from '../../kernel/rowLoader.ts'
import type { Scope } from '../../kernel/scope.ts'

/** A reward by id, regardless of who sees it. */
export const loadReward = createRowLoader<Reward>(({ db }, ids) =>
  db.reward.findMany({ where: { id: { in: [...ids] } } }),
)

const NEWEST_FIRST = ['createdAt', 'id'] as const

/** A page of all rewards, by `createdAt` and `id`. Throws `forbidden` unless the viewer is an admin. */
export async function rewardPage(scope: Scope, page: KeysetPage): Promise<Reward[]> {
  assertAdmin(scope)
  return scope.db.reward.findMany({
    where: { AND: keysetWhere(page, NEWEST_FIRST) },
    orderBy: keysetOrder(page, NEWEST_FIRST),
    take: page.limit,
  })
}

/** The number of all rewards. Throws `forbidden` unless the viewer is an admin. */
export async function countRewards(scope: Scope): Promise<number> {
  assertAdmin(scope)
  return scope.db.reward.count()
}
