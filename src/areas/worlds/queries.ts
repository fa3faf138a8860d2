import type { UnityPackage, World } from '../../generated/prisma/client.ts'
import type { NamedQuery } from '../../kernel/database.ts'
import { type KeysetPage, type PerParentList, pagePerParent } from '../../kernel/page.ts'
import { createRowLoader } from '../../kernel/rowLoader.ts'
import { LISTED_WORLDS_SQL } from './policy.ts'

/** How many people are in a world now. */
export interface Occupancy {
  readonly occupants: number
  readonly publicOccupants: number
  readonly privateOccupants: number
  /** Occupied public instances, fullest first; other instances stay secret. */
  readonly instances: readonly OccupiedInstance[]
}

export interface OccupiedInstance {
  readonly instanceId: string
  readonly type: string
  readonly occupants: number
}

/** SQL expression for the occupied instances of the world `w`, as JSON. */
export const OCCUPIED_INSTANCES = `(SELECT coalesce(json_agg(instance), '[]') FROM (
    SELECT i."instanceId", i.type, count(*) AS occupants
    FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location
    WHERE i."worldId" = w.id GROUP BY i.location ORDER BY occupants DESC, i.location
  ) AS instance)`

const OCCUPANCY_BY_WORLD_IDS = `SELECT w.id, ${OCCUPIED_INSTANCES} AS occupied FROM unnest($1::text[]) AS w (id)`

interface OccupancyRow {
  readonly id: string
  readonly occupied: readonly OccupiedInstance[]
}

