import { Prisma, type UnityPackage, type World } from '../../generated/prisma/client.ts'
import type { SqlList } from '../../kernel/list/pageSql.ts'
import { countPerParent, readPagePerParent, selectedColumns } from '../../kernel/list/readList.ts'
import type { KeysetPage } from '../../kernel/page.ts'
import {
  createRowLoader,
  defineRowKind,
  listRecords,
  type RecordSource,
  type RowSource,
  type RowVersion,
} from '../../kernel/records.ts'
import type { Scope } from '../../kernel/scope.ts'
import { LISTED_WORLDS } from './policy.ts'

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

/** SELECT list for the WorldFields of the world `w`. */
const WORLD_COLUMNS = Prisma.raw(WORLD_COLUMN_NAMES.map((name) => `w."${name}"`).join(', '))

const PACKAGES_JSON = Prisma.sql`(SELECT coalesce(json_agg(json_build_object('id', p.id, 'platform', p.platform, 'unityVersion', p."unityVersion",
    'unitySortNumber', p."unitySortNumber", 'assetVersion', p."assetVersion", 'assetUrl', p."assetUrl", 'variant', p.variant,
    'worldSignature', p."worldSignature", 'createdAt', round(date_part('epoch', p."createdAt") * 1000)) ORDER BY p."createdAt", p.id), '[]')
  FROM "UnityPackage" AS p WHERE p."worldId" = w.id)`

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
export const occupantCountSql = (worldId: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM "Instance" AS i
  JOIN "Occupant" AS o ON o.location = i.location WHERE i."worldId" = ${worldId})`

/** Public worlds by the time of the last change. */
const PUBLIC_WORLDS: SqlList = {
  alias: 'w',
  from: Prisma.raw('"World" AS w'),
  where: [LISTED_WORLDS],
  order: [
    { by: Prisma.raw('w."updatedAt"'), type: 'timestamptz' },
    { by: Prisma.raw('w.id'), type: 'text' },
  ],
}

/** The number of public worlds by author, for authors with at least one. One statement. */
export const countPublicWorldsByAuthors = (source: Pick<Scope, 'sql'>, authorIds: readonly string[]) =>
  countPerParent(source, PUBLIC_WORLDS, ['authorId', authorIds])

/** The lists of the public worlds of some authors, of which a page is read. */
interface AuthorLists {
  readonly authorIds: readonly string[]
  readonly page: KeysetPage
  /** Columns of the rows, beside ids and authors; null for whole rows. */
  readonly selected: ReadonlySet<string> | null
}

/** A page of the public worlds of each author, by `updatedAt` and `id`. One statement for few columns and cached worlds. */
export async function publicWorldsByAuthors(
  source: RecordSource,
  { authorIds: authorId, page, selected }: AuthorLists,
): Promise<WorldFields[]> {
  const read = <Row>(select: Prisma.Sql) =>
    readPagePerParent<Row>(source, { list: PUBLIC_WORLDS, parents: { authorId } }, page, { select })
  const columns = selectedColumns('w', WORLD_COLUMN_NAMES, selected && new Set(['id', 'authorId', ...selected]))
  if (columns) return read<WorldFields>(columns)
  const found = await listRecords(source, WORLD_ROWS, () => read<RowVersion>(Prisma.raw('w.id, w.revision')))
  return found.map(({ record }) => record)
}
