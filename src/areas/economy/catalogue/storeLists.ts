import type { Prisma, Store } from '../../../generated/prisma/client.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'

/** Which stores to list. */
export interface StoreListFilter {
  /** All but the store of the platform if it is omitted. */
  readonly storeType?: 'group' | 'house' | 'world' | undefined
}

const publicStores = ({ storeType }: StoreListFilter): Prisma.StoreWhereInput => ({
  status: 'public',
  storeType: storeType ?? { not: 'house' },
})

const ownStores = ({ viewer }: ViewerScope): Prisma.StoreWhereInput => ({ sellerId: viewer.id })

const pageOf = ({ db }: ViewerScope, where: Prisma.StoreWhereInput, page: KeysetPage): Promise<Store[]> =>
  db.store.findMany({
    where: { AND: [where, ...keysetWhere(page, ['id'])] },
    orderBy: keysetOrder(page, ['id']),
    take: page.limit,
  })

/** A page of the public stores, by id. */
export const readPublicStores = (scope: ViewerScope, filter: StoreListFilter, page: KeysetPage): Promise<Store[]> =>
  pageOf(scope, publicStores(filter), page)

export const countPublicStores = ({ db }: ViewerScope, filter: StoreListFilter): Promise<number> =>
  db.store.count({ where: publicStores(filter) })

/** A page of the viewer's stores, by id. */
export const readOwnStores = (scope: ViewerScope, page: KeysetPage): Promise<Store[]> =>
  pageOf(scope, ownStores(scope), page)

export const countOwnStores = (scope: ViewerScope): Promise<number> => scope.db.store.count({ where: ownStores(scope) })
