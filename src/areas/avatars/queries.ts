import type { Avatar, AvatarPackage } from '../../generated/prisma/client.ts'
import { type NamedQuery, textList } from '../../kernel/database.ts'
import { type KeysetPage, type PerParentList, pagePerParent } from '../../kernel/page.ts'
import { createRowLoader } from '../../kernel/rowLoader.ts'

interface ReadScope {
  readonly read: NamedQuery
}

/** Columns that answers are made from. */
const COLUMN_NAMES = [
  'id',
  'authorId',
  'name',
  'nameKey',
  'description',
  'imageUrl',
  'releaseStatus',
  'hiddenFrom',
  'featured',
  'searchable',
  'tags',
  'version',
  'publicationDate',
  'deletedAt',
  'createdAt',
  'updatedAt',
  'favorites',
  'popularity',
  'heat',
] as const

export type AvatarFields = Pick<Avatar, (typeof COLUMN_NAMES)[number]>

/** A package as PACKAGES selects it; the time is in milliseconds. */
export type AvatarPackageRow = Pick<
  AvatarPackage,
  | 'id'
  | 'platform'
  | 'variant'
  | 'unityVersion'
  | 'assetVersion'
  | 'assetUrl'
  | 'performanceRating'
  | 'impostorizerVersion'
> & {
  readonly unitySortNumber: number
  readonly createdAt: number
  /** Whether the analysis of the asset has succeeded; null while there is none. */
  readonly isScanned: boolean | null
  /** The review of the asset; null without one. */
  readonly reviewId: string | null
}

/** An active listing of a product that gives a license for an avatar. */
export interface AvatarOffer {
  readonly listingId: string
  readonly productId: string
  readonly displayName: string
  readonly description: string
  readonly imageId: string | null
  readonly listingType: string
  readonly priceTokens: number
  /** Milliseconds. */
  readonly updatedAt: number
}

/** An avatar as records of it show it, but for what depends on the viewer. */
export interface AvatarRow extends AvatarFields {
  readonly authorName: string
  /** Names of styles; null for none. */
  readonly primaryStyle: string | null
  readonly secondaryStyle: string | null
  /** Oldest first. */
  readonly packages: readonly AvatarPackageRow[]
  /** Latest first. */
  readonly offers: readonly AvatarOffer[]
}

/** Times are read as milliseconds and arrays as JSON: the parsers of the driver are far slower. */
const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

const TIME_COLUMNS = ['publicationDate', 'deletedAt', 'createdAt', 'updatedAt'] as const
type TimeColumn = (typeof TIME_COLUMNS)[number]

const expressionOf = (name: string) => {
  const column = `a."${name}"`
  if (TIME_COLUMNS.some((time) => time === name)) return milliseconds(column)
  return name === 'tags' ? `to_json(${column})` : column
}

const COLUMNS = COLUMN_NAMES.map((name) => `${expressionOf(name)} AS "${name}"`).join(', ')

/** The file and the version that an address of this server names. */
const FILE_VERSION = `(regexp_match(p."assetUrl", '/file/file_[^/]+/([0-9]+)'))[1]::int`

const PACKAGES = `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'platform', p.platform, 'variant', p.variant,
    'unityVersion', p."unityVersion", 'unitySortNumber', p."unitySortNumber", 'assetVersion', p."assetVersion",
    'assetUrl', p."assetUrl", 'performanceRating', p."performanceRating", 'impostorizerVersion', p."impostorizerVersion",
    'createdAt', ${milliseconds('p."createdAt"')},
    'isScanned', (SELECT success FROM "FileAnalysis" AS f WHERE f."fileId" = p."assetFileId" AND f.version = ${FILE_VERSION}),
    'reviewId', (SELECT r.id FROM "AssetReview" AS r WHERE r."fileId" = p."assetFileId" AND r.version = ${FILE_VERSION})
  ) ORDER BY p."createdAt", p.id), '[]') FROM "AvatarPackage" AS p WHERE p."avatarId" = a.id)`

/**
 * SQL after SELECT for the active listings `l` of products that give a license for an avatar; `avatarId` is an SQL
 * expression.
 */
export const activeOffersSql = (avatarId: string) => `
  FROM "Product" AS product JOIN "ListingProduct" AS part ON part."productId" = product.id
    JOIN "Listing" AS l ON l.id = part."listingId"
  WHERE product."avatarIds" @> ARRAY[${avatarId}] AND l.state = 'active'
    AND (l."expiresAt" IS NULL OR l."expiresAt" > now())`

const OFFERS = `(SELECT coalesce(json_agg(json_build_object('listingId', l.id, 'productId', product.id,
    'displayName', l."displayName", 'description', l.description, 'imageId', coalesce(l."imageId", product."imageId"),
    'listingType', l."listingType", 'priceTokens', l."priceTokens", 'updatedAt', ${milliseconds('l."updatedAt"')}
  ) ORDER BY l."updatedAt" DESC, l.id), '[]') ${activeOffersSql('a.id')})`

/** SELECT list for the row of the avatar `a`, and its joins. */
const ROW_COLUMNS = `${COLUMNS}, author."displayName" AS "authorName", first.name AS "primaryStyle",
    second.name AS "secondaryStyle", ${PACKAGES} AS packages, ${OFFERS} AS offers`
const ROW_JOINS = `JOIN "User" AS author ON author.id = a."authorId"
    LEFT JOIN "AvatarStyle" AS first ON first.id = a."primaryStyleId"
    LEFT JOIN "AvatarStyle" AS second ON second.id = a."secondaryStyleId"`

const ROWS_BY_IDS = `SELECT ${ROW_COLUMNS} FROM "Avatar" AS a ${ROW_JOINS} WHERE a.id = ANY(${textList('$1')})`

type InMilliseconds<R> = {
  [K in keyof R]: K extends TimeColumn ? (null extends R[K] ? number | null : number) : R[K]
}

const dateOf = (time: number | null) => (time === null ? null : new Date(time))

const withDates = (row: InMilliseconds<AvatarRow>): AvatarRow => ({
  ...row,
  publicationDate: dateOf(row.publicationDate),
  deletedAt: dateOf(row.deletedAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

/** Avatars in no particular order, without a check of visibility. One statement. */
export async function avatarRowsByIds({ read }: ReadScope, ids: readonly string[]): Promise<AvatarRow[]> {
  if (ids.length === 0) return []
  return (await read<InMilliseconds<AvatarRow>>('avatar rows by ids', ROWS_BY_IDS, [ids])).map(withDates)
}

/** Loads one avatar without a check of visibility; calls of one event-loop turn share a statement. */
export const loadAvatarRow = createRowLoader(avatarRowsByIds)

/** Lists of avatars that belong to parents, with a name that tells their conditions apart. */
type AvatarLists = Pick<PerParentList, 'name' | 'parents' | 'where' | 'columns'>

/** A page of the avatars of each parent, without a check of visibility. One statement. */
export async function avatarRowsPerParent({ read }: ReadScope, lists: AvatarLists, page: KeysetPage) {
  const list = { ...lists, table: 'Avatar', alias: 'a', select: ROW_COLUMNS, joins: ROW_JOINS }
  return (await pagePerParent<InMilliseconds<AvatarRow>>(read, list, page)).map(withDates)
}
