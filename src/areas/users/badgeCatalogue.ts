import type { Badge } from '../../generated/prisma/client.ts'
import { Failure, invalid, noSuchUser } from '../../kernel/failure.ts'
import { type BadgeId, newId, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isDuplicate, transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { userChanged } from '../accounts/events.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { visibleUsers } from './policy.ts'

export interface BadgeTexts {
  /** 1 to 64 characters; no two badges have the same. */
  readonly name: string
  readonly description: string
  /** An address on any host, or empty. */
  readonly imageUrl: string
}

const LONGEST: Readonly<Record<keyof BadgeTexts, number>> = { name: 64, description: 512, imageUrl: 2_048 }

/** Admins only, as all acts here. Throws `invalid` for a text that may not be, `conflict` for a name that is taken. */
export async function createBadge(scope: Scope, texts: BadgeTexts): Promise<Badge> {
  requireAdmin(scope)
  checkTexts(texts)
  return transact(scope, async (open) => {
    const id = newId('badge', open.now)
    await audit(open, { act: 'createBadge', subjectId: id })
    return open.db.badge.create({ data: { id, ...picked(texts), createdAt: open.now, updatedAt: open.now } })
  }).catch(throwTaken)
}

/** Changes a badge wherever it is worn; what is left out stays. Throws `missing` for an unknown one. */
export async function changeBadge(scope: Scope, id: BadgeId, change: Partial<BadgeTexts>): Promise<Badge> {
  requireAdmin(scope)
  return transact(scope, async (open) => {
    const badge = await open.db.badge.findUnique({ where: { id } })
    if (!badge) throw noSuchBadge()
    const texts = picked({ ...badge, ...change })
    checkTexts(texts)
    await audit(open, { act: 'changeBadge', subjectId: id })
    return open.db.badge.update({ where: { id }, data: { ...texts, updatedAt: open.now } })
  }).catch(throwTaken)
}

/** Gives a badge to a person; once more changes nothing. */
export async function awardBadge(scope: Scope, userId: UserId, badgeId: BadgeId): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    const { db, now, emit } = open
    if ((await db.badge.count({ where: { id: badgeId } })) === 0) throw noSuchBadge()
    if ((await db.user.count({ where: { id: userId, ...visibleUsers } })) === 0) throw noSuchUser(userId)
    await db.userBadge.createMany({
      data: [{ userId, badgeId, assignedAt: now, updatedAt: now }],
      skipDuplicates: true,
    })
    await audit(open, { act: 'awardBadge', subjectId: userId, details: { badgeId } })
    emit(userChanged(userId))
  })
}

/** Takes a badge from a person. Throws `missing` when the person does not have it. */
export async function withdrawBadge(scope: Scope, userId: UserId, badgeId: BadgeId): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    const { count } = await open.db.userBadge.deleteMany({ where: { userId, badgeId } })
    if (count === 0) throw new Failure('missing', 'The user does not have the badge.')
    await audit(open, { act: 'withdrawBadge', subjectId: userId, details: { badgeId } })
    open.emit(userChanged(userId))
  })
}

const picked = ({ name, description, imageUrl }: BadgeTexts): BadgeTexts => ({
  name: name.trim(),
  description,
  imageUrl,
})

function checkTexts(texts: BadgeTexts): void {
  if (texts.name.trim() === '') throw invalid('name', 'name: must not be empty')
  for (const field of ['name', 'description', 'imageUrl'] as const)
    if (texts[field].length > LONGEST[field]) throw invalid(field, `${field}: at most ${LONGEST[field]} characters`)
  if (texts.imageUrl !== '' && !/^https?:\/\//.test(texts.imageUrl))
    throw invalid('imageUrl', 'imageUrl: must be an http or https address')
}

function throwTaken(error: unknown): never {
  if (isDuplicate(error)) throw new Failure('conflict', 'name: this badge exists already', { field: 'name' })
  throw error
}

const noSuchBadge = () => new Failure('missing', 'Badge not found')
