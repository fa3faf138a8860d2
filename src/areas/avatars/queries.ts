import { type Avatar, type AvatarPackage, Prisma } from '../../generated/prisma/client.ts'
import type { PageColumns } from '../../kernel/list/pageSql.ts'
import { createRowLoader } from '../../kernel/rowLoader.ts'
import type { Scope } from '../../kernel/scope.ts'

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

type AvatarFields = Pick<Avatar, (typeof COLUMN_NAMES)[number]>

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
interface AvatarOffer {
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

const COLUMNS = COLUMN_NAMES.map((name) => `a."${name}"`).join(', ')

/** Times that are read as JSON are in milliseconds. */
const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

/** The file and the version that an address of this server names. */
const FILE_VERSION = `(regexp_match(p."assetUrl", '/file/file_[^/]+/([0-9]+)'))[1]::int`

const PACKAGES = `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'platform', p.platform, 'variant', p.variant,
    'unityVersion', p."unityVersion", 'unitySortNumber', p."unitySortNumber", 'assetVersion', p."assetVersion",
    'assetUrl', p."assetUrl", 'performanceRating', p."performanceRating", 'impostorizerVersion', p."impostorizerVersion",
    'createdAt', ${milliseconds('p."createdAt"')},
    'isScanned', (SELECT success FROM "FileAnalysis" AS f WHERE f."fileId" = p."assetFileId" AND f.version = ${FILE_VERSION}),
    'reviewId', (SELECT r.id FROM "AssetReview" AS r WHERE r."fileId" = p."assetFileId" AND r.version = ${FILE_VERSION})
  ) ORDER BY p."createdAt", p.id), '[]') FROM "AvatarPackage" AS p WHERE p."avatarId" = a.id)`

/** SQL after SELECT for the active listings `l` of products that give a license for the avatar `a`. */
export const ACTIVE_OFFERS_SQL = `
  FROM "Product" AS product JOIN "ListingProduct" AS part ON part."productId" = product.id
    JOIN "Listing" AS l ON l.id = part."listingId"
  WHERE product."avatarIds" @> ARRAY[a.id] AND l.state = 'active'
    AND (l."expiresAt" IS NULL OR l."expiresAt" > now())`

const OFFERS = `(SELECT coalesce(json_agg(json_build_object('listingId', l.id, 'productId', product.id,
    'displayName', l."displayName", 'description', l.description, 'imageId', coalesce(l."imageId", product."imageId"),
    'listingType', l."listingType", 'priceTokens', l."priceTokens", 'updatedAt', ${milliseconds('l."updatedAt"')}
  ) ORDER BY l."updatedAt" DESC, l.id), '[]') ${ACTIVE_OFFERS_SQL})`

/** What an AvatarRow is read from, of the avatar `a`. */
export const AVATAR_COLUMNS = {
  select: Prisma.raw(`${COLUMNS}, author."displayName" AS "authorName", first.name AS "primaryStyle",
    second.name AS "secondaryStyle", ${PACKAGES} AS packages, ${OFFERS} AS offers`),
  joins: Prisma.raw(`JOIN "User" AS author ON author.id = a."authorId"
    LEFT JOIN "AvatarStyle" AS first ON first.id = a."primaryStyleId"
    LEFT JOIN "AvatarStyle" AS second ON second.id = a."secondaryStyleId"`),
} satisfies PageColumns

/** Avatars in no particular order, without a check of visibility. One statement. */
export async function avatarRowsByIds({ sql }: Pick<Scope, 'sql'>, ids: readonly string[]): Promise<AvatarRow[]> {
  if (ids.length === 0) return []
  const { select, joins } = AVATAR_COLUMNS
  return sql`SELECT ${select} FROM "Avatar" AS a ${joins} WHERE a.id = ANY(${ids})`
}

/** Loads one avatar without a check of visibility; calls of one event-loop turn share a statement. */
export const loadAvatarRow = createRowLoader(avatarRowsByIds)
