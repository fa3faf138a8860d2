import { Prisma } from '../../../generated/prisma/client.ts'
import { escapeLikePattern, type SqlList, sortKeys } from '../../../kernel/list/pageSql.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { nameKey } from '../../accounts/account/names.ts'
import type { ContentItemKind } from './kinds.ts'

/** Who can find content: everybody, or fewer people. */
export const CONTENT_ITEM_STATES = ['public', 'private', 'draft', 'hidden'] as const
export type ContentItemState = (typeof CONTENT_ITEM_STATES)[number]

/** What lists of content are sorted by. */
export const CONTENT_ITEM_SORTS = ['createdAt', 'updatedAt', 'memberCount'] as const
export type ContentItemSort = (typeof CONTENT_ITEM_SORTS)[number]

/** Content as lists of the staff show it. */
export interface ContentItemRow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly authorId: string | null
  /** Stored path or address of the image; null for none. */
  readonly imageUrl: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly tags: readonly string[]
  readonly state: ContentItemState
  /** Null for kinds that the platform does not recommend. */
  readonly isFeatured: boolean | null
  /** These are null for anything but groups. */
  readonly isVerified: boolean | null
  readonly memberCount: number | null
}

/** Which content of a kind is listed; omitted fields match all. */
export interface ContentItemFilter {
  /** Part of the name, or the id. */
  readonly search?: string | undefined
  readonly state?: ContentItemState | undefined
  readonly tag?: string | undefined
  readonly authorId?: string | undefined
  /** Of events. */
  readonly groupId?: string | undefined
  readonly isVerified?: boolean | undefined
  readonly isFeatured?: boolean | undefined
  readonly isReported?: boolean | undefined
}

type Column = 'name' | 'description' | 'authorId' | 'imageUrl' | 'updatedAt' | 'tags' | 'isFeatured'

/** How content of a kind is read from its table, which is `c`. */
interface Source extends Readonly<Record<Column, string>> {
  readonly table: string
  /** Condition of what the staff sees at all. */
  readonly where: string
  /** Column by which names are searched; null for none. */
  readonly searchKey: string | null
  /** The conditions of its states; of those that are missing there is none. */
  readonly states: Readonly<Partial<Record<ContentItemState, string>>>
  readonly isGroup?: true
}

const imageOf = (column: string) => `'/api/1/file/' || ${column} || '/1/file'`

/** Content with a release status, that keeps the one from before it was hidden. */
const RELEASED = {
  where: 'c."deletedAt" IS NULL',
  states: {
    public: `c."releaseStatus" = 'public' AND c."hiddenFrom" IS NULL`,
    private: `c."releaseStatus" = 'private' AND c."hiddenFrom" IS NULL`,
    hidden: 'c."hiddenFrom" IS NOT NULL',
  },
  name: 'c.name',
  description: 'c.description',
  authorId: 'c."authorId"',
  imageUrl: 'c."imageUrl"',
  updatedAt: 'c."updatedAt"',
  tags: 'c.tags',
  isFeatured: 'NULL::boolean',
} as const

