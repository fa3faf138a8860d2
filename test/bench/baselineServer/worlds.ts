/** The baseline server's statements about worlds, and their conversion to API records. */

const COLUMNS = `w.id, w.name, w.description, w."authorId", u."displayName" AS "authorName", w.capacity, w."recommendedCapacity",
  w."imageUrl", w."previewYoutubeId", w."releaseStatus", w.featured, w.tags, w."urlList", w.version, w."contentSettings",
  w."labsPublicationDate", w."publicationDate", w."createdAt", w."updatedAt", w.visits, w.favorites, w.popularity, w.heat`

const PACKAGES = `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'platform', p.platform, 'unityVersion', p."unityVersion",
    'unitySortNumber', p."unitySortNumber", 'assetVersion', p."assetVersion", 'assetUrl', p."assetUrl", 'variant', p.variant,
    'createdAt', p."createdAt") ORDER BY p."createdAt", p.id), '[]') FROM "UnityPackage" p WHERE p."worldId" = w.id) AS packages`

const OCCUPANTS_OF_WORLD = `"Instance" i JOIN "Occupant" o ON o.location = i.location WHERE i."worldId" = w.id`
const OCCUPANTS = `(SELECT count(*)::int FROM ${OCCUPANTS_OF_WORLD}) AS occupants`
const INSTANCES = `(SELECT coalesce(json_agg(json_build_array(s."instanceId", s.n)), '[]')
  FROM (SELECT i."instanceId", count(*) AS n FROM ${OCCUPANTS_OF_WORLD} GROUP BY i."instanceId") s) AS instances`

const FROM = `FROM "World" w JOIN "User" u ON u.id = w."authorId"`

export const ONE_WORLD = {
  name: 'one-world',
  text: `SELECT ${COLUMNS}, ${PACKAGES}, ${INSTANCES}, ${OCCUPANTS} ${FROM} WHERE w.id = $1`,
}

export const SEARCH_WORLDS = {
  name: 'found-worlds',
  text: `SELECT ${COLUMNS}, ${PACKAGES}, ${OCCUPANTS} FROM (
      SELECT * FROM "World" WHERE "releaseStatus" = 'public' AND "nameKey" LIKE $1 ORDER BY popularity DESC, id DESC LIMIT $2
    ) w JOIN "User" u ON u.id = w."authorId" ORDER BY w.popularity DESC, w.id DESC`,
}

export const POPULAR_WORLDS = {
  name: 'popular-worlds',
  text: `SELECT ${COLUMNS}, ${PACKAGES}, ${OCCUPANTS} FROM (
      SELECT * FROM "World" WHERE "releaseStatus" = 'public' ORDER BY popularity DESC, id DESC LIMIT $1 OFFSET $2
    ) w JOIN "User" u ON u.id = w."authorId" ORDER BY w.popularity DESC, w.id DESC`,
}

export const WORLDS_WITH_AUTHORS = {
  name: 'nested-worlds',
  text: `SELECT w.id, w.name, w.capacity, w.tags, w.visits, u.id AS "authorId", u."displayName" AS "authorName",
      (SELECT json_agg(json_build_object('id', o.id, 'name', o.name)) FROM (
        SELECT id, name FROM "World" WHERE "authorId" = u.id AND "releaseStatus" = 'public' ORDER BY "updatedAt" DESC, id DESC LIMIT 3
      ) o) AS others
    FROM (
      SELECT * FROM "World" WHERE "releaseStatus" = 'public' AND "nameKey" LIKE $1 ORDER BY popularity DESC, id DESC LIMIT $2
    ) w JOIN "User" u ON u.id = w."authorId" ORDER BY w.popularity DESC, w.id DESC`,
}

export interface WorldRow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly authorId: string
  readonly authorName: string
  readonly capacity: number
  readonly recommendedCapacity: number
  readonly imageUrl: string
  readonly previewYoutubeId: string | null
  readonly releaseStatus: string
  readonly featured: boolean
  readonly tags: readonly string[]
  readonly urlList: readonly string[]
  readonly version: number
  readonly contentSettings: object
  readonly labsPublicationDate: Date | null
  readonly publicationDate: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly visits: number
  readonly favorites: number
  readonly popularity: number
  readonly heat: number
  readonly packages: readonly Package[]
  readonly occupants: number
  readonly instances: readonly unknown[]
}

interface Package {
  readonly id: string
  readonly platform: string
  readonly unityVersion: string
  readonly unitySortNumber: number
  readonly assetVersion: number
  readonly assetUrl: string
  readonly variant: string
  readonly createdAt: string
}

const common = (row: WorldRow) => ({
  authorId: row.authorId,
  authorName: row.authorName,
  capacity: row.capacity,
  created_at: row.createdAt.toISOString(),
  defaultContentSettings: row.contentSettings,
  favorites: row.favorites,
  heat: row.heat,
  id: row.id,
  imageUrl: row.imageUrl,
  labsPublicationDate: row.labsPublicationDate?.toISOString() ?? 'none',
  name: row.name,
  occupants: row.occupants,
  organization: 'plaza',
  popularity: row.popularity,
  previewYoutubeId: row.previewYoutubeId,
  publicationDate: row.publicationDate?.toISOString() ?? 'none',
  recommendedCapacity: row.recommendedCapacity,
  releaseStatus: row.releaseStatus,
  tags: row.tags,
  thumbnailImageUrl: row.imageUrl,
  updated_at: row.updatedAt.toISOString(),
  visits: row.visits,
})

export const limitedWorld = (row: WorldRow) => ({
  ...common(row),
  unityPackages: row.packages.map(({ createdAt, platform, unityVersion }) => ({
    created_at: new Date(createdAt).toISOString(),
    platform,
    unityVersion,
  })),
})

/** The full record of a world, for data in which all instances are public. */
export const oneWorld = (row: WorldRow) => ({
  ...common(row),
  description: row.description,
  featured: row.featured,
  instances: row.instances,
  privateOccupants: 0,
  publicOccupants: row.occupants,
  unityPackages: row.packages.map(({ createdAt, ...rest }) => ({
    ...rest,
    assetUrlObject: {},
    created_at: new Date(createdAt).toISOString(),
    pluginUrl: '',
    pluginUrlObject: {},
    worldSignature: null,
  })),
  urlList: row.urlList,
  version: row.version,
})

export interface WorldWithAuthorRow
  extends Pick<WorldRow, 'id' | 'name' | 'capacity' | 'tags' | 'visits' | 'authorId' | 'authorName'> {
  readonly others: readonly { readonly id: string; readonly name: string }[]
}

const node = ({ authorId, authorName, others, ...row }: WorldWithAuthorRow) => ({
  ...row,
  author: { id: authorId, displayName: authorName, worlds: { nodes: others } },
})

/** A GraphQL page of worlds; one row more than `limit` means that another page follows. */
export const worldWithAuthorPage = (rows: readonly WorldWithAuthorRow[], limit: number) => ({
  data: { worlds: { nodes: rows.slice(0, limit).map(node), pageInfo: { hasNextPage: rows.length > limit } } },
})
