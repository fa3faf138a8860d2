import { Prisma } from '../../../generated/prisma/client.ts'
import { escapeLikePattern } from '../../../kernel/likePattern.ts'
import type { SqlList } from '../../../kernel/list/pageSql.ts'
import { countRows, readPage } from '../../../kernel/list/readList.ts'
import type { KeysetPage, OffsetPage } from '../../../kernel/page.ts'
import { listRecords } from '../../../kernel/recordCache.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { typedCode } from '../../../kernel/texts.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { readGroupAccesses, shownStatus, statusAt } from '../access.ts'
import { FOUND_COLUMNS, type FoundVersion, LIMITED_GROUP_ROWS, type LimitedGroupRow } from './foundGroups.ts'
import { type GroupView, groupView } from './groups.ts'

/** What to look for among the groups that searches find: all but private, hidden and deleted ones. */
interface GroupSearch {
  /** A short code, a short code with discriminator as in `CODE.1234`, or a name; empty for all. */
  readonly text: string
  /** Whether names must be equal rather than similar. */
  readonly isStrict?: boolean
}

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
  const columns = {
    select: FOUND_COLUMNS,
    joins: Prisma.sql`
      LEFT JOIN "GroupMember" AS own ON own."groupId" = g.id AND own."userId" = ${scope.viewer.id}`,
  }
  const list = () => readPage<FoundVersion>(scope, foundGroups(search), { ...page, descending: false }, columns)
  const found = await listRecords(scope, LIMITED_GROUP_ROWS, list)
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

/** Number of groups that a search finds. One statement. */
export const countFoundGroups = (source: Pick<ViewerScope, 'sql'>, search: GroupSearch): Promise<number> =>
  countRows(source, foundGroups(search))

const SEARCHABLE = Prisma.raw(`g."deletedAt" IS NULL AND g."hiddenAt" IS NULL AND g.privacy <> 'private'`)
const CODE = /^([a-z0-9]{3,6})(?:\.(\d{4}))?$/i
/** A group's code as people type it, with the full stop of their keyboard. */
const codePartsOf = (text: string) =>
  /\s/.test(text.trim()) ? [] : (CODE.exec(typedCode(text).replace('\u3002', '.')) ?? [])
/** Greater than any similarity, which is at most 1. */
const SCORE_OF_CODES = 2

/** The groups `g` that a search finds. A short text needs another plan than a long one. */
function foundGroups(search: GroupSearch): SqlList {
  const { matches, score } = matchesOf(search)
  return {
    alias: 'g',
    from: Prisma.raw('"Group" AS g'),
    where: [SEARCHABLE, ...matches],
    order: [
      { by: score, type: 'real', descending: true },
      { by: Prisma.raw('g."memberCount"'), type: 'bigint', descending: true },
      { by: Prisma.raw('g.id'), type: 'text' },
    ],
    plan: 'custom',
  }
}

/** Conditions of a search, and how well a group meets them. */
function matchesOf({ text, isStrict = false }: GroupSearch): { matches: Prisma.Sql[]; score: Prisma.Sql } {
  const key = nameKey(text)
  if (key === '') return { matches: [], score: Prisma.raw('0::real') }
  const isCode = codeCondition(text)
  const isNamed = isStrict ? Prisma.sql`g."nameKey" = ${key}` : similarName(key)
  return {
    matches: [Prisma.sql`(${isCode} OR ${isNamed})`],
    score: Prisma.sql`(CASE WHEN ${isCode} THEN ${SCORE_OF_CODES}::real ELSE similarity(g."nameKey", ${key}) END)`,
  }
}

/** Characters that the index of names needs to find them within a name. */
const INDEXED_LENGTH = 3

/** Names that contain the text, or most of its groups of three letters; names that begin with it, if it is shorter. */
function similarName(key: string): Prisma.Sql {
  const pattern = escapeLikePattern(key)
  return key.length < INDEXED_LENGTH
    ? Prisma.sql`g."nameKey" LIKE ${`${pattern}%`}`
    : Prisma.sql`(g."nameKey" LIKE ${`%${pattern}%`} OR g."nameKey" % ${key})`
}

function codeCondition(text: string): Prisma.Sql {
  const [, code, discriminator] = codePartsOf(text)
  if (code === undefined) return Prisma.sql`false`
  const shortCode = Prisma.sql`g."shortCode" = ${code.toUpperCase()}`
  return discriminator === undefined
    ? Prisma.sql`(${shortCode})`
    : Prisma.sql`(${shortCode} AND g.discriminator = ${discriminator})`
}

/** The place of a group among those that a search finds: by score and size, the greatest first, then by id. */
export interface FoundGroup {
  readonly id: string
  /** A text that PostgreSQL reads back as the same number. */
  readonly score: string
  readonly memberCount: number
}

/** A page of the groups that a search finds, bounded by their places. One statement. */
export function readFoundGroups(
  source: Pick<ViewerScope, 'sql'>,
  search: GroupSearch,
  { above, below, ...page }: KeysetPage<FoundGroup>,
): Promise<FoundGroup[]> {
  const keyOf = ({ score, memberCount, id }: FoundGroup) => ({ rank: 0, values: [score, memberCount, id] })
  const bounds = { above: above && keyOf(above), below: below && keyOf(below) }
  return readPage<FoundGroup>(
    source,
    foundGroups(search),
    { ...page, ...bounds },
    {
      select: Prisma.raw('g.id, g.sort0::text AS score, g."memberCount"'),
    },
  )
}

/** The id of the group with a short code and discriminator, as in `CODE.1234`, whoever can see it; null for none. */
export async function findGroupByCode({ db }: Pick<ViewerScope, 'db'>, text: string): Promise<string | null> {
  const [, code, discriminator] = codePartsOf(text)
  if (code === undefined || discriminator === undefined) return null
  const shortCode_discriminator = { shortCode: code.toUpperCase(), discriminator }
  return (await db.group.findUnique({ where: { shortCode_discriminator }, select: { id: true } }))?.id ?? null
}
