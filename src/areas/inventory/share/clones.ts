import { BOUNDS } from '../../../kernel/bounds.ts'
import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type InventoryItemId, newId, type UserId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { readRelations } from '../../users/relations.ts'
import { emitItemChange } from '../events.ts'
import { isHeld, roomFor } from '../grant/grants.ts'
import { type ItemRow, readOwnItem } from '../item/items.ts'
import { assertFlag } from '../item/kinds.ts'
import { liveItems } from '../policy.ts'
import { lockHolders } from '../queries.ts'

/** People who can be given copies at once. */
const MAX_RECEIVERS = 40
const SHARE_LIMIT: RateLimit = { name: 'share-inventory-item', points: 30, window: 60 }

interface Sharing {
  readonly users: readonly UserId[]
  /** Seconds after which the copies are gone. */
  readonly duration: number
}

/**
 * Gives friends, and people in the same instance, copies of an item of the viewer for a time; who has no room for copies gets
 * none.
 * Throws `missing`, `conflict` for an item that cannot be copied, `invalid` for others than those people, `exhausted` after 30
 * times in a minute.
 */
export async function shareItem(scope: ViewerScope, id: InventoryItemId, { users, duration }: Sharing): Promise<void> {
  await scope.limits.take(SHARE_LIMIT, scope.viewer.id)
  const receivers = [...new Set(users)]
  if (receivers.length === 0) throw invalid('users', 'users must not be empty', 'too_few_entries')
  if (receivers.length > MAX_RECEIVERS) throw tooManyReceivers()
  await transact(scope, async (open) => {
    const present = await lockHolders(open, [open.viewer.id, ...receivers])
    const tx = { ...open, now: open.clock.now() }
    const item = await readOwnItem(tx, id)
    assertFlag(item, 'cloneable')
    await assertNear(tx, receivers, present)
    const expiryDate = endOf(tx, item, duration)
    for (const holderId of receivers) await giveClone(tx, item, { holderId, expiryDate })
  })
}

const tooManyReceivers = () =>
  invalid('users', `users must have at most ${MAX_RECEIVERS} entries`, {
    reason: 'too_many_entries',
    max: MAX_RECEIVERS,
  })

const notNear = () => invalid('users', 'users must be friends or people in the same instance', 'unknown_reference')

/** Throws `invalid` unless each is a friend, or in the instance of the viewer, and there is no block. */
async function assertNear(scope: ViewerScope, ids: readonly UserId[], present: readonly UserId[]): Promise<void> {
  const { viewer } = scope
  if (ids.includes(viewer.id)) throw invalid('users', 'users must be others than oneself', 'self_target')
  const relations = await readRelations(scope, ids)
  const locations = await locationsOf(scope, [viewer.id, ...ids])
  const here = locations.get(viewer.id)
  const isNear = (id: UserId) => {
    const relation = relations.get(id)
    if (!present.includes(id) || relation?.isBlocked) return false
    return relation?.isFriend === true || (here !== undefined && locations.get(id) === here)
  }
  if (!ids.every(isNear)) throw notNear()
}

/** When copies of an item end that are given for so many seconds: no later than the item itself. */
export function endOf({ now }: Pick<Scope, 'now'>, { expiryDate }: ItemRow, duration: number): Date {
  const end = addMilliseconds(now, duration * SECOND)
  return expiryDate !== null && expiryDate < end ? expiryDate : end
}

interface Clone {
  readonly holderId: string
  readonly expiryDate: Date
}

/** How the source of copies begins; the id of who has given them follows. */
const COPY_SOURCE = 'copy:'

/**
 * How many copies more a person can have of what a giver has. They come without the person's consent, so that neither one
 * giver nor all together can take the room for what the person has got otherwise.
 */
async function roomForCopies({ db, now }: InTransaction & Pick<Scope, 'now'>, holderId: string, giverId: string) {
  const where = { holderId, cloneOfId: { not: null }, ...liveItems(now) }
  const givers = await db.inventoryItem.groupBy({ by: ['source'], where, _count: true })
  const all = givers.reduce((sum, { _count }) => sum + _count, 0)
  const ofGiver = givers.find(({ source }) => source === `${COPY_SOURCE}${giverId}`)?._count ?? 0
  return Math.min(BOUNDS.copies.most - all, BOUNDS.copiesOfGiver.most - ofGiver)
}

/**
 * Gives a person a copy of an item for a time. Answers its id; null when the person has no room for copies, or has one of which
 * nobody has two. The person is locked.
 */
export async function giveClone(
  tx: InTransaction & Pick<Scope, 'now'>,
  { id: cloneOfId, holderId: giverId, template, userAttributes }: ItemRow,
  { holderId, expiryDate }: Clone,
): Promise<string | null> {
  if (await isHeld(tx, holderId, template)) return null
  const room = Math.min(await roomFor(tx, holderId), await roomForCopies(tx, holderId, giverId))
  // A copy is always a row of its own.
  if (room < 1) return null
  const id = newId('inventoryItem', tx.now)
  const copied = {
    cloneOfId,
    templateId: template.id,
    userAttributes: Object(userAttributes),
    source: `${COPY_SOURCE}${giverId}`,
  }
  await tx.db.inventoryItem.create({
    data: { id, holderId, expiryDate, ...copied, createdAt: tx.now, updatedAt: tx.now },
  })
  emitItemChange(tx, { id, holderId, template }, 'added')
  return id
}

/** Where people are, by their ids; those who are in no instance are left out. One statement. */
export async function locationsOf({ db }: Pick<Scope, 'db'>, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.occupant.findMany({
    where: { userId: { in: [...ids] } },
    select: { userId: true, location: true },
  })
  return new Map(rows.map(({ userId, location }) => [userId, location]))
}

/** Where a person is; null for in no instance. */
export const locationOf = async (scope: Pick<Scope, 'db'>, id: string): Promise<string | null> =>
  (await locationsOf(scope, [id])).get(id) ?? null
