import { Prisma, type UnityPackage, type World } from '../../generated/prisma/client.ts'
import { createColumnSets } from '../../kernel/columnSets.ts'
import { lookUp } from '../../kernel/lookUp.ts'
import { type KeysetPage, type PerParentList, pagePerParent } from '../../kernel/page.ts'
import { defineRowKind, listRecords, type RecordSource, type RowVersion } from '../../kernel/recordCache.ts'
import { createRowLoader, type RowSource } from '../../kernel/rowLoader.ts'
import type { Scope } from '../../kernel/scope.ts'
import { LISTED_WORLDS_SQL } from './policy.ts'

/** How many people are in a world now. */
export interface Occupancy {
  readonly occupants: number
  readonly publicOccupants: number
  readonly privateOccupants: number
  /** Occupied instances that the viewer gets to know of, fullest first: public ones; other instances stay secret. */
  readonly instances: readonly OccupiedInstance[]
}

export interface OccupiedInstance {
  readonly instanceId: string
  readonly type: string
  readonly occupants: number
  /** Time from which nobody enters; null for an open one. */
  readonly closedAt: string | null
}

/** SQL expression for the occupied instances of the world `w`, as JSON. */
const OCCUPIED_INSTANCES = Prisma.sql`(SELECT coalesce(json_agg(instance), '[]') FROM (
    SELECT i."instanceId", i.type, i."closedAt", count(*) AS occupants
    FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location
    WHERE i."worldId" = w.id GROUP BY i.location ORDER BY occupants DESC, i.location
  ) AS instance)`

interface OccupancyRow {
  readonly id: string
  readonly occupied: readonly OccupiedInstance[]
}

/** Occupancy by world, with an entry for each id. One statement. */
export async function occupancyByWorldIds(
  { sql }: Pick<Scope, 'sql'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Occupancy>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<OccupancyRow>`
    SELECT w.id, ${OCCUPIED_INSTANCES} AS occupied FROM unnest(${ids}::text[]) AS w (id)`
  return new Map(rows.map(({ id, occupied }) => [id, summarizeOccupancy(occupied)]))
}

export function summarizeOccupancy(occupied: readonly OccupiedInstance[]): Occupancy {
  const instances = occupied.filter(({ type }) => type === 'public')
  const [occupants, publicOccupants] = [countOccupants(occupied), countOccupants(instances)]
  return { occupants, publicOccupants, privateOccupants: occupants - publicOccupants, instances }
}

const countOccupants = (instances: readonly OccupiedInstance[]) =>
  instances.reduce((sum, { occupants }) => sum + occupants, 0)

export const EMPTY_OCCUPANCY: Occupancy = summarizeOccupancy([])

/** Columns that answers are made from; metadata may be large and is read separately. */
export const WORLD_COLUMN_NAMES = [
  'id',
  'authorId',
  'name',
  'nameKey',
  'description',
  'capacity',
  'recommendedCapacity',
  'imageUrl',
  'previewYoutubeId',
  'releaseStatus',
  'featured',
  'tags',
  'urlList',
  'version',
  'contentSettings',
  'platforms',
  'labsPublicationDate',
  'publicationDate',
  'storeId',
  'deletedAt',
  'createdAt',
  'updatedAt',
  'visits',
  'favorites',
  'popularity',
  'heat',
] as const

export type WorldFields = Pick<World, (typeof WORLD_COLUMN_NAMES)[number]>

/** A UnityPackage as PACKAGES_JSON selects it; the time is in milliseconds. */
export type PackageRow = Pick<
  UnityPackage,
  'id' | 'platform' | 'unityVersion' | 'assetVersion' | 'assetUrl' | 'variant' | 'worldSignature'
> & { readonly unitySortNumber: number; readonly createdAt: number }

