import { Prisma } from '../../../generated/prisma/client.ts'
import { URL_MEMBERS } from '../../../kernel/ownUrls.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { UrlTable } from './columns.ts'

type Source = Pick<Scope, 'sql'>

/** The URLs of this installation, if the rows of one of them may hold it in full still; otherwise none. */
export const readUrlsToConvert = async ({ sql }: Source): Promise<string[]> => {
  const rows = await sql<{ readonly url: string }>`
    SELECT url FROM "PublicUrl" WHERE EXISTS (SELECT FROM "PublicUrl" WHERE "convertedAt" IS NULL)`
  return rows.map(({ url }) => url)
}

/** Notes that no row holds these URLs in full any more. */
export const noteConverted = ({ sql }: Source, urls: readonly string[], at: Date) =>
  sql`UPDATE "PublicUrl" SET "convertedAt" = ${at}::timestamptz WHERE url = ANY(${[...urls]}::text[])`

/** Notes a URL that the server had before starts were noted. */
export const noteFormerUrl = ({ sql }: Source, url: string) =>
  sql`
    INSERT INTO "PublicUrl" (url, "pathsStoredFrom")
    SELECT ${url}, coalesce(min("pathsStoredFrom"), 'epoch') FROM "PublicUrl"
    ON CONFLICT (url) DO NOTHING`

/** What a batch has converted. */
interface Batch {
  /** The last key of the batch; null if no row is left. */
  readonly last: string | null
  readonly count: number
}

const column = (name: string) => Prisma.raw(`"${name}"`)

/**
 * Converts the URLs with these schemes and hosts to paths in the rows of the next so many keys, in their order. One
 * statement, which changes no row twice.
 */
export async function convertBatch(
  { sql }: Source,
  { table, key, texts = [], json = [] }: UrlTable,
  { urls, after, size }: { readonly urls: readonly string[]; readonly after: string; readonly size: number },
): Promise<Batch> {
  const origin = `(?:${urls.map(originPattern).join('|')})`
  const inText = `^${origin}(?=/)`
  const inJson = `("(?:${URL_MEMBERS.join('|')})": ")${origin}(?=/)`
  const found = [
    ...texts.map((name) => Prisma.sql`${column(name)} ~* ${inText}`),
    ...json.map((name) => Prisma.sql`${column(name)}::text ~* ${inJson}`),
  ]
  const changes = [
    ...texts.map((name) => Prisma.sql`${column(name)} = regexp_replace(${column(name)}, ${inText}, '', 'i')`),
    ...json.map(
      (name) => Prisma.sql`${column(name)} = regexp_replace(${column(name)}::text, ${inJson}, '\\1', 'gi')::jsonb`,
    ),
  ]
  const rows = await sql<Batch>`
    WITH batch AS (
      SELECT DISTINCT ${column(key)} AS key FROM ${column(table)}
      WHERE ${column(key)} > ${after} AND (${Prisma.join(found, ' OR ')}) ORDER BY key LIMIT ${size}::int
    ), changed AS (
      UPDATE ${column(table)} SET ${Prisma.join(changes)}
      WHERE ${column(key)} IN (SELECT key FROM batch) AND (${Prisma.join(found, ' OR ')}) RETURNING 1
    )
    SELECT max(key) AS last, (SELECT count(*)::int FROM changed) AS count FROM batch`
  return rows[0] ?? { last: null, count: 0 }
}

/** A regular expression for the scheme and host of a URL, with and without the port that is usual for the scheme. */
function originPattern(url: string): string {
  const { origin, protocol, port } = new URL(url)
  const usual = protocol === 'https:' ? 443 : 80
  return `${origin.replace(/[^\w:/]/g, '\\$&')}${port === '' ? `(?::${usual})?` : ''}`
}
