/** The baseline server's statements about worlds, and their conversion to API records: plain columns of one statement. */

const LISTED_COLUMNS = `w.id, w.name, w."authorId", w.capacity, w."recommendedCapacity", w."imageUrl", w."imageFileId",
  w."previewYoutubeId", w."releaseStatus", w.tags, w."contentSettings", w."labsPublicationDate", w."publicationDate",
  w."deletedAt", w."createdAt", w."updatedAt", w.visits, w.favorites, w.popularity, w.heat`

const COLUMNS = `${LISTED_COLUMNS}, w.description, w.featured, w."urlList", w.version, w."hiddenFrom"`

const AUTHOR = `u."displayName" AS "authorName"`
const JOIN_AUTHOR = `JOIN "User" u ON u.id = w."authorId"`

export const ONE_WORLD = {
  name: 'one-world',
  text: `SELECT ${COLUMNS}, ${AUTHOR} FROM "World" w ${JOIN_AUTHOR} WHERE w.id = $1`,
}

/** Lists public worlds, the most popular ones first; `condition` selects among them, and `page` limits their number. */
const list = (name: string, condition: string, page: string) => ({
  name,
  text: `SELECT ${LISTED_COLUMNS}, ${AUTHOR} FROM (
      SELECT * FROM "World" WHERE "releaseStatus" = 'public' ${condition} ORDER BY popularity DESC, id DESC ${page}
    ) w ${JOIN_AUTHOR} ORDER BY w.popularity DESC, w.id DESC`,
})

export const SEARCH_WORLDS = list('found-worlds', 'AND "nameKey" LIKE $1', 'LIMIT $2')
export const POPULAR_WORLDS = list('popular-worlds', '', 'LIMIT $1 OFFSET $2')

export const WORLDS_WITH_AUTHORS = {
  name: 'nested-worlds',
  text: `SELECT w.id, w.name, w.capacity, w.tags, w.visits, u.id AS "authorId", u."displayName" AS "authorName",
      (SELECT json_agg(json_build_object('id', o.id, 'name', o.name)) FROM (
        SELECT id, name FROM "World" WHERE "authorId" = u.id AND "releaseStatus" = 'public' ORDER BY "updatedAt" DESC, id DESC LIMIT 3
      ) o) AS others
    FROM (
      SELECT * FROM "World" WHERE "releaseStatus" = 'public' AND "nameKey" LIKE $1 ORDER BY popularity DESC, id DESC LIMIT $2
    ) w ${JOIN_AUTHOR} ORDER BY w.popularity DESC, w.id DESC`,
}

export interface ListedWorldRow {
  readonly id: string
  readonly name: string
  readonly authorId: string
  readonly authorName: string
  readonly capacity: number
  readonly recommendedCapacity: number
  readonly imageUrl: string
  readonly previewYoutubeId: string | null
  readonly releaseStatus: string
  readonly tags: readonly string[]
  readonly contentSettings: Readonly<Record<string, boolean>>
  readonly labsPublicationDate: Date | null
  readonly publicationDate: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly visits: number
  readonly favorites: number
  readonly popularity: number
  readonly heat: number
}

export interface WorldRow extends ListedWorldRow {
  readonly description: string
  readonly featured: boolean
  readonly urlList: readonly string[]
  readonly version: number
}

export const limitedWorld = (row: ListedWorldRow) => ({
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

export const oneWorld = (row: WorldRow) => ({
  ...limitedWorld(row),
  description: row.description,
  featured: row.featured,
  urlList: row.urlList,
  version: row.version,
})

const listedNode = (row: ListedWorldRow) => ({
  id: row.id,
  name: row.name,
  capacity: row.capacity,
  recommendedCapacity: row.recommendedCapacity,
  imageUrl: row.imageUrl,
  thumbnailUrl: row.imageUrl,
  previewYoutubeId: row.previewYoutubeId,
  releaseStatus: row.releaseStatus.toUpperCase(),
  tags: row.tags,
  labsPublishedAt: row.labsPublicationDate?.toISOString() ?? null,
  publishedAt: row.publicationDate?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  visitCount: row.visits,
  favoriteCount: row.favorites,
  popularity: row.popularity,
  heat: row.heat,
  author: { id: row.authorId, displayName: row.authorName },
})

/** A GraphQL page of worlds; one row more than `limit` means that another page follows. */
export const worldPage = (rows: readonly ListedWorldRow[], limit: number) => ({
  data: { worlds: { nodes: rows.slice(0, limit).map(listedNode), pageInfo: { hasNextPage: rows.length > limit } } },
})

/** A GraphQL answer with one world. */
export const worldNode = (row: WorldRow) => ({
  data: {
    world: {
      ...listedNode(row),
      description: row.description || null,
      isFeatured: row.featured,
      urls: row.urlList,
      version: row.version,
      contentSettings: contentSettings(row.contentSettings),
    },
  },
})

const contentSettings = (row: ListedWorldRow['contentSettings']) => ({
  drones: row.drones ?? null,
  emoji: row.emoji ?? null,
  pedestals: row.pedestals ?? null,
  prints: row.prints ?? null,
  props: row.props ?? null,
  stickers: row.stickers ?? null,
})

export interface WorldWithAuthorRow
  extends Pick<ListedWorldRow, 'id' | 'name' | 'capacity' | 'tags' | 'visits' | 'authorId' | 'authorName'> {
  readonly others: readonly { readonly id: string; readonly name: string }[]
}

const node = ({ authorId, authorName, others, visits, ...row }: WorldWithAuthorRow) => ({
  ...row,
  visitCount: visits,
  author: { id: authorId, displayName: authorName, worlds: { nodes: others } },
})

/** A GraphQL page of worlds with their authors' other worlds; one row more than `limit` means that another page follows. */
export const worldWithAuthorPage = (rows: readonly WorldWithAuthorRow[], limit: number) => ({
  data: { worlds: { nodes: rows.slice(0, limit).map(node), pageInfo: { hasNextPage: rows.length > limit } } },
})
