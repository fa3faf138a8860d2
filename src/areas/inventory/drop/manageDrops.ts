import type { InventoryDrop, Prisma } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type InventoryDropId, isId, newId } from '../../../kernel/ids.ts'
import { assertAll, assertDistinct, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { assertGrantable } from '../grant/grants.ts'
import { dropNotFound } from '../policy.ts'
import { loadDrop } from './drops.ts'

/** Templates that a drop can give. */
const MAX_DROPPED = 20

interface DropNotice {
  readonly title: string
  readonly body: string
  readonly imageUrl: string
}

/** What can be changed of a drop; omitted fields keep their value. */
export interface DropUpdate {
  readonly name?: string | undefined
  readonly templateIds?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  /** everyone, supporters or the id of a group. */
  readonly targetGroup?: string | undefined
  readonly startDropDate?: Date | undefined
  readonly endDropDate?: Date | undefined
  /** Null for items that never end. */
  readonly dropExpiryDate?: Date | null | undefined
  readonly isDisabled?: boolean | undefined
  /** Null for no notification. */
  readonly notice?: DropNotice | null | undefined
}

interface NewDrop extends DropUpdate {
  readonly name: string
  readonly templateIds: readonly string[]
  readonly startDropDate: Date
  readonly endDropDate: Date
}

type DropDates = Pick<InventoryDrop, 'startDropDate' | 'endDropDate' | 'dropExpiryDate'>

/** Creates a drop. Throws `forbidden` unless an admin acts, `invalid`. */
export const createDrop = (scope: ViewerScope, given: NewDrop): Promise<InventoryDropId> =>
  staffAct(scope, 'createInventoryDrop', async (tx) => {
    await assertAll(newDropRules(tx, given))
    const { name, templateIds, startDropDate, endDropDate, targetGroup = 'everyone' } = given
    const id = newId('inventoryDrop', tx.now)
    const plan = { name, templateIds: [...templateIds], startDropDate, endDropDate, targetGroup }
    const data = { id, authorId: tx.viewer.id, ...plan, ...changesOf(tx, given), createdAt: tx.now, updatedAt: tx.now }
    await tx.db.inventoryDrop.create({ data })
    return { subjectId: id, details: { targetGroup }, result: id }
  })

/** The rules for a new drop. */
export const newDropRules = (scope: Scope, given: NewDrop): InputRule[] => dropRules(scope, given, given)

/** Changes a drop. What it has given stays. Throws `forbidden` unless an admin acts, `missing`, `invalid`. */
export const updateDrop = (scope: ViewerScope, id: InventoryDropId, update: DropUpdate): Promise<void> =>
  tellingAllFaults(
    () => dropUpdateRules(scope, id, update),
    () =>
      staffAct(scope, 'updateInventoryDrop', async (tx) => {
        // Two updates at once take turns.
        await tx.db.inventoryDrop.updateMany({ where: { id }, data: { updatedAt: tx.now } })
        const drop = await tx.db.inventoryDrop.findUnique({ where: { id } })
        if (!drop) throw dropNotFound()
        await assertAll(dropRules(tx, update, drop))
        const changes = changesOf(tx, update)
        await tx.db.inventoryDrop.update({ where: { id }, data: changes })
        return { subjectId: id, details: { fields: Object.keys(changes).sort() } }
      }),
  )

/** The rules for the update of a drop. */
export async function dropUpdateRules(scope: Scope, id: string, update: DropUpdate): Promise<InputRule[]> {
  const drop = await loadDrop(scope, id)
  return drop ? dropRules(scope, update, drop) : []
}

const dropRules = (scope: Scope, given: DropUpdate, standing: DropUpdate): InputRule[] => {
  const { startDropDate, endDropDate, dropExpiryDate } = { ...standing, ...definedDates(given) }
  return [
    () => assertTemplates(scope, given.templateIds),
    () => assertTarget(scope, given.targetGroup),
    () => assertAfter('endDropDate', endDropDate, startDropDate),
    () => assertAfter('dropExpiryDate', dropExpiryDate, startDropDate),
  ]
}

const definedDates = ({ startDropDate, endDropDate, dropExpiryDate }: DropUpdate): Partial<DropDates> => ({
  ...(startDropDate && { startDropDate }),
  ...(endDropDate && { endDropDate }),
  ...(dropExpiryDate !== undefined && { dropExpiryDate }),
})

async function assertTemplates(scope: Scope, ids: readonly string[] | undefined): Promise<void> {
  if (!ids) return
  if (ids.length === 0) throw invalid('templateIds', 'templateIds must not be empty', 'too_few_entries')
  if (ids.length > MAX_DROPPED)
    throw invalid('templateIds', `templateIds must have at most ${MAX_DROPPED} entries`, {
      reason: 'too_many_entries',
      max: MAX_DROPPED,
    })
  assertDistinct('templateIds', ids, 'templateIds must not name a template twice')
  await assertGrantable(scope, ids)
}

async function assertTarget({ db }: Scope, target: string | undefined): Promise<void> {
  if (target === undefined || target === 'everyone' || target === 'supporters') return
  const exists = isId('group', target) && (await db.group.count({ where: { id: target, deletedAt: null } })) > 0
  if (!exists)
    throw invalid('targetGroup', 'targetGroup must be everyone, supporters or the id of a group', 'unknown_reference')
}

function assertAfter(field: string, end: Date | null | undefined, start: Date | undefined): void {
  if (end && start && end <= start) throw invalid(field, `${field} must be after startDropDate`, 'wrong_order')
}

/** The columns that an update sets. */
function changesOf(scope: Scope, { name, templateIds, tags, targetGroup, isDisabled, notice, ...dates }: DropUpdate) {
  return {
    ...(name !== undefined && { name }),
    ...(templateIds && { templateIds: [...templateIds] }),
    ...(tags && { tags: [...new Set(tags)] }),
    ...(targetGroup !== undefined && { targetGroup }),
    ...(isDisabled !== undefined && { isDisabled }),
    ...(notice !== undefined && {
      notificationDetails: notice ? { ...notice, imageUrl: storedUrl(scope, notice.imageUrl) } : {},
    }),
    ...definedDates(dates),
  } satisfies Prisma.InventoryDropUncheckedUpdateInput
}