const SOURCES: Readonly<Record<ContentItemKind, Source>> = {
  world: { ...RELEASED, table: 'World', searchKey: 'c."nameKey"', isFeatured: 'c.featured' },
  avatar: { ...RELEASED, table: 'Avatar', searchKey: 'c."nameKey"', isFeatured: 'c.featured' },
  prop: { ...RELEASED, table: 'Prop', searchKey: null },
  group: {
    table: 'Group',
    where: 'c."deletedAt" IS NULL',
    searchKey: 'c."nameKey"',
    states: {
      public: `c.privacy <> 'private' AND c."hiddenAt" IS NULL`,
      private: `c.privacy = 'private' AND c."hiddenAt" IS NULL`,
      hidden: 'c."hiddenAt" IS NOT NULL',
    },
    name: 'c.name',
    description: 'c.description',
    authorId: 'c."ownerId"',
    imageUrl: imageOf('c."iconId"'),
    updatedAt: 'c."updatedAt"',
    tags: 'c.tags',
    isFeatured: 'NULL::boolean',
    isGroup: true,
  },
  event: {
    table: 'CalendarEvent',
    where: `c.kind <> 'occurrence' AND c."deletedAt" IS NULL`,
    searchKey: 'c."searchKey"',
    states: {
      public: `c."accessType" = 'public' AND NOT c."isDraft"`,
      private: `c."accessType" <> 'public' AND NOT c."isDraft"`,
      draft: 'c."isDraft" AND c."hiddenFrom" IS NULL',
      hidden: 'c."hiddenFrom" IS NOT NULL',
    },
    name: 'c.title',
    description: 'c.description',
    authorId: 'c."authorId"',
    imageUrl: imageOf('c."imageId"'),
    updatedAt: 'c."updatedAt"',
    tags: 'c.tags',
    isFeatured: 'c.featured',
  },
  picture: {
    table: 'File',
    where: `c."mimeType" LIKE 'image/%' AND NOT EXISTS (SELECT FROM "Print" WHERE "fileId" = c.id)`,
    searchKey: null,
    states: { public: 'c."hiddenAt" IS NULL', hidden: 'c."hiddenAt" IS NOT NULL' },
    name: 'c.name',
    description: `''`,
    authorId: 'c."ownerId"',
    imageUrl: `(SELECT '/api/1/file/' || d."fileId" || '/' || max(d.version) || '/file' FROM "FileData" d
      WHERE d."fileId" = c.id AND d.type = 'file' AND d.status = 'complete' GROUP BY d."fileId")`,
    updatedAt: 'c."updatedAt"',
    tags: 'c.tags',
    isFeatured: 'NULL::boolean',
  },
  print: {
    table: 'Print',
    where: 'true',
    searchKey: null,
    states: {
      private: `NOT EXISTS (SELECT FROM "File" f WHERE f.id = c."fileId" AND f."hiddenAt" IS NOT NULL)`,
      hidden: `EXISTS (SELECT FROM "File" f WHERE f.id = c."fileId" AND f."hiddenAt" IS NOT NULL)`,
    },
    name: 'c.note',
    description: 'c."worldName"',
    authorId: 'c."ownerId"',
    imageUrl: `'/api/1/file/' || c."fileId" || '/' || c.version || '/file'`,
    updatedAt: 'c."createdAt"',
    tags: 'ARRAY[]::text[]',
    isFeatured: 'NULL::boolean',
  },
}

/** Whether content of a kind can be narrowed by its name. */
export const hasNames = (kind: ContentItemKind): boolean => SOURCES[kind].searchKey !== null

/** Whether content of a kind keeps tags, can be featured, and has a time of change. */
export const hasTags = (kind: ContentItemKind): boolean => kind === 'world' || kind === 'avatar' || kind === 'group'
export const canBeFeatured = (kind: ContentItemKind): boolean => SOURCES[kind].isFeatured !== 'NULL::boolean'

/** The orders in which an index lists content of a kind. */
export const sortsOf = (kind: ContentItemKind): readonly ContentItemSort[] => {
  if (kind === 'group') return CONTENT_ITEM_SORTS
  return kind === 'world' || kind === 'avatar' || kind === 'prop' ? ['createdAt', 'updatedAt'] : ['createdAt']
}

const stateSql = ({ states }: Source) =>
  `CASE ${Object.entries(states)
    .map(([state, condition]) => `WHEN ${condition} THEN '${state}'`)
    .join(' ')} ELSE 'hidden' END`

/** SELECT list of a row. */
export function itemColumns(kind: ContentItemKind): Prisma.Sql {
  const source = SOURCES[kind]
  const { name, description, authorId, imageUrl, updatedAt, tags, isFeatured, isGroup } = source
  return Prisma.raw(`c.id, ${name} AS name, ${description} AS description, ${authorId} AS "authorId",
    ${imageUrl} AS "imageUrl", c."createdAt", ${updatedAt} AS "updatedAt", ${tags} AS tags,
    ${stateSql(source)} AS state, ${isFeatured} AS "isFeatured",
    ${isGroup ? 'c."isVerified"' : 'NULL::boolean'} AS "isVerified",
    ${isGroup ? 'c."memberCount"' : 'NULL::int'} AS "memberCount"`)
}

