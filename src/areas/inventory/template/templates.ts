import type { InventoryTemplate, Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import type { InventoryTemplateId } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { createRowLoader } from '../../../kernel/records.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { canSeeTemplate, templateNotFound } from '../policy.ts'

/** Templates that a bundle can have. */
export const MAX_BUNDLED = 50

/** A template by id, regardless of whether the viewer can see it. */
export const loadTemplate = createRowLoader<InventoryTemplate>(({ db }, ids) =>
  db.inventoryTemplate.findMany({ where: { id: { in: [...ids] } } }),
)

/** Throws `missing` for a template that the viewer cannot see. */
export async function readTemplate(scope: ViewerScope, id: InventoryTemplateId): Promise<InventoryTemplate> {
  const template = await loadTemplate(scope, id)
  if (!template || !canSeeTemplate(scope, template)) throw templateNotFound()
  return template
}

/** Ids of the templates in a bundle, in its order; none for other kinds. */
export function bundledIds({ metadata }: Pick<InventoryTemplate, 'metadata'>): string[] {
  const { inventoryItemsToInstantiate: ids } = Object(metadata)
  return Array.isArray(ids) ? ids.map(String) : []
}

/** The templates in a bundle, in its order. */
export async function bundledTemplates({ db }: Pick<Scope, 'db'>, bundle: Pick<InventoryTemplate, 'metadata'>) {
  const ids = bundledIds(bundle)
  if (ids.length === 0) return []
  const found = await db.inventoryTemplate.findMany({ where: { id: { in: ids } } })
  const byId = new Map(found.map((template) => [template.id, template]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const MAX_GLOBAL = 1_000

/** Templates that everybody has, without a row of theirs; oldest first. */
export const listGlobalTemplates = ({ db }: ViewerScope): Promise<InventoryTemplate[]> =>
  db.inventoryTemplate.findMany({
    where: { global: true, status: 'live' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MAX_GLOBAL,
  })

/** Which templates to list. */
interface TemplateFilter {
  readonly status?: string | undefined
  readonly itemType?: string | undefined
  readonly collection?: string | undefined
  readonly isGlobal?: boolean | undefined
  readonly authorId?: string | undefined
}

const listedTemplates = (scope: ViewerScope, filter: TemplateFilter): Prisma.InventoryTemplateWhereInput => {
  const { status, itemType, collection, isGlobal, authorId } = filter
  return {
    AND: [
      isStaff(scope, 'economy') ? {} : { status: { not: 'draft' } },
      ...(status === undefined ? [] : [{ status }]),
      ...(itemType === undefined ? [] : [{ itemType }]),
      ...(collection === undefined ? [] : [{ collections: { has: collection } }]),
      ...(isGlobal === undefined ? [] : [{ global: isGlobal }]),
      ...(authorId === undefined ? [] : [{ authorId }]),
    ],
  }
}

const NEWEST_FIRST = ['createdAt', 'id'] as const

/** A page of the templates that the viewer can see, by `createdAt` and `id`. */
export const templatePage = (scope: ViewerScope, filter: TemplateFilter, page: KeysetPage) =>
  scope.db.inventoryTemplate.findMany({
    where: { AND: [listedTemplates(scope, filter), ...keysetWhere(page, NEWEST_FIRST)] },
    orderBy: keysetOrder(page, NEWEST_FIRST),
    take: page.limit,
  })

export const countTemplates = (scope: ViewerScope, filter: TemplateFilter): Promise<number> =>
  scope.db.inventoryTemplate.count({ where: listedTemplates(scope, filter) })