/** Occupancy by world, with an entry for each id. One statement. */
export async function occupancyByWorldIds(
  { read }: { readonly read: NamedQuery },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Occupancy>> {
  const rows = ids.length === 0 ? [] : await read<OccupancyRow>('world-occupancy', OCCUPANCY_BY_WORLD_IDS, [ids])
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
  'labsPublicationDate',
  'publicationDate',
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

interface SummaryFields {
  readonly authorName: string
  /** Oldest first. */
  readonly packages: readonly PackageRow[]
}

/** A world as lists show it. */
export type WorldSummary = WorldFields & SummaryFields & { readonly occupants: number }

/** A world as an answer for one world shows it, with its occupied instances. */
export type WorldDetail = WorldSummary & { readonly occupied: readonly OccupiedInstance[] }

/** Times are read as milliseconds and arrays as JSON: the parsers of the driver are far slower. */
const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`
const TIME_COLUMN_NAMES = ['labsPublicationDate', 'publicationDate', 'deletedAt', 'createdAt', 'updatedAt'] as const
const COLUMN_EXPRESSIONS: Readonly<Record<string, (column: string) => string>> = {
  ...Object.fromEntries(TIME_COLUMN_NAMES.map((name) => [name, milliseconds])),
  tags: (column) => `to_json(${column})`,
  urlList: (column) => `to_json(${column})`,
}

/** SELECT list for the WorldFields of the world `w`. */
export const WORLD_COLUMNS = WORLD_COLUMN_NAMES.map(
  (name) => `${COLUMN_EXPRESSIONS[name]?.(`w."${name}"`) ?? `w."${name}"`} AS "${name}"`,
).join(', ')

const PACKAGES_JSON = `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'platform', p.platform, 'unityVersion', p."unityVersion",
    'unitySortNumber', p."unitySortNumber", 'assetVersion', p."assetVersion", 'assetUrl', p."assetUrl", 'variant', p.variant,
    'worldSignature', p."worldSignature", 'createdAt', ${milliseconds('p."createdAt"')}) ORDER BY p."createdAt", p.id), '[]')
  FROM "UnityPackage" AS p WHERE p."worldId" = w.id)`

const OCCUPANT_COUNT = `(SELECT count(*)::int FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location WHERE i."worldId" = w.id)`

/** SELECT list for the WorldSummary of the world `w`; `author` is the joined row of its author. */
export const SUMMARY_COLUMNS = `${WORLD_COLUMNS}, author."displayName" AS "authorName", ${PACKAGES_JSON} AS packages, ${OCCUPANT_COUNT} AS occupants`

const WORLD_DETAILS_BY_IDS = `SELECT ${WORLD_COLUMNS}, author."displayName" AS "authorName", ${PACKAGES_JSON} AS packages, ${OCCUPIED_INSTANCES} AS occupied
  FROM "World" AS w JOIN "User" AS author ON author.id = w."authorId" WHERE w.id = ANY($1)`
const WORLD_FIELDS_BY_IDS = `SELECT ${WORLD_COLUMNS} FROM "World" AS w WHERE w.id = ANY($1)`

type TimeColumn = (typeof TIME_COLUMN_NAMES)[number]

/** A row as statements of this file read it. */
export type WithTimesInMilliseconds<R> = {
  [K in keyof R]: K extends TimeColumn ? (null extends R[K] ? number | null : number) : R[K]
}

const dateOf = (time: number | null) => (time === null ? null : new Date(time))

export const withDates = <R extends WithTimesInMilliseconds<Pick<World, TimeColumn>>>(
  row: R,
): Omit<R, TimeColumn> & Pick<World, TimeColumn> => ({
  ...row,
  labsPublicationDate: dateOf(row.labsPublicationDate),
  publicationDate: dateOf(row.publicationDate),
  deletedAt: dateOf(row.deletedAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

interface ReadScope {
  readonly read: NamedQuery
}

/** Worlds in no particular order, without a check of visibility. One statement. */
export async function worldsByIds({ read }: ReadScope, ids: readonly string[]): Promise<WorldDetail[]> {
  if (ids.length === 0) return []
  const rows = await read<WithTimesInMilliseconds<Omit<WorldDetail, 'occupants'>>>(
    'worlds-by-ids',
    WORLD_DETAILS_BY_IDS,
    [ids],
  )
  return rows.map((row) => ({ ...withDates(row), occupants: countOccupants(row.occupied) }))
}

/** Like `worldsByIds`, but reads only columns of worlds. One statement. */
export async function worldFieldsByIds({ read }: ReadScope, ids: readonly string[]): Promise<WorldFields[]> {
  if (ids.length === 0) return []
  return (await read<WithTimesInMilliseconds<WorldFields>>('bare-worlds-by-ids', WORLD_FIELDS_BY_IDS, [ids])).map(
    withDates,
  )
}

/** Loads one world without a check of visibility; calls of one event-loop turn share a statement. */
export const loadWorld = createRowLoader(worldsByIds)

/** Like `loadWorld`, but reads only columns of the world. */
export const loadWorldFields = createRowLoader(worldFieldsByIds)

/** The number of public worlds of each author who has any. One statement. */
export async function countPublicWorldsByAuthors({ read }: ReadScope, authorIds: readonly string[]) {
  const text = `SELECT w."authorId", count(*)::int AS count FROM "World" AS w
    WHERE w."authorId" = ANY($1) AND ${LISTED_WORLDS_SQL} GROUP BY w."authorId"`
  const rows = await read<{ authorId: string; count: number }>('worlds-of-authors', text, [authorIds])
  return rows.map(({ authorId, count }) => [authorId, count] as const)
}

/** A page of the public worlds of each author, by `updatedAt` and `id`. One statement. */
export async function publicWorldsByAuthors(
  { read }: ReadScope,
  authorIds: readonly string[],
  page: KeysetPage,
): Promise<WorldFields[]> {
  const list: PerParentList = {
    name: 'worlds by authors',
    table: 'World',
    alias: 'w',
    select: WORLD_COLUMNS,
    parents: { authorId: authorIds },
    where: () => LISTED_WORLDS_SQL,
    columns: ['updatedAt', 'id'],
  }
  return (await pagePerParent<WithTimesInMilliseconds<WorldFields>>(read, list, page)).map(withDates)
}
