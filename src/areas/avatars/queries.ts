import { type Avatar, type AvatarPackage, type ImpostorJob, Prisma } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import { containedLicensesSql } from '../../kernel/licenseGroups.ts'
import type { PageColumns } from '../../kernel/list/pageSql.ts'
import { createRowLoader } from '../../kernel/records.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

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

/** Facts by which a viewer who is not the author can use an avatar: a license, or that somebody nearby wears it. */
export interface AvatarTies {
  /** Whether a license lets the viewer wear it. */
  readonly isLicensed: boolean
  /** Whether the viewer wears it, or is in one instance with somebody who does: then the client must load it. */
  readonly isNear: boolean
}

const CONTAINED_AVATARS = Prisma.raw(containedLicensesSql({ columns: ['opened."grantedAt"'], type: 'avatar' }))

/**
 * SQL for the ids of the avatars that a person may wear by a license, with the time of the latest grant, license groups
 * opened: `licensed("avatarId", "grantedAt")`. `user` is an expression for the id of the person.
 */
export const licensedAvatars = (user: Prisma.Sql, now: Date) => Prisma.sql`
  SELECT "forId" AS "avatarId", max("grantedAt") AS "grantedAt" FROM (
    WITH RECURSIVE opened("forType", "forId", "grantedAt", depth) AS (
      SELECT "forType", "forId", "createdAt", 1 FROM "LicenseGrant"
      WHERE "userId" = ${user} AND "forType" IN ('avatar', 'licenseGroup') AND ("until" IS NULL OR "until" > ${now})
      UNION
      ${CONTAINED_AVATARS}
    )
    SELECT "forId", "grantedAt" FROM opened WHERE "forType" = 'avatar'
  ) AS license GROUP BY "forId"`

/** The avatars that a person, or somebody in one instance with them, wears or falls back to. */
const nearAvatars = (userId: string) => Prisma.sql`
  SELECT u."currentAvatar" FROM "User" AS u WHERE u.id = ${userId}
  UNION SELECT u."fallbackAvatar" FROM "User" AS u WHERE u.id = ${userId}
  UNION SELECT u."currentAvatar" FROM "Occupant" AS me JOIN "Occupant" AS other ON other.location = me.location
    JOIN "User" AS u ON u.id = other."userId" WHERE me."userId" = ${userId}
  UNION SELECT u."fallbackAvatar" FROM "Occupant" AS me JOIN "Occupant" AS other ON other.location = me.location
    JOIN "User" AS u ON u.id = other."userId" WHERE me."userId" = ${userId}`

/** The ties of the viewer to avatars, by id. One statement. */
export async function tiesByIds(
  { sql, viewer, now }: Pick<Scope, 'sql' | 'viewer' | 'now'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AvatarTies>> {
  if (ids.length === 0 || !viewer) return new Map()
  const rows = await sql<AvatarTies & { readonly id: string }>`
    WITH licensed AS MATERIALIZED (${licensedAvatars(Prisma.sql`${viewer.id}`, now)}),
      near AS MATERIALIZED (${nearAvatars(viewer.id)})
    SELECT id, EXISTS (SELECT FROM licensed WHERE licensed."avatarId" = id) AS "isLicensed",
      EXISTS (SELECT FROM near WHERE near."currentAvatar" = id) AS "isNear"
    FROM unnest(${ids}::text[]) AS wanted (id)`
  return new Map(rows.map(({ id, isLicensed, isNear }) => [id, { isLicensed, isNear }]))
}

/** Durations that the mean counts, the latest, and the seconds of one while there are none. */
const DURATIONS = 100

interface ImpostorQueue {
  /** Open jobs up to the latest of the viewer; 0 without one. */
  readonly place: number
  readonly open: number
  /** Mean duration in seconds; null without any. */
  readonly mean: number | null
}

export const readImpostorQueue = ({ sql, viewer }: ViewerScope) => sql<ImpostorQueue>`
  WITH own AS (
    SELECT "createdAt", id FROM "ImpostorJob" WHERE "requesterId" = ${viewer.id} AND "openKey" IS NOT NULL
    ORDER BY "createdAt" DESC, id DESC LIMIT 1
  ), done AS (
    SELECT "startedAt", "endedAt" FROM "ImpostorJob" WHERE state = 'DONE' ORDER BY "endedAt" DESC LIMIT ${DURATIONS}
  )
  SELECT
    (SELECT count(*)::int FROM own JOIN "ImpostorJob" AS job
      ON job.state IN ('QUEUED', 'RUNNING') AND (job."createdAt", job.id) <= (own."createdAt", own.id)) AS place,
    (SELECT count(*)::int FROM "ImpostorJob" WHERE state IN ('QUEUED', 'RUNNING')) AS open,
    (SELECT avg(date_part('epoch', "endedAt" - "startedAt"))::float8 FROM done) AS mean`

/** The latest impostor job of each avatar that ever had one, without a check of visibility. One statement. */
export const latestImpostorJobs = (
  { sql }: Pick<Scope, 'db' | 'sql'>,
  avatarIds: readonly string[],
): Promise<ImpostorJob[]> =>
  sql<ImpostorJob>`
    SELECT ${columnList(Prisma.ImpostorJobScalarFieldEnum, 'latest')} FROM unnest(${[...avatarIds]}::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT ${columnList(Prisma.ImpostorJobScalarFieldEnum)} FROM "ImpostorJob" WHERE "avatarId" = wanted.id ORDER BY "createdAt" DESC, id DESC LIMIT 1
    ) AS latest`

export const writeGalleryPositions = ({ sql }: InTransaction, fileIds: readonly string[]) => sql`
  UPDATE "File" SET "galleryPosition" = place.number
  FROM unnest(${[...fileIds]}::text[]) WITH ORDINALITY AS place (id, number) WHERE "File".id = place.id`
