import { invalid } from '../../../kernel/failure.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { emitItemChange } from '../events.ts'
import { assertRoom, fits, giveItems, roomFor } from './give.ts'

/** What a source gives a person. */
export interface ItemGrant {
  readonly userId: string
  readonly templateIds: readonly string[]
  /** Of each template; 1 by default. */
  readonly quantity?: number
  /** When the items end; null for never. */
  readonly expiryDate: Date | null
  /** What gives them, such as a drop or a purchase: it gives each person once. */
  readonly source: string
  /** What happens to a grant for which the person has no room: by default it waits until there is some. */
  readonly whenFull?: 'wait' | 'refuse'
}

/** How the source of what the token of a pedestal gives begins; it is forgotten when the token is over. */
export const TOKEN_SOURCE = 'token:'

/** Most of a template that one grant gives. */
export const MAX_GRANTED = 100

type Granting = InTransaction & Pick<Scope, 'now'>

/**
 * Gives a person items, once for each source: again it gives nothing. Answers the ids of the items; empty also while there
 * is no room. The caller has locked the person. Throws `conflict` when there is no room and the grant is not to wait,
 * `invalid` for templates that cannot be given.
 */
export async function grantItems(tx: Granting, grant: ItemGrant): Promise<readonly string[]> {
  const row = await insertGrant(tx, grant)
  if (!row) return []
  const { userId, source, templateIds, quantity } = row
  const templates = await grantableTemplates(tx, templateIds)
  const room = await roomFor(tx, userId)
  if (grant.whenFull === 'refuse') assertRoom(room, templates, quantity)
  if (!fits(room, templates, quantity)) return []
  await tx.db.inventoryGrant.update({ where: { id: row.id }, data: { givenAt: tx.now } })
  if (isOver(tx, row)) return []
  const { expiryDate, id: grantId } = row
  return (await giveItems(tx, { holderId: userId, templates, quantity, expiryDate, source, grantId })).itemIds
}

const isOver = ({ now }: Granting, { expiryDate }: { readonly expiryDate: Date | null }) =>
  expiryDate !== null && expiryDate <= now

/** The row of a grant that is new or waits; null for one that was given. */
async function insertGrant({ db, now }: Granting, grant: ItemGrant) {
  const { userId, source, templateIds, quantity = 1, expiryDate } = grant
  const data = { id: newId('inventoryGrant', now), userId, source, templateIds: [...templateIds], quantity, expiryDate }
  await db.inventoryGrant.createMany({ data: [{ ...data, createdAt: now }], skipDuplicates: true })
  return db.inventoryGrant.findFirst({ where: { source, userId, givenAt: null } })
}

/** The templates of these ids, in their order. Throws `invalid` for unknown ones and drafts. */
export async function grantableTemplates({ db }: Pick<Scope, 'db'>, ids: readonly string[]) {
  const found = await db.inventoryTemplate.findMany({ where: { id: { in: [...ids] }, status: { not: 'draft' } } })
  return ids.map((id) => {
    const template = found.find((one) => one.id === id)
    if (!template || template.flags.includes('ugc')) throw templateNotGrantable()
    return template
  })
}

const templateNotGrantable = () =>
  invalid('templateId', 'templateId must be the id of a template that is no draft', 'unknown_reference')

/** Gives a person what waits for room, oldest first. The person is locked. */
export async function giveWaiting(tx: Granting, userId: string): Promise<void> {
  const waiting = await tx.db.inventoryGrant.findMany({
    where: { userId, givenAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MAX_GRANTED,
  })
  for (const grant of waiting) await grantItems(tx, grant)
}

/** Whether nothing that a source has given was consumed or equipped. */
export const isSourceUnused = async ({ db }: Pick<Scope, 'db'>, source: string): Promise<boolean> =>
  (await db.inventoryGrant.count({ where: { source, NOT: { usedAt: null } } })) === 0

/**
 * Ends what a source has given, as far as it is left, and what it has not given yet. It could give again. Returns the number
 * of items that are gone. The caller has locked the people.
 */
export async function endItemsOfSource(tx: Granting, source: string): Promise<number> {
  const shares = await tx.db.inventoryGrantItem.findMany({
    where: { grant: { source } },
    include: { item: { include: { template: { select: { itemType: true } } } } },
    orderBy: { itemId: 'asc' },
  })
  await tx.db.inventoryGrant.deleteMany({ where: { source } })
  let gone = 0
  for (const { item, quantity } of shares) {
    const isGone = quantity >= item.quantity
    if (isGone) await tx.db.inventoryItem.deleteMany({ where: { id: item.id } })
    else await decrease(tx, item.id, quantity)
    emitItemChange(tx, item, isGone ? 'deleted' : 'updated')
    gone += isGone ? 1 : 0
  }
  return gone
}

const decrease = ({ db, now }: Granting, id: string, quantity: number) =>
  db.inventoryItem.updateMany({ where: { id }, data: { quantity: { decrement: quantity }, updatedAt: now } })
