import { addMilliseconds } from '../../../kernel/clock.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import { POPULARITY_WINDOW, rankChangedContent } from '../../../kernel/ranking.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { DEFAULT_AVATAR_ID } from '../../accounts/account/currentUser.ts'
import { changeFallbacks, wearAvatars } from '../../users/profile/appearance.ts'
import { lockWearers, lockWorn, type Wearer, type WornColumn } from '../locks.ts'
import { type DueAvatar, RANKED, readMarkedAvatars, readWearable, unmarkAvatar, type Wearing } from './queries.ts'

/** The job that brings changes of avatars to those who wear them. */
export const WEARERS_JOB = 'update-wearers'

/**
 * Columns that mark an avatar, in the transaction of a change that concerns those who wear it: a new picture or tags, or
 * that it was deleted, hidden, shown, made private, or that somebody's license has ended. The job does the rest: it is
 * requested with the mark, and runs each minute as well.
 */
export function wearersDue({ now, requestJob }: Pick<Scope, 'now'> & Pick<InTransaction, 'requestJob'>) {
  requestJob(WEARERS_JOB)
  return { wearersDueAt: now }
}

/** Avatars, and people in a transaction. */
const BATCH = 500

/**
 * Brings changes of avatars to those who wear them: a new look, or another avatar to those who may not wear it any more.
 * What a crash leaves is done by the next run, as a mark goes only when all of its avatar is done and the row has not
 * changed meanwhile. Several may run at once.
 */
export async function updateWearers(scope: Scope): Promise<void> {
  for (let after = ''; ; ) {
    const due = await readMarkedAvatars(scope, after, BATCH)
    for (const avatar of due) await updateWearersOf(scope, avatar)
    after = due.at(-1)?.id ?? ''
    if (due.length < BATCH) return
  }
}

async function updateWearersOf(scope: Scope, avatar: DueAvatar): Promise<void> {
  const { id } = avatar
  await eachBatch(scope, 'currentAvatar', id, updateWorn)
  // Everybody has the default as fallback, and may wear it.
  if (id !== DEFAULT_AVATAR_ID) await eachBatch(scope, 'fallbackAvatar', id, updateFallbacks)
  await unmarkAvatar(scope, avatar)
}

type UpdateBatch = (tx: Scope & InTransaction, avatarId: string, wearers: readonly Wearer[]) => Promise<void>

/** Runs an update for all who have an avatar in a column, in the order of their ids. */
async function eachBatch(scope: Scope, column: WornColumn, avatarId: string, update: UpdateBatch): Promise<void> {
  for (let after = ''; ; ) {
    const found = await scope.db.user.findMany({
      where: { [column]: avatarId, id: { gt: after } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    const ids = found.map(({ id }) => id)
    if (ids.length > 0)
      await transact(scope, async (tx) => {
        const wearers = await lockWearers(tx, ids)
        const worn = wearers.flatMap(({ currentAvatar, fallbackAvatar }) => [currentAvatar, fallbackAvatar])
        await lockWorn(tx, [avatarId, DEFAULT_AVATAR_ID, ...worn])
        // What they wear may have changed before they were locked.
        await update(
          tx,
          avatarId,
          wearers.filter((wearer) => wearer[column] === avatarId),
        )
      })
    after = ids.at(-1) ?? ''
    if (ids.length < BATCH) return
  }
}

const pairsOf = (wearers: readonly Wearer[], columns: readonly WornColumn[]): Wearing[] =>
  wearers.flatMap((wearer) => columns.map((column) => ({ userId: wearer.id, avatarId: wearer[column] })))

/** Shows the new look on those who may wear the avatar still; others get their fallback, or the default for want of one. */
async function updateWorn(tx: Scope & InTransaction, _avatarId: string, wearers: readonly Wearer[]): Promise<void> {
  // Nobody needs to be asked about the default, which they get anyway.
  const others = wearers.filter(({ fallbackAvatar }) => fallbackAvatar !== DEFAULT_AVATAR_ID)
  const pairs = [...pairsOf(wearers, ['currentAvatar']), ...pairsOf(others, ['fallbackAvatar'])]
  const mayWear = await readWearable(tx, pairs)
  const worn = wearers.map(({ id: userId, currentAvatar, fallbackAvatar }) => {
    if (mayWear(userId, currentAvatar)) return { userId, avatarId: currentAvatar, fallbackId: fallbackAvatar }
    const fallbackId = mayWear(userId, fallbackAvatar) ? fallbackAvatar : DEFAULT_AVATAR_ID
    return { userId, avatarId: fallbackId, fallbackId }
  })
  await wearAvatars(tx, worn, await readThumbnails(tx, [...new Set(worn.map(({ avatarId }) => avatarId))]))
}

async function readThumbnails(tx: Scope & InTransaction, ids: string[]) {
  const avatars = await tx.db.avatar.findMany({ where: { id: { in: ids } }, select: { id: true, imageUrl: true } })
  return avatars.map(({ id, imageUrl }) => ({ avatarId: id, url: storedUrl(tx, thumbnailUrl(tx, imageUrl)) }))
}

/** Gives the default to those who may not wear their fallback any more. */
async function updateFallbacks(tx: Scope & InTransaction, avatarId: string, wearers: readonly Wearer[]) {
  const mayWear = await readWearable(tx, pairsOf(wearers, ['fallbackAvatar']))
  const bereft = wearers.filter(({ id }) => !mayWear(id, avatarId))
  await changeFallbacks(
    tx,
    bereft.map(({ id: userId }) => ({ userId, fallbackId: DEFAULT_AVATAR_ID })),
  )
}

/**
 * Recomputes the counters of avatars and the values that lists are sorted by, where they can have changed, and forgets who wore an avatar last before
 * the time that they count. A further run changes nothing; runs at the same time do no harm. Returns the number of changed
 * avatars.
 */
export async function countWearers(scope: Scope): Promise<number> {
  const changed = await rankChangedContent(scope, RANKED)
  const where = { lastAt: { lte: addMilliseconds(scope.now, -POPULARITY_WINDOW) } }
  await deleteInBatches((limit) => scope.client.avatarWear.deleteMany({ where, limit }))
  return changed
}
