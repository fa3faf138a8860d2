import type { PlayerModeration, Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid, userNotFound } from '../../kernel/failure.ts'
import { newId, trusted, type UserId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
import { resumeFriendships, suspendFriendships } from '../friends/friendships.ts'
import { retractNotificationsBetween } from '../notifications/withdraw.ts'
import { lockUserPair } from '../users/locks.ts'
import { assertBelowMaxModerations, lockOwnModerations, MODERATION_LIMIT } from './policy.ts'

/** The aspect that each type of moderation is about: a person has one moderation of an aspect for another person. */
export const MODERATION_ASPECT = {
  block: 'block',
  hideAvatar: 'avatar',
  interactOff: 'interaction',
  interactOn: 'interaction',
  mute: 'voice',
  muteChat: 'chat',
  showAvatar: 'avatar',
  unmute: 'voice',
  unmuteChat: 'chat',
} as const

export type ModerationType = keyof typeof MODERATION_ASPECT

const WITH_DISPLAY_NAMES = {
  source: { select: { displayName: true } },
  target: { select: { displayName: true } },
} satisfies Prisma.PlayerModerationInclude

export type ModerationWithNames = Prisma.PlayerModerationGetPayload<{ include: typeof WITH_DISPLAY_NAMES }>

interface ModerationFilter {
  readonly type?: ModerationType | undefined
  /** Only the viewer's own id is accepted. */
  readonly sourceUserId?: string | undefined
  readonly targetUserId?: UserId | undefined
}

/** The viewer's moderations, the latest first. Throws `forbidden` for a source other than the viewer. */
export async function readModerations(scope: ViewerScope, filter: ModerationFilter): Promise<ModerationWithNames[]> {
  const { type, sourceUserId, targetUserId } = filter
  const { id } = scope.viewer
  if (sourceUserId !== undefined && sourceUserId !== id)
    throw new Failure('forbidden', "You can't view someone else's player moderations", { reason: 'not_own' })
  return scope.db.playerModeration.findMany({
    where: { sourceUserId: id, ...(type && { type }), ...(targetUserId && { targetUserId }) },
    orderBy: { id: 'desc' },
    include: WITH_DISPLAY_NAMES,
    relationLoadStrategy: 'join',
  })
}

/** Which of the viewer's moderations to list; omitted members do not narrow the list. */
interface ModerationListFilter {
  readonly types?: readonly ModerationType[]
  readonly targetUserId?: string
}

const moderationsWhere = ({ viewer }: ViewerScope, { types, targetUserId }: ModerationListFilter) => ({
  sourceUserId: viewer.id,
  ...(types && { type: { in: [...types] } }),
  ...(targetUserId !== undefined && { targetUserId }),
})

/** A page of the viewer's moderations by id, without names. */
export const listModerations = (
  scope: ViewerScope,
  filter: ModerationListFilter,
  page: KeysetPage,
): Promise<PlayerModeration[]> =>
  scope.db.playerModeration.findMany({
    where: { ...moderationsWhere(scope, filter), AND: keysetWhere(page, ['id']) },
    orderBy: keysetOrder(page, ['id']),
    take: page.limit,
  })

/** Number of the viewer's moderations. */
export const countListedModerations = (scope: ViewerScope, filter: ModerationListFilter): Promise<number> =>
  scope.db.playerModeration.count({ where: moderationsWhere(scope, filter) })

/** The viewer's moderation of one aspect of a person. Throws when there is none. */
const readModerationOfAspect = (
  { db, viewer }: Pick<ViewerScope, 'db' | 'viewer'>,
  targetUserId: UserId,
  matter: string,
) =>
  db.playerModeration.findUniqueOrThrow({
    where: { sourceUserId_targetUserId_matter: { sourceUserId: viewer.id, targetUserId, matter } },
    include: WITH_DISPLAY_NAMES,
  })

/** A moderation, and the id of the one that it has replaced; null for none. */
interface ReplacedModeration {
  readonly moderation: ModerationWithNames
  readonly replacedId: string | null
}

/**
 * Creates a moderation of a person, or replaces the viewer's moderation of the same aspect; repeating it changes nothing.
 * A block dismisses all notifications between the two and suspends their friendship. Throws `invalid` for oneself and
 * beyond 10,000 moderations, `missing` for an unknown person, `exhausted` after 120 changes in a minute.
 */
export async function moderateUser(
  scope: ViewerScope,
  userId: UserId,
  type: ModerationType,
): Promise<ReplacedModeration> {
  const { id } = scope.viewer
  if (userId === id) throw invalid('moderated', 'You cannot moderate yourself', 'self_target')
  await scope.limits.take(MODERATION_LIMIT, id)
  return transact(scope, async (tx) => {
    await lockOwnModerations(tx)
    if (!(await lockUserPair(tx, id, userId))) throw userNotFound(userId)
    const { hasChanged, replacedId } = await upsertModeration(tx, userId, type)
    if (hasChanged) tx.emit(ownListChanged(id, { list: 'moderations', targetId: userId }))
    if (hasChanged && type === 'block') await applyBlockEffects(tx, userId)
    return { moderation: await readModerationOfAspect(tx, userId, MODERATION_ASPECT[type]), replacedId }
  })
}

async function upsertModeration(tx: ViewerScope & InTransaction, targetUserId: UserId, type: ModerationType) {
  const { db, viewer, now } = tx
  const matter = MODERATION_ASPECT[type]
  const where = { sourceUserId: viewer.id, targetUserId, matter }
  const row = { id: newId('playerModeration', now), type, createdAt: now }
  const existing = await db.playerModeration.findUnique({ where: { sourceUserId_targetUserId_matter: where } })
  if (existing?.type === type) return { hasChanged: false, replacedId: null }
  if (existing) await db.playerModeration.update({ where: { id: existing.id }, data: row })
  else await insertModeration(tx, { ...row, ...where })
  return { hasChanged: true, replacedId: existing?.id ?? null }
}

async function insertModeration(
  { db, viewer }: ViewerScope & InTransaction,
  row: Prisma.PlayerModerationUncheckedCreateInput,
) {
  assertBelowMaxModerations(await db.playerModeration.count({ where: { sourceUserId: viewer.id } }), 'moderated')
  await db.playerModeration.create({ data: row })
}

async function applyBlockEffects(tx: ViewerScope & InTransaction, userId: UserId): Promise<void> {
  await suspendFriendships(tx, tx.viewer.id, [userId])
  await retractNotificationsBetween(tx, tx.viewer.id, userId)
}

/**
 * Removes a moderation if there is one, and returns its id in a list. The friendship of two friends resumes when neither
 * blocks the other any more. Throws `exhausted` after 120 changes in a minute.
 */
export async function unmoderateUser(scope: ViewerScope, userId: UserId, type: ModerationType): Promise<string[]> {
  await scope.limits.take(MODERATION_LIMIT, scope.viewer.id)
  return removeModerations(scope, { targetUserId: userId, type })
}

/**
 * Removes all of the viewer's moderations, resumes the friendships, and returns the ids of the moderations. Throws
 * `exhausted` after 120 changes in a minute.
 */
export async function clearModerations(scope: ViewerScope): Promise<string[]> {
  await scope.limits.take(MODERATION_LIMIT, scope.viewer.id)
  return removeModerations(scope, {})
}

const removeModerations = (
  scope: ViewerScope,
  filter: Readonly<{ targetUserId?: UserId; type?: ModerationType }>,
): Promise<string[]> =>
  transact(scope, async (tx) => {
    await lockOwnModerations(tx)
    const where = { ...filter, sourceUserId: tx.viewer.id }
    const removed = await tx.db.playerModeration.findMany({
      where,
      orderBy: { id: 'desc' },
      select: { id: true, matter: true, targetUserId: true },
    })
    await tx.db.playerModeration.deleteMany({ where })
    const blocks = removed.filter(({ matter }) => matter === MODERATION_ASPECT.block)
    const unblocked = blocks.map(({ targetUserId }) => trusted<'user'>(targetUserId))
    await resumeFriendships(tx, tx.viewer.id, unblocked)
    const [targetId, ...others] = new Set(removed.map(({ targetUserId }) => targetUserId))
    const entry = others.length === 0 && targetId !== undefined ? { targetId } : {}
    if (removed.length > 0) tx.emit(ownListChanged(tx.viewer.id, { list: 'moderations', ...entry }))
    return removed.map(({ id }) => id)
  })
