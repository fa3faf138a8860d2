import type { InventoryTemplate } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type InventoryTemplateId, newId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { itemTypeOf } from '../item/kinds.ts'
import { templateNotFound } from '../policy.ts'
import { hasContent, type NewTemplate, type TemplateUpdate, templateChanges, templateRules } from './input.ts'
import { loadTemplate } from './templates.ts'

/** Creates a template, as a draft by default. Throws `forbidden` unless an admin acts, `invalid`. */
export const createTemplate = (scope: ViewerScope, given: NewTemplate): Promise<InventoryTemplateId> =>
  adminAct(scope, 'createInventoryTemplate', async (tx) => {
    await assertAll(newTemplateRules(tx, given))
    const { itemType, name, isQuantifiable = false, authorId = null, status = 'draft' } = given
    const id = newId('inventoryTemplate', tx.now)
    const texts = { name, description: '', imageUrl: '', metadata: {} }
    const changes = { ...texts, ...(await templateChanges(tx, { ...given, status })) }
    if (status !== 'draft' && !hasContent({ itemType, metadata: changes.metadata })) throw incomplete()
    const data = { id, itemType, quantifiable: isQuantifiable, authorId, createdAt: tx.now, updatedAt: tx.now }
    await tx.db.inventoryTemplate.create({ data: { ...data, ...changes, status } })
    return { subjectId: id, details: { itemType, status }, result: id }
  })

/** The rules for a new template. */
export const newTemplateRules = (scope: Scope, given: NewTemplate): InputRule[] => [
  ...templateRules(scope, given.itemType, given),
  () => assertAuthor(scope, given.authorId),
]

async function assertAuthor({ db }: Scope, id: string | undefined): Promise<void> {
  if (id !== undefined && (await db.user.count({ where: { id, erasedAt: null } })) === 0)
    throw invalid('authorId', 'authorId must be the id of a person', 'unknown_reference')
}

const incomplete = () => invalid('status', 'status: a draft lacks what the item is', 'required')

/** Changes a template. Throws `forbidden` unless an admin acts, `missing`, `invalid`, `conflict` for a step back to a draft. */
export const updateTemplate = (scope: ViewerScope, id: InventoryTemplateId, update: TemplateUpdate): Promise<void> =>
  tellingAllFaults(
    () => templateUpdateRules(scope, id, update),
    () => applyUpdate(scope, id, update),
  )

/** The rules for the update of a template. */
export async function templateUpdateRules(scope: Scope, id: string, update: TemplateUpdate): Promise<InputRule[]> {
  const template = await loadTemplate(scope, id)
  return template ? templateRules(scope, itemTypeOf(template), update) : []
}

const applyUpdate = (scope: ViewerScope, id: InventoryTemplateId, update: TemplateUpdate): Promise<void> =>
  adminAct(scope, 'updateInventoryTemplate', async (tx) => {
    // Two updates at once take turns.
    await tx.db.inventoryTemplate.updateMany({ where: { id }, data: { updatedAt: tx.now } })
    const template = assertUpdatable(await tx.db.inventoryTemplate.findUnique({ where: { id } }), update)
    await assertAll(templateRules(tx, itemTypeOf(template), update))
    const changes = await templateChanges(tx, update)
    assertPublishable(template, { ...template, ...changes })
    await tx.db.inventoryTemplate.update({ where: { id }, data: changes })
    return { subjectId: id, details: { fields: Object.keys(changes).sort() } }
  })

/** Throws unless the template can be changed so. */
function assertUpdatable(template: InventoryTemplate | null, { status }: TemplateUpdate): InventoryTemplate {
  if (!template) throw templateNotFound()
  if (template.flags.includes('ugc')) throw houseTemplate()
  if (status === 'draft' && template.status !== 'draft') throw noDraftAgain()
  return template
}

/** Throws `invalid` for a draft that is published without what its items are. */
function assertPublishable(
  before: InventoryTemplate,
  after: Pick<InventoryTemplate, 'status' | 'itemType' | 'metadata'>,
) {
  if (before.status === 'draft' && after.status !== 'draft' && !hasContent(after)) throw incomplete()
}

const noDraftAgain = () =>
  new Failure('conflict', 'A template that was published is no draft again: retire it', {
    reason: 'template_published',
  })
const houseTemplate = () =>
  new Failure('conflict', 'The templates of what people make cannot be changed', { reason: 'template_published' })
