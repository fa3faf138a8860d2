import type { Product } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { PLATFORM_USER_ID } from '../../users/systemUsers.ts'
import { assertList } from './fieldRules.ts'

/** What a product of type inventory gives. */
type Contents = Pick<Product, 'templateIds' | 'avatarIds'>
type GivenContents = { readonly [F in keyof Contents]?: readonly string[] | undefined }

const NOTHING: Contents = { templateIds: [], avatarIds: [] }
const FIELDS = ['templateIds', 'avatarIds'] as const
const MAX_ENTRIES = 20

/** What a product gives after a change. */
export const contentsOf = (given: GivenContents, standing: Contents | null): Contents => ({
  templateIds: [...(given.templateIds ?? (standing ?? NOTHING).templateIds)],
  avatarIds: [...(given.avatarIds ?? (standing ?? NOTHING).avatarIds)],
})

/** Whether a product that was stored gives something: one of type inventory needs items or avatars. */
export const hasContents = ({ productType, ...contents }: Contents & Pick<Product, 'productType'>): boolean =>
  productType !== 'inventory' || FIELDS.some((field) => contents[field].length > 0)

interface GivenProduct extends GivenContents {
  readonly sellerId: string
  readonly productType: string | undefined
}

/** The rules for what a product of a seller gives: what stands in it may stay. */
export const contentRules = (
  scope: Pick<Scope, 'db'>,
  given: GivenProduct,
  standing: (Contents & Pick<Product, 'id'>) | null,
): InputRule[] => [
  ...FIELDS.map((field) => () => assertFits(field, given)),
  ...FIELDS.map((field) => () => assertList(field, given[field], MAX_ENTRIES)),
  () => assertTemplates(scope, given, added(given.templateIds, standing?.templateIds)),
  () => assertAvatars(scope, given, added(given.avatarIds, standing?.avatarIds)),
  ...(standing ? [() => assertStillSold(scope, given, standing)] : []),
]

const added = (ids: readonly string[] = [], standing: readonly string[] = []): string[] =>
  [...new Set(ids)].filter((id) => !standing.includes(id)).slice(0, MAX_ENTRIES)

function assertFits(field: keyof Contents, given: GivenProduct): void {
  if (given[field]?.length && given.productType !== 'inventory')
    throw invalid(field, `${field} is for products of type inventory`, 'wrong_combination')
}

/** Live templates that admins have made for the seller; the platform gives any, but those of what people make themselves. */
async function assertTemplates({ db }: Pick<Scope, 'db'>, { sellerId }: GivenProduct, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const of = sellerId === PLATFORM_USER_ID ? {} : { authorId: sellerId }
  const where = { id: { in: ids }, status: 'live', ...of, NOT: { flags: { has: 'ugc' } } }
  if ((await db.inventoryTemplate.count({ where })) < ids.length)
    throw invalid('templateIds', 'templateIds must be live templates of yours', 'unknown_reference')
}

async function assertAvatars({ db }: Pick<Scope, 'db'>, { sellerId }: GivenProduct, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  if ((await db.avatar.count({ where: { id: { in: ids }, authorId: sellerId, deletedAt: null } })) < ids.length)
    throw invalid('avatarIds', 'avatarIds must be avatars of yours', 'unknown_reference')
}

/** Throws `invalid` if an active listing would give nothing, or one whose purchase is over at once the right to wear. */
async function assertStillSold(
  { db }: Pick<Scope, 'db'>,
  given: GivenProduct,
  standing: Contents & Pick<Product, 'id'>,
): Promise<void> {
  const { templateIds, avatarIds } = contentsOf(given, standing)
  const of = { productId: standing.id }
  if (given.productType === 'inventory' && templateIds.length === 0 && avatarIds.length === 0)
    if ((await db.listingProduct.count({ where: { ...of, listing: { state: 'active' } } })) > 0)
      throw invalid('templateIds', 'templateIds or avatarIds are needed in an active listing', 'listing_incomplete')
  if (avatarIds.length > 0)
    if (
      (await db.listingProduct.count({
        where: { ...of, listing: { listingType: 'instant', state: { not: 'archived' } } },
      })) > 0
    )
      throw invalid('avatarIds', 'avatarIds are not for listings of type instant', 'wrong_combination')
}
