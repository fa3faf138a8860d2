import type { HiddenContent, Prisma } from '../../../generated/prisma/client.ts'
import { assertStaff, judgesContent } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import { countRows, readPage } from '../../../kernel/list/readList.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TimeKey, type WeightKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { StaffPermission } from '../../../kernel/staff.ts'
import { CONTENT_ITEM_KINDS, type ContentItemKind, kindOfContent } from './kinds.ts'
import {
  type ContentItemFilter,
  type ContentItemRow,
  type ContentItemSort,
  canBeFeatured,
  hasNames,
  hasTags,
  itemColumns,
  itemList,
  readItemRows,
  sortsOf,
} from './queries.ts'

/** Who looks through content. */
export const JUDGES: readonly StaffPermission[] = ['content', 'reports']

/** Content with its kind. */
export interface ContentItem extends ContentItemRow {
  readonly kind: ContentItemKind
}

interface ItemSearch {
  readonly kind: ContentItemKind
  readonly filter: ContentItemFilter
  readonly by: ContentItemSort
}

const isId = (kind: ContentItemKind, text: string) => kindOfContent(text.trim()) === kind

/** Which content has what these conditions are about. */
const CONDITIONS: readonly (readonly [name: keyof ContentItemFilter, fits: (search: ItemSearch) => boolean])[] = [
  ['search', ({ kind, filter }) => hasNames(kind) || isId(kind, filter.search ?? '')],
  ['tag', ({ kind }) => hasTags(kind)],
  ['groupId', ({ kind }) => kind === 'event'],
  ['isFeatured', ({ kind }) => canBeFeatured(kind)],
  ['isVerified', ({ kind }) => kind === 'group'],
]

/** Throws `invalid` for conditions and an order that content of the kind does not have. */
function assertFits(search: ItemSearch): void {
  const { kind, filter, by } = search
  const unfit = CONDITIONS.filter(([name, fits]) => filter[name] !== undefined && !fits(search))
  const paths = [...unfit.map(([name]) => ['filter', name]), ...(sortsOf(kind).includes(by) ? [] : [['sort']])]
  const message = 'content of this kind cannot be listed by this'
  const issues = paths.map((path) => ({ path, reason: 'wrong_combination' as const, message }))
  if (issues.length > 0)
    throw new Failure('invalid', 'Content of this kind cannot be listed so', { reason: 'wrong_combination', issues })
}

/**
 * A page of content of a kind as the staff sees it: also what is private, a draft or hidden. Throws `forbidden` unless staff
 * with `content` or `reports` asks, `invalid` for conditions and orders that content of the kind does not have.
 */
export async function listItems(
  scope: Scope,
  search: ItemSearch,
  page: KeysetPage<TimeKey | WeightKey>,
): Promise<ContentItem[]> {
  assertStaff(scope, ...JUDGES)
  assertFits(search)
  const { kind } = search
  const rows = await readPage<ContentItemRow>(scope, itemList(search), page, { select: itemColumns(kind) })
  return rows.map((row) => ({ ...row, kind }))
}

/** Number of content of a kind. Throws what `listItems` does. */
export async function countItems(scope: Scope, search: ItemSearch): Promise<number> {
  assertStaff(scope, ...JUDGES)
  assertFits(search)
  return countRows(scope, itemList(search))
}

/** Content with these ids, in no order; none unless staff that judges content asks. One statement for each kind. */
export async function findItems(scope: Scope, ids: readonly string[]): Promise<ContentItem[]> {
  if (!judgesContent(scope)) return []
  const found: ContentItem[] = []
  for (const kind of CONTENT_ITEM_KINDS) {
    const own = ids.filter((id) => kindOfContent(id) === kind)
    if (own.length === 0) continue
    const rows = await readItemRows(scope, kind, own)
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

/** Which hidden content is listed; omitted fields match all. */
export interface HiddenFilter {
  readonly kinds?: readonly string[] | undefined
  readonly hiddenById?: string | undefined
}

const hiddenWhere = ({ kinds, hiddenById }: HiddenFilter): Prisma.HiddenContentWhereInput => ({
  ...(kinds && { kind: { in: [...kinds] } }),
  ...(hiddenById !== undefined && { hiddenById }),
})

/** A page of content that is hidden. Throws `forbidden` unless staff with `content` or `reports` asks. */
export async function listHidden(scope: Scope, filter: HiddenFilter, page: KeysetPage): Promise<HiddenContent[]> {
  assertStaff(scope, ...JUDGES)
  return scope.db.hiddenContent.findMany({
    where: { AND: [hiddenWhere(filter), ...keysetWhere(page, ['hiddenAt', 'id'])] },
    orderBy: keysetOrder(page, ['hiddenAt', 'id']),
    take: page.limit,
  })
}

/** Number of content that is hidden. Throws `forbidden` unless staff with `content` or `reports` asks. */
export async function countHidden(scope: Scope, filter: HiddenFilter): Promise<number> {
  assertStaff(scope, ...JUDGES)
  return scope.db.hiddenContent.count({ where: hiddenWhere(filter) })
}

/** Hidden content by id, or by that of the content; none unless staff that judges content asks. */
export const findHidden = async (
  scope: Scope,
  column: 'id' | 'contentId',
  ids: readonly string[],
): Promise<HiddenContent[]> =>
  judgesContent(scope) ? scope.db.hiddenContent.findMany({ where: { [column]: { in: [...ids] } } }) : []

/** The numbers of open reports about content; none unless staff that judges content asks. */
export const readOpenReportCounts = async (scope: Scope, ids: readonly string[]) =>
  judgesContent(scope)
    ? scope.db.reportSubject.findMany({
        where: { contentId: { in: [...ids] } },
        select: { contentId: true, reportCount: true },
      })
    : []