const when = <V>(given: V | undefined, condition: (given: V) => Prisma.Sql): Prisma.Sql[] =>
  given === undefined ? [] : [condition(given)]

/** What is hidden is few: it is found by the list of it. */
const hiddenOf = (kind: ContentItemKind) =>
  Prisma.sql`c.id IN (SELECT "contentId" FROM "HiddenContent" WHERE kind = ${kind})`
const REPORTED = Prisma.raw('c.id IN (SELECT "contentId" FROM "ReportSubject")')
const NOT_REPORTED = Prisma.raw('NOT EXISTS (SELECT FROM "ReportSubject" s WHERE s."contentId" = c.id)')

function stateCondition(kind: ContentItemKind, state: ContentItemState): Prisma.Sql {
  const condition = SOURCES[kind].states[state]
  if (condition === undefined) return Prisma.raw('false')
  return state === 'hidden' ? hiddenOf(kind) : Prisma.raw(`(${condition})`)
}

function searchCondition(kind: ContentItemKind, text: string): Prisma.Sql {
  const { searchKey } = SOURCES[kind]
  const byId = Prisma.sql`c.id = ${text.trim()}`
  if (searchKey === null) return byId
  return Prisma.sql`(${byId} OR ${Prisma.raw(searchKey)} LIKE ${`%${escapeLikePattern(nameKey(text))}%`})`
}

const ORDERS = {
  createdAt: sortKeys('c', { createdAt: 'timestamptz', id: 'text' }),
  updatedAt: sortKeys('c', { updatedAt: 'timestamptz', id: 'text' }),
  memberCount: sortKeys('c', { memberCount: 'bigint', id: 'text' }),
} as const satisfies Record<ContentItemSort, SqlList['order']>

interface ContentItemSearch {
  readonly kind: ContentItemKind
  readonly filter: ContentItemFilter
  readonly by: ContentItemSort
}

/** The content of a kind that a filter finds, in an order. */
export const itemList = ({ kind, filter, by }: ContentItemSearch): SqlList => ({
  alias: 'c',
  from: Prisma.raw(`"${SOURCES[kind].table}" AS c`),
  where: [
    Prisma.raw(`(${SOURCES[kind].where})`),
    ...when(filter.search, (text) => searchCondition(kind, text)),
    ...when(filter.state, (state) => stateCondition(kind, state)),
    ...when(filter.tag, (tag) => Prisma.sql`c.tags @> ARRAY[${tag}]::text[]`),
    ...when(filter.authorId, (id) => Prisma.sql`${Prisma.raw(SOURCES[kind].authorId)} = ${id}`),
    ...when(filter.groupId, (id) => Prisma.sql`c."groupId" = ${id}`),
    ...when(filter.isVerified, (given) => Prisma.raw(given ? 'c."isVerified"' : 'NOT c."isVerified"')),
    ...when(filter.isFeatured, (given) => Prisma.raw(given ? 'c.featured' : 'NOT c.featured')),
    ...when(filter.isReported, (given) => (given ? REPORTED : NOT_REPORTED)),
  ],
  order: ORDERS[by],
  plan: 'custom',
})

/** The content of a kind with these ids, in no order. One statement. */
export const readItemRows = (
  { sql }: Pick<Scope, 'sql'>,
  kind: ContentItemKind,
  ids: readonly string[],
): Promise<ContentItemRow[]> => sql<ContentItemRow>`
  SELECT ${itemColumns(kind)} FROM ${Prisma.raw(`"${SOURCES[kind].table}" AS c`)}
  WHERE c.id = ANY(${[...ids]}) AND ${Prisma.raw(`(${SOURCES[kind].where})`)}`
