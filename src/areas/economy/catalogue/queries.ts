import type { Listing } from '../../../generated/prisma/client.ts'
import { textList } from '../../../kernel/database.ts'
import {
  type BindParameter,
  createBindings,
  type KeysetPage,
  type PerParentList,
  pagePerParent,
} from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { listedListingsSql } from '../policy.ts'
import type { ListingType } from './listings.ts'

/** Which listings of sellers to list; omitted fields match all. */
export interface SellerListFilter {
  readonly listingType?: ListingType | undefined
  readonly groupId?: string | undefined
  /** Only those for sale, or only others. */
  readonly isForSale?: boolean | undefined
}

const FOR_SALE_SQL = (now: string) => `(state = 'active' AND ("expiresAt" IS NULL OR "expiresAt" > ${now}))`

/** SQL conditions of a filter on rows of "Listing". */
function conditionsOf(scope: ViewerScope, filter: SellerListFilter, bind: BindParameter): string[] {
  const { listingType, groupId, isForSale } = filter
  const forSale = () => FOR_SALE_SQL(`${bind(scope.now)}::timestamptz`)
  return [
    listedListingsSql(scope, bind),
    ...(listingType === undefined ? [] : [`"listingType" = ${bind(listingType)}`]),
    ...(groupId === undefined ? [] : [`"groupId" = ${bind(groupId)}`]),
    ...(isForSale === undefined ? [] : [`${isForSale ? '' : 'NOT '}${forSale()}`]),
  ]
}

/** What tells the text of a statement with a filter apart from others. */
const nameOf = ({ listingType, groupId, isForSale }: SellerListFilter) =>
  `${listingType === undefined ? '' : ' of type'}${groupId === undefined ? '' : ' of group'}${isForSale === undefined ? '' : ` for sale ${isForSale}`}`

/** A page of the listings of each seller that lists show the viewer, by id. One statement. */
export function listingPages(
  scope: ViewerScope,
  { sellerIds, filter }: { readonly sellerIds: readonly string[]; readonly filter: SellerListFilter },
  page: KeysetPage,
): Promise<Listing[]> {
  const list: PerParentList = {
    name: `listings of sellers${nameOf(filter)}`,
    table: 'Listing',
    alias: 'l',
    select: 'l.*',
    parents: { sellerId: sellerIds },
    where: (bind) => conditionsOf(scope, filter, bind).join(' AND '),
    columns: ['id'],
  }
  return pagePerParent<Listing>(scope.read, list, page)
}

/** Numbers of listings of each seller that lists show the viewer. One statement. */
export async function countListings(
  scope: ViewerScope,
  sellerIds: readonly string[],
  filter: SellerListFilter,
): Promise<(readonly [sellerId: string, count: number])[]> {
  const { values, bind } = createBindings()
  const where = [`"sellerId" = ANY(${textList(bind(sellerIds))})`, ...conditionsOf(scope, filter, bind)].join(' AND ')
  const text = `SELECT "sellerId", count(*)::integer AS count FROM "Listing" WHERE ${where} GROUP BY "sellerId"`
  const rows = await scope.read<{ readonly sellerId: string; readonly count: number }>(
    `count listings of sellers${nameOf(filter)}`,
    text,
    values,
  )
  return rows.map(({ sellerId, count }) => [sellerId, count] as const)
}
