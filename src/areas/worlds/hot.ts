import { setImmediate as turnOver } from 'node:timers/promises'
import type { UnityPackage, World } from '../../generated/prisma/client.ts'
import type { NamedRead } from '../../kernel/database.ts'
import { OCCUPIED, type OccupiedInstance } from './occupancy.ts'

/** What is read of a world that is told of; its metadata may be large, and is asked for by itself. */
export const COLUMNS = [
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

/** A world as its row says. */
export type BareWorld = Pick<World, (typeof COLUMNS)[number]>

/** The asset of a world for one platform, as it comes out of a statement's JSON; the time in milliseconds. */
export type PackageRow = Pick<
  UnityPackage,
  'id' | 'platform' | 'unityVersion' | 'assetVersion' | 'assetUrl' | 'variant' | 'worldSignature'
> & { readonly unitySortNumber: number; readonly createdAt: number }

interface Shown {
  readonly authorName: string
  /** The oldest first. */
  readonly packages: readonly PackageRow[]
}

/** A world as lists show it: with its author's name, its packages, and how many people are there. */
export type WorldRow = BareWorld & Shown & { readonly occupants: number }

/** The same with the instances in which somebody is. */
export type SingleWorld = WorldRow & { readonly occupied: readonly OccupiedInstance[] }

/** Times come as milliseconds and lists as JSON: what the driver makes of them itself takes it far longer. */
const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`
const TIMES = ['labsPublicationDate', 'publicationDate', 'deletedAt', 'createdAt', 'updatedAt'] as const
const READ_AS: Readonly<Record<string, (column: string) => string>> = {
  ...Object.fromEntries(TIMES.map((name) => [name, milliseconds])),
  tags: (column) => `to_json(${column})`,
  urlList: (column) => `to_json(${column})`,
}

/** What a statement selects of the world `w` to make a BareWorld of it. */
export const BARE = COLUMNS.map((name) => `${READ_AS[name]?.(`w."${name}"`) ?? `w."${name}"`} AS "${name}"`).join(', ')

const PACKAGES = `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'platform', p.platform, 'unityVersion', p."unityVersion",
    'unitySortNumber', p."unitySortNumber", 'assetVersion', p."assetVersion", 'assetUrl', p."assetUrl", 'variant', p.variant,
    'worldSignature', p."worldSignature", 'createdAt', ${milliseconds('p."createdAt"')}) ORDER BY p."createdAt", p.id), '[]')
  FROM "UnityPackage" AS p WHERE p."worldId" = w.id)`

const OCCUPANTS = `(SELECT count(*)::int FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location WHERE i."worldId" = w.id)`

/** The same and what a WorldRow has beside it; `author` is the world's. */
export const LISTED = `${BARE}, author."displayName" AS "authorName", ${PACKAGES} AS packages, ${OCCUPANTS} AS occupants`

const BY_IDS = `SELECT ${BARE}, author."displayName" AS "authorName", ${PACKAGES} AS packages, ${OCCUPIED} AS occupied
  FROM "World" AS w JOIN "User" AS author ON author.id = w."authorId" WHERE w.id = ANY($1)`
const BARELY = `SELECT ${BARE} FROM "World" AS w WHERE w.id = ANY($1)`

interface Times<T> {
  readonly labsPublicationDate: T | null
  readonly publicationDate: T | null
  readonly deletedAt: T | null
  readonly createdAt: T
  readonly updatedAt: T
}

/** A row as a statement reads it: times are milliseconds. */
export type Raw<R> = Omit<R, keyof Times<Date>> & Times<number>

const dateOf = (time: number | null) => (time === null ? null : new Date(time))

export const dated = <R extends Times<number>>(row: R): Omit<R, keyof Times<Date>> & Times<Date> => ({
  ...row,
  labsPublicationDate: dateOf(row.labsPublicationDate),
  publicationDate: dateOf(row.publicationDate),
  deletedAt: dateOf(row.deletedAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

interface Reads {
  readonly read: NamedRead
}

/** The worlds of these ids, whoever may see them, in no order. Set-wise: one statement. */
export async function worldsByIds({ read }: Reads, ids: readonly string[]): Promise<SingleWorld[]> {
  if (ids.length === 0) return []
  const rows = await read<Raw<Omit<SingleWorld, 'occupants'>>>('worlds-by-ids', BY_IDS, [ids])
  return rows.map((row) => ({ ...dated(row), occupants: countOf(row.occupied) }))
}

const countOf = (occupied: readonly OccupiedInstance[]) => occupied.reduce((sum, { occupants }) => sum + occupants, 0)

/** The same as their rows alone say. */
export async function bareWorldsByIds({ read }: Reads, ids: readonly string[]): Promise<BareWorld[]> {
  if (ids.length === 0) return []
  return (await read<Raw<BareWorld>>('bare-worlds-by-ids', BARELY, [ids])).map(dated)
}

interface Turn {
  readonly ids: Set<string>
  readonly worlds: Promise<ReadonlyMap<string, SingleWorld>>
}

const turns = new WeakMap<NamedRead, Turn>()

/** A world by its id, whoever may see it; all that is asked for in one turn of the event loop is one statement. */
export async function worldInTurn({ read }: Reads, id: string): Promise<SingleWorld | null> {
  const turn = turns.get(read) ?? beginTurn(read)
  turn.ids.add(id)
  return (await turn.worlds).get(id) ?? null
}

function beginTurn(read: NamedRead): Turn {
  const ids = new Set<string>()
  const whole = async () => {
    await turnOver()
    turns.delete(read)
    const worlds = await worldsByIds({ read }, [...ids])
    return new Map(worlds.map((world) => [world.id, world]))
  }
  const turn = { ids, worlds: whole() }
  turns.set(read, turn)
  return turn
}
