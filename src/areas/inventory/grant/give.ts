import type { InventoryTemplate } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { emitItemChange } from '../events.ts'
import { liveItems } from '../policy.ts'

/** Rows of one person, apart from emoji and stickers, which files count. */
export const MAX_ITEMS = 10_000

type Giving = InTransaction & Pick<Scope, 'now'>

/** Items to make. */
interface GivenItems {
  readonly holderId: string
  readonly templates: readonly InventoryTemplate[]
  /** Of each template. */
  readonly quantity: number
  readonly expiryDate: Date | null
  readonly source: string
  /** The grant with which the items end. */
  readonly grantId: string | null
}

/** How many rows more a person can have. The person is locked. */
export async function roomFor({ db, now }: Giving, holderId: string): Promise<number> {
  return MAX_ITEMS - (await db.inventoryItem.count({ where: { holderId, fileId: null, ...liveItems(now) } }))
}

/** Whether so many of each template fit into this room. */
export const fits = (room: number, templates: readonly InventoryTemplate[], quantity: number): boolean =>
  templates.reduce((rows, { quantifiable }) => rows + (quantifiable ? 1 : quantity), 0) <= room

/** Throws `conflict` unless so many of each template fit into this room. */
export function assertRoom(room: number, templates: readonly InventoryTemplate[], quantity: number): void {
  if (!fits(room, templates, quantity))
    throw new Failure('conflict', `You have too many items: the most is ${MAX_ITEMS}`, { reason: 'limit_reached' })
}

/**
 * Makes items. Quantifiable ones of one template and expiry share a row; of unique ones a person has one at most. Answers
 * the ids of the rows, and the templates of which the person has one already. The holder is locked.
 */
export async function giveItems(tx: Giving, given: GivenItems) {
  const itemIds: string[] = []
  const heldTemplateIds: string[] = []
  for (const template of given.templates) {
    if (await isHeld(tx, given.holderId, template)) heldTemplateIds.push(template.id)
    else itemIds.push(...(await giveTemplate(tx, given, template)))
  }
  return { itemIds: [...new Set(itemIds)], heldTemplateIds }
}

/** Whether a person has an item of which nobody has two. */
export async function isHeld(
  { db, now }: Giving,
  holderId: string,
  { id, flags }: Pick<InventoryTemplate, 'id' | 'flags'>,
): Promise<boolean> {
  if (!flags.includes('unique')) return false
  return (await db.inventoryItem.count({ where: { holderId, templateId: id, ...liveItems(now) } })) > 0
}

async function giveTemplate(tx: Giving, given: GivenItems, template: InventoryTemplate): Promise<string[]> {
  const quantity = template.flags.includes('unique') ? 1 : given.quantity
  if (template.quantifiable) return [await addToStack(tx, given, template, quantity)]
  const ids = Array.from({ length: quantity }, () => newId('inventoryItem', tx.now))
  await tx.db.inventoryItem.createMany({ data: ids.map((id) => ({ id, ...newRow(tx, given, template) })) })
  if (given.grantId !== null) await addShares(tx, given.grantId, ids, 1)
  for (const id of ids) emitItemChange(tx, { id, holderId: given.holderId, template }, 'added')
  return ids
}

const newRow = (
  { now }: Giving,
  { holderId, expiryDate, source }: GivenItems,
  { id: templateId }: InventoryTemplate,
) => ({
  holderId,
  templateId,
  expiryDate,
  source,
  createdAt: now,
  updatedAt: now,
})

/** What names the row that equal quantifiable items of a person share. */
export const stackKeyOf = ({
  holderId,
  templateId,
  expiryDate,
}: Pick<GivenItems, 'holderId' | 'expiryDate'> & { readonly templateId: string }): string =>
  `${holderId}:${templateId}:${expiryDate?.getTime() ?? ''}`

async function addToStack(tx: Giving, given: GivenItems, template: InventoryTemplate, quantity: number) {
  const { holderId, expiryDate, grantId } = given
  const stackKey = stackKeyOf({ holderId, templateId: template.id, expiryDate })
  const id = newId('inventoryItem', tx.now)
  const item = await tx.db.inventoryItem.upsert({
    where: { stackKey },
    create: { id, stackKey, quantity, ...newRow(tx, given, template) },
    update: { quantity: { increment: quantity }, isSeen: false, updatedAt: tx.now },
    select: { id: true },
  })
  if (grantId !== null) await addShares(tx, grantId, [item.id], quantity)
  emitItemChange(tx, { id: item.id, holderId, template }, item.id === id ? 'added' : 'updated')
  return item.id
}

const addShares = ({ sql }: Giving, grantId: string, itemIds: readonly string[], quantity: number) => sql`
  INSERT INTO "InventoryGrantItem" ("grantId", "itemId", quantity)
  SELECT ${grantId}, id, ${quantity}::integer FROM unnest(${[...itemIds]}::text[]) AS id
  ON CONFLICT ("grantId", "itemId") DO UPDATE SET quantity = "InventoryGrantItem".quantity + excluded.quantity`
