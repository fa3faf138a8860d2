import { type Listing, Prisma } from '../../../generated/prisma/client.ts'
import { type SqlList, sortKeys } from '../../../kernel/list/pageSql.ts'
import { countPerParent, readPagePerParent } from '../../../kernel/list/readList.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import { conditionSql } from '../../../kernel/rowCondition.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { forSale, listedListings } from '../policy.ts'
import type { ListingType } from './listings.ts'

/** Which listings of sellers to list; omitted fields match all. */
export interface SellerListFilter {
  readonly listingType?: ListingType | undefined
  readonly groupId?: string | undefined
  /** Only those for sale, or only others. */
  readonly isForSale?: boolean | undefined
}

/** The listings that lists show the viewer and a filter matches, by id. */
function listingList(scope: ViewerScope, { listingType, groupId, isForSale }: SellerListFilter): SqlList {
  const isSold = conditionSql('l', forSale(scope))
  return {
    alias: 'l',
    from: Prisma.raw('"Listing" AS l'),
    where: [
      conditionSql('l', listedListings(scope)),
      ...(listingType === undefined ? [] : [Prisma.sql`l."listingType" = ${listingType}`]),
      ...(groupId === undefined ? [] : [Prisma.sql`l."groupId" = ${groupId}`]),
      ...(isForSale === undefined ? [] : [isForSale ? isSold : Prisma.sql`NOT ${isSold}`]),
    ],
    order: sortKeys('l', { id: 'text' }),
  }
}

/** A page of the listings of each seller that lists show the viewer, by id. One statement. */
export const listingPages = (
  scope: ViewerScope,
  { sellerIds: sellerId, filter }: { readonly sellerIds: readonly string[]; readonly filter: SellerListFilter },
  page: KeysetPage,
) =>
  readPagePerParent<Listing>(scope, { list: listingList(scope, filter), parents: { sellerId } }, page, {
    select: Prisma.raw('l.*'),
  })

/** Numbers of listings of each seller that lists show the viewer. One statement. */
export const countListings = (scope: ViewerScope, sellerIds: readonly string[], filter: SellerListFilter) =>
  countPerParent(scope, listingList(scope, filter), ['sellerId', sellerIds])
