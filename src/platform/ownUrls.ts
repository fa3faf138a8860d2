import type { PoolClient } from 'pg'
import { HOUR } from '../kernel/clock.ts'
import type { OwnUrlRules } from '../kernel/ownUrls.ts'
import type { Platform } from './platform.ts'

/** What the database knows of the URLs of this server. */
export type OwnUrls = Pick<OwnUrlRules, 'ownOrigins' | 'pathsStoredFrom'>

type Site = Pick<Platform, 'database' | 'settings' | 'clock' | 'log'>

/**
 * Milliseconds that an upgrade node by node can take: until then, nodes of a version that shows URLs as they are stored may
 * run beside those of this one.
 */
const UPGRADE_TIME = HOUR

/** Hosts of earlier starts, in rows of versions that did not note them: an image with a file is always one of this server. */
const READ_EARLIER_ORIGINS = `
  SELECT DISTINCT substring("imageUrl" FROM '^[^/]+//[^/]+') AS origin
  FROM (SELECT "imageUrl", "imageFileId" FROM "World" UNION ALL SELECT "imageUrl", "imageFileId" FROM "Avatar") AS image
  WHERE "imageFileId" IS NOT NULL AND "imageUrl" ~* '^https?://'`

/** A database without files holds no URL of this server yet. */
const NOTE_URL = `
  INSERT INTO "PublicUrl" (url, "pathsStoredFrom") SELECT $1, coalesce(
    (SELECT min("pathsStoredFrom") FROM "PublicUrl"),
    CASE WHEN EXISTS (SELECT FROM "File") THEN $2::timestamptz ELSE 'epoch' END)
  ON CONFLICT (url) DO NOTHING`

const READ_LAST_STARTED = `
  SELECT url FROM "PublicUrl" WHERE "lastStartAt" IS NOT NULL ORDER BY "lastStartAt" DESC LIMIT 1`

/**
 * Notes the start of a server with its PUBLIC_URL, logs when it is another one than before, and answers what the database
 * knows of the URLs of this server.
 */
export async function rememberPublicUrl(site: Site): Promise<OwnUrls> {
  const client = await site.database.pool.connect()
  try {
    await client.query('BEGIN')
    // Of several nodes that start at once, one tells of the change.
    await client.query('LOCK TABLE "PublicUrl" IN SHARE ROW EXCLUSIVE MODE')
    await noteStart(client, site)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
  return readOwnUrls(site)
}

async function noteStart(client: PoolClient, { settings: { PUBLIC_URL }, clock, log }: Site): Promise<void> {
  const before = await readLastStarted(client)
  const earlier = before === undefined ? await readEarlierOrigins(client) : [before]
  const pathsStoredFrom = new Date(clock.now().getTime() + UPGRADE_TIME)
  for (const url of new Set([...earlier, PUBLIC_URL])) await client.query(NOTE_URL, [url, pathsStoredFrom])
  await client.query('UPDATE "PublicUrl" SET "lastStartAt" = $2 WHERE url = $1', [PUBLIC_URL, clock.now()])
  const former = earlier.filter((url) => url !== PUBLIC_URL)
  if (former.length === 0) return
  // A node that was started late with the former one may have stored more of its URLs.
  await client.query('UPDATE "PublicUrl" SET "convertedAt" = NULL')
  log.warn({ former, publicUrl: PUBLIC_URL }, 'PUBLIC_URL has changed: clients get the URLs of files with the new one')
}

async function readLastStarted(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ url: string }>(READ_LAST_STARTED)
  return rows[0]?.url
}

async function readEarlierOrigins(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ origin: string }>(READ_EARLIER_ORIGINS)
  return rows.flatMap(({ origin }) => (URL.canParse(origin) ? [new URL(origin).origin] : []))
}

const READ_KNOWN = `
  SELECT array_agg(url) AS urls, min("pathsStoredFrom") AS "pathsStoredFrom", EXISTS (SELECT FROM "File") AS "hasFiles"
  FROM "PublicUrl"`

interface KnownUrls {
  readonly urls: readonly string[] | null
  readonly pathsStoredFrom: Date | null
  readonly hasFiles: boolean
}

/** What the database knows of the URLs of this server, whose PUBLIC_URL counts as one of them. */
export async function readOwnUrls({ database, settings }: Pick<Site, 'database' | 'settings'>): Promise<OwnUrls> {
  const { rows } = await database.pool.query<KnownUrls>(READ_KNOWN)
  const { urls = null, pathsStoredFrom = null, hasFiles = false } = rows[0] ?? {}
  return {
    ownOrigins: new Set([settings.PUBLIC_URL, ...(urls ?? [])]),
    // Before the first start of this version, nodes of the one before it may run.
    pathsStoredFrom: pathsStoredFrom ?? (hasFiles ? END_OF_TIME : BEGIN_OF_TIME),
  }
}

const BEGIN_OF_TIME = new Date(0)
/** The last time that a Date can hold. */
const END_OF_TIME = new Date(8_640_000_000_000_000)
