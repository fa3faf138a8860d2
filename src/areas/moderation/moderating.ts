import type { Prisma } from '../../generated/prisma/client.ts'
import { invalid, noSuchUser } from '../../kernel/failure.ts'
import { isId, newId, type UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { restFriendships, resumeFriendships } from '../friends/resting.ts'
import { putAwayBetween } from '../notifications/severing.ts'
import { lockPair } from '../users/pairs.ts'
import { checkRoom, holdOwn, MODERATIONS } from './holding.ts'
import { type FoundModeration, readStanding } from './moderations.ts'
import { MATTER, type ModerationType } from './types.ts'

/**
 * Has a person be so for the viewer, in place of the opposite; the same once more changes nothing. A block ends at once
 * whatever the two have sent each other, and lets their friendship rest. Throws `invalid` for oneself and for one beyond
 * 10,000, `missing` for nobody, `exhausted` after 120 in a minute.
 */
export async function moderateUser(scope: SignedScope, userId: UserId, type: ModerationType): Promise<FoundModeration> {
  const { id } = scope.viewer
  if (userId === id) throw invalid('moderated', 'You cannot moderate yourself')
  await scope.limits.take(MODERATIONS, id)
  return transact(scope, async (open) => {
    await holdOwn(open)
    if (!(await lockPair(open, id, userId))) throw noSuchUser(userId)
    if ((await write(open, userId, type)) && type === 'block') await sever(open, userId)
    return readStanding(open, userId, MATTER[type])
  })
}

/** Answers whether it did not stand before. */
async function write(open: SignedScope & Open, targetUserId: UserId, type: ModerationType): Promise<boolean> {
  const { db, viewer, now } = open
  const matter = MATTER[type]
  const where = { sourceUserId: viewer.id, targetUserId, matter }
  const made = { id: newId('playerModeration', now), type, createdAt: now }
  const standing = await db.playerModeration.findUnique({ where: { sourceUserId_targetUserId_matter: where } })
  if (standing?.type === type) return false
  if (standing) await db.playerModeration.update({ where: { id: standing.id }, data: made })
  else await add(open, { ...made, ...where })
  return true
}

async function add({ db, viewer }: SignedScope & Open, row: Prisma.PlayerModerationUncheckedCreateInput) {
  checkRoom(await db.playerModeration.count({ where: { sourceUserId: viewer.id } }), 'moderated')
  await db.playerModeration.create({ data: row })
}

/** What a block does beside being kept. */
async function sever(open: SignedScope & Open, userId: UserId): Promise<void> {
  await restFriendships(open, open.viewer.id, [userId])
  await putAwayBetween(open, open.viewer.id, userId)
}

/**
 * Takes a moderation back, whether or not it stands. Where neither of two friends blocks the other any more, their
 * friendship goes on. Throws `exhausted` as above.
 */
export async function unmoderateUser(scope: SignedScope, userId: UserId, type: ModerationType): Promise<void> {
  await scope.limits.take(MODERATIONS, scope.viewer.id)
  await remove(scope, { targetUserId: userId, type })
}

/** Takes all own moderations back, as above. */
export async function clearModerations(scope: SignedScope): Promise<void> {
  await scope.limits.take(MODERATIONS, scope.viewer.id)
  await remove(scope, {})
}

const remove = (scope: SignedScope, which: Readonly<{ targetUserId?: UserId; type?: ModerationType }>): Promise<void> =>
  transact(scope, async (open) => {
    await holdOwn(open)
    const where = { ...which, sourceUserId: open.viewer.id }
    const blocked = await open.db.playerModeration.findMany({
      where: { AND: [where, { matter: MATTER.block }] },
      select: { targetUserId: true },
    })
    await open.db.playerModeration.deleteMany({ where })
    const freed = blocked.map(({ targetUserId }) => targetUserId).filter((id) => isId('user', id))
    await resumeFriendships(open, open.viewer.id, freed)
  })