/** Times that are read as JSON are in milliseconds. */
const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`
const TIME_COLUMN_NAMES = ['labsPublicationDate', 'publicationDate', 'deletedAt', 'createdAt', 'updatedAt'] as const
/** How selected columns are read, as JSON or not, so that one function converts both. */
const COLUMN_EXPRESSIONS: Readonly<Record<string, (column: string) => string>> = {
  ...Object.fromEntries(TIME_COLUMN_NAMES.map((name) => [name, milliseconds])),
  tags: (column) => `to_json(${column})`,
  platforms: (column) => `to_json(${column})`,
  urlList: (column) => `to_json(${column})`,
}

const expressionOf = (name: string) => lookUp(COLUMN_EXPRESSIONS, name)?.(`w."${name}"`) ?? `w."${name}"`
const selectColumns = (names: readonly string[]) => names.map((name) => `${expressionOf(name)} AS "${name}"`).join(', ')

/** SELECT list for the WorldFields of the world `w`. */
const WORLD_COLUMNS = Prisma.raw(WORLD_COLUMN_NAMES.map((name) => `w."${name}"`).join(', '))

const PACKAGES_JSON = Prisma.sql`(SELECT coalesce(json_agg(json_build_object('id', p.id, 'platform', p.platform, 'unityVersion', p."unityVersion",
    'unitySortNumber', p."unitySortNumber", 'assetVersion', p."assetVersion", 'assetUrl', p."assetUrl", 'variant', p.variant,
    'worldSignature', p."worldSignature", 'createdAt', ${Prisma.raw(milliseconds('p."createdAt"'))}) ORDER BY p."createdAt", p.id), '[]')
  FROM "UnityPackage" AS p WHERE p."worldId" = w.id)`

type TimeColumn = (typeof TIME_COLUMN_NAMES)[number]

/** A row as statements for selected columns read it. */
type WithTimesInMilliseconds<R> = {
  [K in keyof R]: K extends TimeColumn ? (null extends R[K] ? number | null : number) : R[K]
}

const dateOf = (time: number | null) => (time === null ? null : new Date(time))

/** A world as records of it show it, but for what changes from one second to the next. */
export interface WorldRow extends WorldFields {
  readonly revision: number
  readonly authorName: string
  /** Oldest first. */
  readonly packages: readonly PackageRow[]
}

/** Worlds in no particular order, without a check of visibility. One statement. */
const readWorldRows = ({ sql }: Pick<Scope, 'sql'>, ids: readonly string[]) => sql<WorldRow>`
  SELECT ${WORLD_COLUMNS}, w.revision, author."displayName" AS "authorName", ${PACKAGES_JSON} AS packages
  FROM "World" AS w JOIN "User" AS author ON author.id = w."authorId" WHERE w.id = ANY(${ids})`

/** Worlds as rows. All requests share a row, so nobody may change it. */
export const WORLD_ROWS = defineRowKind<WorldRow>({ name: 'world', readRows: readWorldRows })

/** A world with its occupied instances. */
export interface WorldDetail extends WorldRow {
  readonly occupied: readonly OccupiedInstance[]
}

interface OccupiedVersion extends RowVersion {
  readonly occupied: readonly OccupiedInstance[]
}

/** Worlds in no particular order, without a check of visibility. One statement for those that are cached, else two. */
export async function worldsByIds(source: RowSource, ids: readonly string[]): Promise<WorldDetail[]> {
  if (ids.length === 0) return []
  const list = () => source.sql<OccupiedVersion>`
    SELECT w.id, w.revision, ${OCCUPIED_INSTANCES} AS occupied FROM "World" AS w WHERE w.id = ANY(${ids})`
  const found = await listRecords(source, WORLD_ROWS, list)
  return found.map(({ row: { occupied }, record }) => ({ ...record, occupied }))
}

/** Some columns of worlds, for a query that selects no others. */
export interface WorldColumns {
  /** Short name for statements. */
  readonly name: string
  /** SELECT list for the world `w`. */
  readonly select: string
  /** The columns of the world `w` as a JSON array, which PostgreSQL makes faster than an object. */
  readonly json: string
  /** Converts a row that was read by `select`. It has the selected columns alone. */
  readonly parse: (row: UnparsedFields) => WorldFields
  /** Makes a row of the array that was read by `json`. */
  readonly parseArray: (values: readonly unknown[]) => WorldFields
}

export const worldColumns = createColumnSets<WorldColumns>(WORLD_COLUMN_NAMES, (names, name) => {
  const parse = withSelectedDates(TIME_COLUMN_NAMES.filter((column) => names.includes(column)))
  return {
    name,
    select: selectColumns(names),
    json: `json_build_array(${names.map(expressionOf).join(', ')})`,
    parse,
    parseArray(values) {
      const entries = names.map((column, at) => [column, values[at]])
      return parse(Object.fromEntries(entries))
    },
  }
})

type UnparsedFields = WithTimesInMilliseconds<WorldFields>
type SelectedTimes = { -readonly [C in TimeColumn]?: World[C] }

const SET_TIME: { readonly [C in TimeColumn]: (times: SelectedTimes, row: UnparsedFields) => void } = {
  labsPublicationDate(times, row) {
    times.labsPublicationDate = dateOf(row.labsPublicationDate)
  },
  publicationDate(times, row) {
    times.publicationDate = dateOf(row.publicationDate)
  },
  deletedAt(times, row) {
    times.deletedAt = dateOf(row.deletedAt)
  },
  createdAt(times, row) {
    times.createdAt = new Date(row.createdAt)
  },
  updatedAt(times, row) {
    times.updatedAt = new Date(row.updatedAt)
  },
}

/** Changes the row itself, which was just read: lists have hundreds of rows. */
const withSelectedDates = (names: readonly TimeColumn[]) => {
  const setters = names.map((name) => SET_TIME[name])
  return (row: UnparsedFields): WorldFields => {
    const times: SelectedTimes = {}
    for (const set of setters) set(times, row)
    return Object.assign(row, times)
  }
}

/** Like `worldsByIds`, but without occupants. */
export async function worldRowsByIds(source: RowSource, ids: readonly string[]): Promise<WorldRow[]> {
  if (ids.length === 0) return []
  const list = () => source.sql<RowVersion>`SELECT id, revision FROM "World" WHERE id = ANY(${ids})`
  const found = await listRecords(source, WORLD_ROWS, list)
  return found.map(({ record }) => record)
}

/** Loads one world without a check of visibility; calls of one event-loop turn share a statement. */
export const loadWorld = createRowLoader(worldsByIds)

/** Like `loadWorld`, but without occupants. */
export const loadWorldRow = createRowLoader(worldRowsByIds)

/** SQL expression for the number of people in a world. */
export const occupantCountSql = (worldId: string) => `(SELECT count(*)::int FROM "Instance" AS i
  JOIN "Occupant" AS o ON o.location = i.location WHERE i."worldId" = ${worldId})`

const LISTED_WORLDS = Prisma.raw(LISTED_WORLDS_SQL)

/** The number of public worlds by author, for authors with at least one. One statement. */
export async function countPublicWorldsByAuthors({ sql }: Pick<Scope, 'sql'>, authorIds: readonly string[]) {
  const rows = await sql<{ authorId: string; count: number }>`
    SELECT w."authorId", count(*)::int AS count FROM "World" AS w
    WHERE w."authorId" = ANY(${authorIds}) AND ${LISTED_WORLDS} GROUP BY w."authorId"`
  return rows.map(({ authorId, count }) => [authorId, count] as const)
}

/** The lists of the public worlds of some authors, of which a page is read. */
interface AuthorLists {
  readonly authorIds: readonly string[]
  readonly page: KeysetPage
  /** Columns of the rows, beside ids and authors; null for whole rows. */
  readonly selected: ReadonlySet<string> | null
}

/** A page of the public worlds of each author, by `updatedAt` and `id`. One statement for few columns and cached worlds. */
export async function publicWorldsByAuthors(source: RecordSource, lists: AuthorLists): Promise<WorldFields[]> {
  const set = lists.selected && worldColumns(['id', 'authorId', ...lists.selected])
  if (set) {
    const list = authorList(lists, `world ${set.name} by authors`, set.select)
    return (await pagePerParent<WithTimesInMilliseconds<WorldFields>>(source.read, list, lists.page)).map(set.parse)
  }
  const list = authorList(lists, 'world versions by authors', 'w.id, w.revision')
  const found = await listRecords(source, WORLD_ROWS, () => pagePerParent<RowVersion>(source.read, list, lists.page))
  return found.map(({ record }) => record)
}

const authorList = ({ authorIds: authorId }: AuthorLists, name: string, select: string): PerParentList => ({
  name,
  select,
  table: 'World',
  alias: 'w',
  parents: { authorId },
  where: () => LISTED_WORLDS_SQL,
  columns: ['updatedAt', 'id'],
})
