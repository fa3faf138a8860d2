import { type Group, type GroupGallery, Prisma } from '../../../generated/prisma/client.ts'
import type { JsonRow } from '../../../kernel/database.ts'
import { escapeLikePattern, type SqlList } from '../../../kernel/list/pageSql.ts'
import { countRows, readPage } from '../../../kernel/list/readList.ts'
import type { KeysetPage, OffsetPage } from '../../../kernel/page.ts'
import { defineRowKind, type RecordSource, type RowVersion } from '../../../kernel/records.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { typedCode } from '../../../kernel/texts.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { withTimes } from '../queries.ts'

const COLUMNS = [
  'id',
  'name',
  'shortCode',
  'discriminator',
  'description',
  'rules',
  'iconId',
  'bannerId',
  'ownerId',
  'memberCount',
  'privacy',
  'tags',
  'createdAt',
] as const satisfies readonly (keyof Group)[]

/** What searches show of a group. */
export interface LimitedGroupRow extends RowVersion, Pick<Group, Exclude<(typeof COLUMNS)[number], 'id'>> {
  /** All galleries, oldest first. */
  readonly galleries: readonly GroupGallery[]
}

interface UnparsedLimitedRow extends Omit<LimitedGroupRow, 'galleries'> {
  readonly galleries: readonly JsonRow<GroupGallery>[]
}

const SELECT = Prisma.raw(COLUMNS.map((name) => `"${name}"`).join(', '))

async function readLimitedRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<LimitedGroupRow[]> {
  const rows = await sql<UnparsedLimitedRow>`
    SELECT ${SELECT}, revision,
      (SELECT coalesce(json_agg(y ORDER BY y."createdAt", y.id), '[]')
        FROM "GroupGallery" AS y WHERE y."groupId" = "Group".id) AS galleries
    FROM "Group" WHERE id = ANY(${ids})`
  return rows.map((row) => ({ ...row, galleries: row.galleries.map(withTimes) }))
}

/** Groups as searches show them. All requests share a row, so nobody may change it. */
export const LIMITED_GROUP_ROWS = defineRowKind<LimitedGroupRow>({
  name: 'limited group',
  readRows: readLimitedRows,
})

/** A group that a search has found, and what stands between it and the viewer. */
export interface FoundVersion extends RowVersion {
  readonly status: string | null
  readonly invitedAt: Date | null
  readonly hasBlocked: boolean
}

/** SELECT list for the FoundVersion of the group `g` and the membership `own`. */
const FOUND_COLUMNS = Prisma.sql`
  g.id, g.revision, own.status, own."invitedAt", own."userBlockedAt" IS NOT NULL AS "hasBlocked"`

/** What to look for among the groups that searches find: all but private, hidden and deleted ones. */
export interface GroupSearch {
  /** A short code, a short code with discriminator as in `CODE.1234`, or a name; empty for all. */
  readonly text: string
  /** Whether names must be equal rather than similar. */
  readonly isStrict?: boolean
  /** Tags of which a group must have all. */
  readonly tags?: readonly string[]
  /** Languages of which a group must have one. */
  readonly languages?: readonly string[]
  readonly minMembers?: number
  readonly maxMembers?: number
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
    where: [SEARCHABLE, ...matches, ...propertyConditions(search)],
    order: [
      { by: score, type: 'real', descending: true },
      { by: Prisma.raw('g."memberCount"'), type: 'bigint', descending: true },
      { by: Prisma.raw('g.id'), type: 'text' },
    ],
    plan: 'custom',
  }
}

function propertyConditions({ tags = [], languages = [], minMembers, maxMembers }: GroupSearch): Prisma.Sql[] {
  return [
    ...(tags.length > 0 ? [Prisma.sql`g.tags @> ${[...tags]}::text[]`] : []),
    ...(languages.length > 0 ? [Prisma.sql`g.languages && ${[...languages]}::text[]`] : []),
    ...(minMembers === undefined ? [] : [Prisma.sql`g."memberCount" >= ${minMembers}`]),
    ...(maxMembers === undefined ? [] : [Prisma.sql`g."memberCount" <= ${maxMembers}`]),
  ]
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
  const keyOf = ({ score, memberCount, id }: FoundGroup) => [score, memberCount, id]
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

/** A page of the groups that a search finds, as versions of their records. One statement. */
export const readFoundVersions = (scope: ViewerScope, search: GroupSearch, page: OffsetPage): Promise<FoundVersion[]> =>
  readPage<FoundVersion>(
    scope,
    foundGroups(search),
    { ...page, descending: false },
    {
      select: FOUND_COLUMNS,
      joins: Prisma.sql`
        LEFT JOIN "GroupMember" AS own ON own."groupId" = g.id AND own."userId" = ${scope.viewer.id}`,
    },
  )

interface Counted {
  readonly id: string
  readonly count: number
}

/** The groups whose number differs from what is stored, of those that have or had people online. */
export const readChangedCounts = ({ sql }: Scope, onlineIds: readonly string[]): Promise<Counted[]> =>
  sql<Counted>`
    WITH online AS (
      SELECT m."groupId" AS id, count(*)::int AS count
      FROM unnest(${[...onlineIds]}::text[]) AS person (id) JOIN "User" AS u ON u.id = person.id AND u.status <> 'offline'
      JOIN "GroupMember" AS m ON m."userId" = u.id AND m.status = 'member'
      GROUP BY m."groupId"
    ), counted AS (
      SELECT id FROM online UNION SELECT "groupId" FROM "GroupWithOnlineMembers"
    )
    SELECT g.id, coalesce(online.count, 0) AS count FROM counted JOIN "Group" AS g USING (id) LEFT JOIN online USING (id)
    WHERE g."deletedAt" IS NULL AND g."onlineMemberCount" <> coalesce(online.count, 0)
    ORDER BY g.id`

export const writeCounts = ({ sql }: Scope, counted: readonly Counted[]) => sql`
  WITH free AS MATERIALIZED (
    SELECT id FROM "Group" WHERE id = ANY(${counted.map(({ id }) => id)}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ), written AS (
    UPDATE "Group" AS g SET "onlineMemberCount" = counted.count
    FROM free JOIN unnest(${counted.map(({ id }) => id)}::text[], ${counted.map(({ count }) => count)}::int[])
      AS counted (id, count) USING (id)
    WHERE g.id = free.id RETURNING g.id, counted.count
  ), emptied AS (
    DELETE FROM "GroupWithOnlineMembers" WHERE "groupId" IN (SELECT id FROM written WHERE count = 0)
  )
  INSERT INTO "GroupWithOnlineMembers" ("groupId") SELECT id FROM written WHERE count <> 0 ON CONFLICT ("groupId") DO NOTHING`
