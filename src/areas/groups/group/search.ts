import { Prisma } from '../../../generated/prisma/client.ts'
import { statementName } from '../../../kernel/database.ts'
import { escapeLikePattern } from '../../../kernel/likePattern.ts'
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
  const { text, values } = Prisma.sql`
    SELECT ${FOUND_COLUMNS} FROM (
      ${matches(search)} ORDER BY score DESC, "memberCount" DESC, id LIMIT ${page.limit} OFFSET ${page.offset}
    ) AS page JOIN "Group" AS g ON g.id = page.id
      LEFT JOIN "GroupMember" AS own ON own."groupId" = g.id AND own."userId" = ${scope.viewer.id}
    ORDER BY page.score DESC, page."memberCount" DESC, page.id`
  const name = hasOnePlan(search) ? statementName('found groups', text) : null
  const found = await listRecords(scope, LIMITED_GROUP_ROWS, () => scope.read<FoundVersion>(name, text, values))
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
export async function countFoundGroups({ sql }: Pick<ViewerScope, 'db' | 'sql'>, search: GroupSearch): Promise<number> {
  const [row] = await sql<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM (${matches(search)}) AS found`
  return row?.count ?? 0
}

const SEARCHABLE = Prisma.sql`"deletedAt" IS NULL AND "hiddenAt" IS NULL AND privacy <> 'private'`
const CODE = /^([a-z0-9]{3,6})(?:\.(\d{4}))?$/i
/** A group's code as people type it, with the full stop of their keyboard. */
const codePartsOf = (text: string) =>
  /\s/.test(text.trim()) ? [] : (CODE.exec(typedCode(text).replace('\u3002', '.')) ?? [])
/** Greater than any similarity, which is at most 1. */
const SCORE_OF_CODES = 2

/** A SELECT of the found groups: id, memberCount and score. */
function matches({ text, isStrict = false }: GroupSearch): Prisma.Sql {
  const key = nameKey(text)
  if (key === '') return Prisma.sql`SELECT id, "memberCount", 0 AS score FROM "Group" WHERE ${SEARCHABLE}`
  const code = codeCondition(text)
  const named = isStrict ? Prisma.sql`"nameKey" = ${key}` : similarName(key)
  return Prisma.sql`
    SELECT id, "memberCount", ${SCORE_OF_CODES}::real AS score FROM "Group" WHERE ${SEARCHABLE} AND ${code}
    UNION ALL
    SELECT id, "memberCount", similarity("nameKey", ${key}) FROM "Group" WHERE ${SEARCHABLE} AND ${named} AND NOT ${code}`
}

/** Characters that the index of names needs to find them within a name. */
const INDEXED_LENGTH = 3

/**
 * Whether one plan is good for all texts: what is found must be sorted, so that the index of names is the way to find it. A
 * short text, or none, needs a plan of its own.
 */
function hasOnePlan({ text, isStrict = false }: GroupSearch): boolean {
  const { length } = nameKey(text)
  return length >= INDEXED_LENGTH || (isStrict && length > 0)
}

/** Names that contain the text, or most of its groups of three letters; names that begin with it, if it is shorter. */
function similarName(key: string): Prisma.Sql {
  const pattern = escapeLikePattern(key)
  return key.length < INDEXED_LENGTH
    ? Prisma.sql`"nameKey" LIKE ${`${pattern}%`}`
    : Prisma.sql`("nameKey" LIKE ${unknownText(`%${pattern}%`)} OR "nameKey" % ${unknownText(key)})`
}

/** A text that PostgreSQL does not know when it plans, so that it keeps the plan of a named statement. */
const unknownText = (text: string) => Prisma.sql`(SELECT ${text}::text)`

function codeCondition(text: string): Prisma.Sql {
  const [, code, discriminator] = codePartsOf(text)
  if (code === undefined) return Prisma.sql`false`
  const shortCode = Prisma.sql`"shortCode" = ${code.toUpperCase()}`
  return discriminator === undefined
    ? Prisma.sql`(${shortCode})`
    : Prisma.sql`(${shortCode} AND discriminator = ${discriminator})`
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
  { sql }: Pick<ViewerScope, 'db' | 'sql'>,
  search: GroupSearch,
  { above, below, descending, limit }: KeysetPage<FoundGroup>,
): Promise<FoundGroup[]> {
  const [down, up] = descending ? [Prisma.sql`ASC`, Prisma.sql`DESC`] : [Prisma.sql`DESC`, Prisma.sql`ASC`]
  const place = Prisma.sql`score::real, "memberCount"`
  const at = (key: FoundGroup) => Prisma.sql`${key.score}::real, ${key.memberCount}::int`
  const after = (key: FoundGroup) => Prisma.sql`
    ((${place}) < (${at(key)}) OR (${place}) = (${at(key)}) AND id > ${key.id})`
  const before = (key: FoundGroup) => Prisma.sql`
    ((${place}) > (${at(key)}) OR (${place}) = (${at(key)}) AND id < ${key.id})`
  return sql<FoundGroup>`
    SELECT id, score::real::text AS score, "memberCount" FROM (${matches(search)}) AS found
    WHERE ${above ? after(above) : Prisma.sql`true`} AND ${below ? before(below) : Prisma.sql`true`}
    ORDER BY found.score ${down}, found."memberCount" ${down}, id ${up} LIMIT ${limit}`
}

/** The id of the group with a short code and discriminator, as in `CODE.1234`, whoever can see it; null for none. */
export async function findGroupByCode({ db }: Pick<ViewerScope, 'db'>, text: string): Promise<string | null> {
  const [, code, discriminator] = codePartsOf(text)
  if (code === undefined || discriminator === undefined) return null
  const shortCode_discriminator = { shortCode: code.toUpperCase(), discriminator }
  return (await db.group.findUnique({ where: { shortCode_discriminator }, select: { id: true } }))?.id ?? null
}
