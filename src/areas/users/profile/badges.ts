import type { Badge } from '../../../generated/prisma/client.ts'
import { type ConditionalChange, changedSince, ifUnchanged } from '../../../kernel/changedSince.ts'
import { Failure, invalid, userNotFound } from '../../../kernel/failure.ts'
import { type BadgeId, newId, type UserId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'
import { type InTransaction, isUniqueViolation } from '../../../kernel/transaction.ts'
import { userChanged } from '../../accounts/events.ts'
import { ownerOrAdminAct, staffAct } from '../../audit/staffAct.ts'
import { assertCanChangeUser, visibleUsers } from '../policy.ts'

interface BadgeTexts {
  /** 1 to 64 characters; unique among badges. */
  readonly name: string
  readonly description: string
  /** URL on any host, or empty. */
  readonly imageUrl: string
}

const MAX_LENGTHS: Readonly<Record<keyof BadgeTexts, number>> = { name: 64, description: 512, imageUrl: 2_048 }

/** Makes a badge. Throws `forbidden` for all but admins, `invalid` for a malformed text, `conflict` for a taken name. */
export async function createBadge(scope: Scope, texts: BadgeTexts): Promise<Badge> {
  await assertAll(badgeRules(scope, texts))
  return staffAct(scope, 'createBadge', async ({ db, now }) => {
    const id = newId('badge', now)
    const data = { id, ...pickTexts(scope, texts), createdAt: now, updatedAt: now }
    return { subjectId: id, result: await db.badge.create({ data }) }
  }).catch(rethrowDuplicateName)
}

/**
 * Changes a badge for all its holders; texts left out stay. Throws `forbidden`, `missing` for an unknown badge, and `conflict`
 * for one that was changed since.
 */
export const changeBadge = (
  scope: Scope,
  id: BadgeId,
  { ifUpdatedAt, ...change }: Partial<BadgeTexts> & ConditionalChange,
): Promise<Badge> =>
  staffAct(scope, 'changeBadge', async (tx) => {
    const { db, now } = tx
    const badge = await db.badge.findUnique({ where: { id } })
    if (!badge) throw badgeNotFound()
    const texts = pickTexts(tx, { ...badge, ...change })
    await assertAll(badgeRules(tx, { ...change, name: texts.name }, id))
    const where = { id, ...ifUnchanged({ ifUpdatedAt }) }
    const [result] = await db.badge.updateManyAndReturn({ where, data: { ...texts, updatedAt: now } })
    if (!result) throw changedSince()
    return { subjectId: id, result }
  }).catch(rethrowDuplicateName)

/** Awards a badge to a person; a second award changes nothing. Admins only. */
export const awardBadge = (scope: Scope, userId: UserId, badgeId: BadgeId): Promise<void> =>
  staffAct(scope, 'awardBadge', async ({ db, now, emit }) => {
    if ((await db.badge.count({ where: { id: badgeId } })) === 0) throw badgeNotFound()
    if ((await db.user.count({ where: { id: userId, ...visibleUsers } })) === 0) throw userNotFound(userId)
    const data = [{ userId, badgeId, assignedAt: now, updatedAt: now }]
    await db.userBadge.createMany({ data, skipDuplicates: true })
    emit(userChanged(userId))
    return { subjectId: userId, details: { badgeId } }
  })

/**
 * Gives a person badges, for an area above; those that the person has stay as they are. Answers the badges that exist. The
 * caller has locked the person.
 */
export async function giveBadges(
  { db, now, emit }: InTransaction & Pick<Scope, 'now'>,
  userId: UserId,
  badgeIds: readonly string[],
): Promise<Badge[]> {
  if (badgeIds.length === 0) return []
  const badges = await db.badge.findMany({ where: { id: { in: [...badgeIds] } }, orderBy: { name: 'asc' } })
  const data = badges.map(({ id: badgeId }) => ({ userId, badgeId, assignedAt: now, updatedAt: now }))
  const { count } = await db.userBadge.createMany({ data, skipDuplicates: true })
  if (count > 0) emit(userChanged(userId))
  return badges
}

/**
 * Withdraws a badge from a person. Answers the id of the award. Admins only. Throws `missing` when the person does not have
 * the badge.
 */
export const withdrawBadge = (scope: Scope, userId: UserId, badgeId: BadgeId): Promise<string> =>
  staffAct(scope, 'withdrawBadge', async ({ db, emit }) => {
    const award = await db.userBadge.findUnique({
      where: { userId_badgeId: { userId, badgeId } },
      select: { id: true },
    })
    const { count } = await db.userBadge.deleteMany({ where: { userId, badgeId } })
    if (!award || count === 0) throw userBadgeNotFound()
    emit(userChanged(userId))
    return { subjectId: userId, details: { badgeId }, result: award.id }
  })

const pickTexts = (scope: Scope, { name, description, imageUrl }: BadgeTexts): BadgeTexts => ({
  name: name.trim(),
  description,
  imageUrl: storedUrl(scope, imageUrl),
})

/** The rules for what is given of a badge; `id` is that of a badge that has the texts already. */
export function badgeRules(scope: Scope, texts: Partial<BadgeTexts>, id?: BadgeId): InputRule[] {
  const { name, imageUrl } = texts
  return [
    () => name !== undefined && assertBadgeName(name),
    () => assertTextLength('name', texts),
    () => assertTextLength('description', texts),
    () => assertTextLength('imageUrl', texts),
    () => imageUrl !== undefined && assertImageUrl(imageUrl),
    () => name !== undefined && assertNameIsFree(scope, name, id),
  ]
}

function assertBadgeName(name: string): void {
  if (isBlank(name)) throw invalid('name', 'name: must not be empty', { reason: 'too_short', min: 1 })
}

function assertTextLength(field: keyof BadgeTexts, { [field]: text = '' }: Partial<BadgeTexts>): void {
  const max = MAX_LENGTHS[field]
  if (characterCount(text) > max)
    throw invalid(field, `${field}: at most ${max} characters`, { reason: 'too_long', max })
}

function assertImageUrl(imageUrl: string): void {
  if (imageUrl !== '' && !/^https?:\/\//.test(imageUrl))
    throw invalid('imageUrl', 'imageUrl: must be an http or https address', 'not_a_url')
}

async function assertNameIsFree({ db }: Scope, name: string, id?: BadgeId): Promise<void> {
  const where = { name: name.trim(), ...(id && { NOT: { id } }) }
  if ((await db.badge.count({ where })) > 0) throw nameTaken()
}

const nameTaken = () =>
  new Failure('conflict', 'name: this badge exists already', { reason: 'already_exists', field: 'name' })

function rethrowDuplicateName(error: unknown): never {
  throw isUniqueViolation(error) ? nameTaken() : error
}

const badgeNotFound = () => new Failure('missing', 'Badge not found', { reason: 'badge_not_found' })
const userBadgeNotFound = () =>
  new Failure('missing', 'The user does not have the badge.', { reason: 'badge_not_found' })

/** Shows, showcases or hides a person's badge; fields left out stay. Throws `missing` for any other badge. */
export async function updateBadge(
  scope: ViewerScope,
  userId: UserId,
  badgeId: BadgeId,
  change: { hidden?: boolean | undefined; showcased?: boolean | undefined },
): Promise<void> {
  assertCanChangeUser(scope, userId)
  await ownerOrAdminAct(scope, 'updateBadge', async (tx) => {
    const { count } = await tx.db.userBadge.updateMany({
      where: { userId, badgeId },
      data: {
        ...(change.hidden !== undefined && { hidden: change.hidden }),
        ...(change.showcased !== undefined && { showcased: change.showcased }),
        updatedAt: tx.now,
      },
    })
    if (count === 0) throw userBadgeNotFound()
    tx.emit(userChanged(userId))
    return { subjectId: userId, ownerId: userId, details: { badgeId } }
  })
}
