import { randomUUID } from 'node:crypto'
import type { InventoryTemplate } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type InventoryTemplateId, newId, SYSTEM_USER_IDS, type UserId } from '../../../kernel/ids.ts'
import { assertFound } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { cliAct, staffAct } from '../../audit/staffAct.ts'
import { emitItemChange } from '../events.ts'
import { liveItems } from '../policy.ts'
import { lockHolders } from '../queries.ts'

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

/**
 * Gives a person items, once for each source: again it gives nothing. Answers the ids of the items; empty also while there
 * is no room. The caller has locked the person. Throws `conflict` when there is no room and the grant is not to wait,
 * `invalid` for templates that cannot be given.
 */
export async function grantItems(tx: GrantTransaction, grant: ItemGrant): Promise<readonly string[]> {
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

const isOver = ({ now }: GrantTransaction, { expiryDate }: { readonly expiryDate: Date | null }) =>
  expiryDate !== null && expiryDate <= now

/** The row of a grant that is new or waits; null for one that was given. */
async function insertGrant({ db, now }: GrantTransaction, grant: ItemGrant) {
  const { userId, source, templateIds, quantity = 1, expiryDate } = grant
  const data = { id: newId('inventoryGrant', now), userId, source, templateIds: [...templateIds], quantity, expiryDate }
  await db.inventoryGrant.createMany({ data: [{ ...data, createdAt: now }], skipDuplicates: true })
  return db.inventoryGrant.findFirst({ where: { source, userId, givenAt: null } })
}

/** The templates of these ids, in their order. Throws `invalid` for unknown ones and drafts. */
export async function grantableTemplates({ db }: Pick<Scope, 'db'>, ids: readonly string[]) {
  const found = await findGrantable(db, ids)
  return ids.map((id) => {
    const template = found.find((one) => one.id === id)
    if (!template) throw templateNotGrantable()
    return template
  })
}

const findGrantable = (db: Scope['db'], ids: readonly string[]) =>
  db.inventoryTemplate.findMany({
    where: { id: { in: [...ids] }, status: { not: 'draft' }, NOT: { flags: { has: 'ugc' } } },
  })

/** Throws `invalid` with the entries of a list that are no templates to give. */
export async function assertGrantable({ db }: Pick<Scope, 'db'>, ids: readonly string[]): Promise<void> {
  const message = 'templateIds must be the id of a template that is no draft'
  assertFound('templateIds', ids, { found: await findGrantable(db, ids), message })
}

const templateNotGrantable = () =>
  invalid('templateId', 'templateId must be the id of a template that is no draft', 'unknown_reference')

/** Gives a person what waits for room, oldest first. The person is locked. */
export async function giveWaiting(tx: GrantTransaction, userId: string): Promise<void> {
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
export async function endItemsOfSource(tx: GrantTransaction, source: string): Promise<number> {
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

const decrease = ({ db, now }: GrantTransaction, id: string, quantity: number) =>
  db.inventoryItem.updateMany({ where: { id }, data: { quantity: { decrement: quantity }, updatedAt: now } })

/** Rows of one person, apart from emoji and stickers, which files count. */
export const MAX_ITEMS = 10_000

/** The transaction that gives items. */
export type GrantTransaction = InTransaction & Pick<Scope, 'now'>

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
export async function roomFor({ db, now }: GrantTransaction, holderId: string): Promise<number> {
  return MAX_ITEMS - (await db.inventoryItem.count({ where: { holderId, fileId: null, ...liveItems(now) } }))
}

/** Whether so many of each template fit into this room. */
const fits = (room: number, templates: readonly InventoryTemplate[], quantity: number): boolean =>
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
export async function giveItems(tx: GrantTransaction, given: GivenItems) {
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
  { db, now }: GrantTransaction,
  holderId: string,
  { id, flags }: Pick<InventoryTemplate, 'id' | 'flags'>,
): Promise<boolean> {
  if (!flags.includes('unique')) return false
  return (await db.inventoryItem.count({ where: { holderId, templateId: id, ...liveItems(now) } })) > 0
}

async function giveTemplate(tx: GrantTransaction, given: GivenItems, template: InventoryTemplate): Promise<string[]> {
  const quantity = template.flags.includes('unique') ? 1 : given.quantity
  if (template.quantifiable) return [await addToStack(tx, given, template, quantity)]
  const ids = Array.from({ length: quantity }, () => newId('inventoryItem', tx.now))
  await tx.db.inventoryItem.createMany({ data: ids.map((id) => ({ id, ...newRow(tx, given, template) })) })
  const { grantId } = given
  if (grantId !== null)
    await tx.db.inventoryGrantItem.createMany({ data: ids.map((itemId) => ({ grantId, itemId, quantity: 1 })) })
  for (const id of ids) emitItemChange(tx, { id, holderId: given.holderId, template }, 'added')
  return ids
}

const newRow = (
  { now }: GrantTransaction,
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

async function addToStack(tx: GrantTransaction, given: GivenItems, template: InventoryTemplate, quantity: number) {
  const { holderId, expiryDate, grantId } = given
  const stackKey = stackKeyOf({ holderId, templateId: template.id, expiryDate })
  const id = newId('inventoryItem', tx.now)
  const item = await tx.db.inventoryItem.upsert({
    where: { stackKey },
    create: { id, stackKey, quantity, ...newRow(tx, given, template) },
    update: { quantity: { increment: quantity }, isSeen: false, updatedAt: tx.now },
    select: { id: true },
  })
  if (grantId !== null)
    await tx.db.inventoryGrantItem.upsert({
      where: { grantId_itemId: { grantId, itemId: item.id } },
      create: { grantId, itemId: item.id, quantity },
      update: { quantity: { increment: quantity } },
    })
  emitItemChange(tx, { id: item.id, holderId, template }, item.id === id ? 'added' : 'updated')
  return item.id
}

/** What an admin gives a person. */
interface GivenByAdmin {
  readonly userId: UserId
  readonly templateId: InventoryTemplateId
  /** 1 by default. */
  readonly quantity?: number | undefined
  /** When the items end; never by default. */
  readonly expiresAt?: Date | undefined
}

/**
 * Gives a person items. Answers their ids; empty while the person has no room: then they get them once there is some. Throws
 * `forbidden` unless an admin acts, `invalid`.
 */
export const grantByAdmin = (scope: ViewerScope, given: GivenByAdmin): Promise<readonly string[]> =>
  staffAct(scope, 'grantInventoryItem', (tx) => give(tx, given))

/** What `grantByAdmin` does, for the command line. */
export const grantByCli = (scope: Scope, given: GivenByAdmin): Promise<readonly string[]> =>
  cliAct(scope, 'inventory grant', (tx) => give(tx, given))

async function give(tx: Scope & InTransaction, { userId, templateId, quantity = 1, expiresAt }: GivenByAdmin) {
  const source = `${tx.viewer ? 'admin' : 'cli'}:${randomUUID()}`
  const [holderId] = SYSTEM_USER_IDS.includes(userId) ? [] : await lockHolders(tx, [userId])
  if (!holderId) throw invalid('userId', 'userId must be the id of a person', 'unknown_reference')
  if (expiresAt && expiresAt <= tx.clock.now()) throw invalid('expiresAt', 'expiresAt must be in the future', 'in_past')
  const grant = { userId, templateIds: [templateId], quantity, expiryDate: expiresAt ?? null, source }
  return { subjectId: userId, details: { templateId, quantity }, result: await grantItems(tx, grant) }
}
