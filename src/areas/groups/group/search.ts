import type { OffsetPage } from '../../../kernel/page.ts'
import { listRecords } from '../../../kernel/records.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupView, groupView, readGroupAccesses, shownStatus, statusAt } from '../access.ts'
import {
  type FoundVersion,
  type GroupSearch,
  LIMITED_GROUP_ROWS,
  type LimitedGroupRow,
  readFoundVersions,
} from './queries.ts'

/** A group that a search finds. */
export interface SearchedGroup {
  readonly id: string
  readonly record: LimitedGroupRow
  readonly membershipStatus: ReturnType<typeof shownStatus>
  /** The group as the viewer can see it, if not everybody can see all of its galleries. */
  readonly view: GroupView | undefined
}

/**
 * Groups that a search finds: those of the code first, then by similarity of the name, then the largest; without a text the
 * largest. One statement for those that are cached, and at most two more.
 */
export async function searchGroups(
  scope: ViewerScope,
  search: GroupSearch,
  page: OffsetPage,
): Promise<SearchedGroup[]> {
  const found = await listRecords(scope, LIMITED_GROUP_ROWS, () => readFoundVersions(scope, search, page))
  const restricted = found.filter(({ record }) => hasRestrictedGallery(record)).map(({ row }) => row.id)
  const accesses = restricted.length > 0 ? await readGroupAccesses(scope, restricted) : []
  const views = new Map(accesses.map((access) => [access.group.id, groupView(access)]))
  return found.map(({ row, record }) => ({
    id: row.id,
    record,
    membershipStatus: foundStatus(row, scope.now),
    view: views.get(row.id),
  }))
}

const hasRestrictedGallery = ({ galleries }: LimitedGroupRow) =>
  galleries.some(({ membersOnly, restrictsView }) => membersOnly || restrictsView)

function foundStatus({ status, invitedAt, hasBlocked }: FoundVersion, now: Date) {
  const row = status === null ? null : { status, invitedAt }
  return shownStatus({ status: statusAt(row, now), member: { userBlockedAt: hasBlocked ? now : null } }, true)
}
