import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { calendarInserts } from './calendarDataset.ts'
import { ID, id, pseudoRandom, SYLLABLES, syllable, WHEN, WORLD_ID } from './datasetSql.ts'
import { groupInserts } from './groupDataset.ts'

/** Users, and worlds, unless a run asks for another number. */
export const DEFAULT_ROWS = 100_000
/** Users who send the requests of the read tasks. */
export const SIGNED_IN_USERS = 100
/** Users with one session each: the first send reads, others boop or subscribe. */
export const SESSIONS = 5_000
/** Worlds of each author. */
export const WORLDS_PER_AUTHOR = 3
/** Worlds with one occupant. */
const OCCUPIED_WORLDS = 1_000
/** Users with notifications. */
export const NOTIFIED_USERS = 1_000
/** Legacy notifications of each of them. */
const LEGACY_PER_USER = 80
/** Second-generation notifications of each of them. */
const V2_PER_USER = 40

/** The `auth` cookie of the n-th user. */
export const tokenOf = (n: number) => `authcookie_${uuidOf(n)}`

export const userIdOf = (n: number) => `usr_${uuidOf(n)}`

export const worldIdOf = (n: number) => `wrld_${uuidOf(n)}`

export const groupIdOf = (n: number) => `grp_${uuidOf(n)}`

const uuidOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Search terms of two syllables, each contained in about 2 % of the names. */
export const frequentTerms: readonly string[] = SYLLABLES.flatMap((a) => SYLLABLES.map((b) => a + b))

/** Search terms of three syllables, each contained in about 0.12 % of the names. */
export const searchTerms: readonly string[] = SYLLABLES.flatMap((a) =>
  SYLLABLES.flatMap((b) => SYLLABLES.map((c) => a + b + c)),
)

/** Statements that fill the database with as many users and worlds as `rows`, at least 10,000. */
const insertsOf = (rows: number): readonly string[] => [
  `INSERT INTO "User" (id, username, "usernameKey", "usernameSkeleton", "displayName", "displayNameKey", "displayNameSkeleton", "createdAt", "updatedAt", bio, "bioLinks",
     pronouns, "pronounsHistory", status, "statusDescription", "statusHistory", tags, "currentAvatar", "currentAvatarImageUrl",
     "currentAvatarThumbnailImageUrl", "currentAvatarTags", "lastLoginAt", "lastActivityAt", "lastPlatform")
   SELECT id, 'person' || i, 'person' || i, 'person' || i, initcap(name) || i, name || i, name || i, made, made,
     'Number ' || i || ' of those who built this place, seldom seen before noon, fond of long walks and slow music.',
     array['https://plaza.test/' || name, 'https://example.org/' || i], 'they/them', '{}', 'active', 'At ' || name,
     array['At home', 'Out for a walk'], array['system_trust_basic', 'language_eng', 'show_social_rank'],
     'avtr_' || md5('avatar' || i)::uuid, 'https://plaza.test/avatar/' || i, 'https://plaza.test/avatar/' || i || '/256', '{}',
     made, made, 'standalonewindows'
   FROM (SELECT i, ${ID} AS id, ${WHEN} AS made, ${['a', 'b', 'c', 'd'].map(syllable).join(' || ')} AS name
         FROM generate_series(1, ${rows}) AS i) AS people`,
  `INSERT INTO "Account" ("userId", email, "emailKey", "emailVerified", birthday, "contentFilters")
   SELECT ${ID}, 'person' || i || '@plaza.test', 'person' || i || '@plaza.test', true, date '1990-01-01' + i % 5000, '{}'
   FROM generate_series(1, ${rows}) AS i`,
  `INSERT INTO "Badge" (id, name, description, "imageUrl", "createdAt", "updatedAt")
   SELECT 'bdg_' || md5('badge' || i)::uuid, 'Badge ' || i, 'For the ' || i || 'th deed', 'https://plaza.test/badge/' || i, ${WHEN}, ${WHEN}
   FROM generate_series(1, 5) AS i`,
  `INSERT INTO "UserBadge" ("userId", "badgeId", showcased, "assignedAt", "updatedAt")
   SELECT ${ID}, 'bdg_' || md5('badge' || (1 + i % 5))::uuid, i % 2 = 0, ${WHEN}, ${WHEN} FROM generate_series(1, ${rows}) AS i`,
  `INSERT INTO "PastDisplayName" (id, "userId", "displayName", "updatedAt")
   SELECT md5('past' || i)::uuid, ${ID}, 'Was' || i, ${WHEN} FROM generate_series(1, ${rows}) AS i`,
  // The first user has 500 friends without further friends; each user who boops is a friend of the next.
  `WITH pair AS (
     SELECT 1 AS a, i AS b FROM generate_series(2, 501) AS i
     UNION ALL SELECT i, i + 1 FROM generate_series(1001, ${SESSIONS}) AS i
   )
   INSERT INTO "Friendship" ("userId", "friendId", key, "createdAt")
   SELECT ${id('a')}, ${id('b')}, md5(a || ':' || b), timestamptz '2025-01-01' FROM pair
   UNION ALL SELECT ${id('b')}, ${id('a')}, md5(a || ':' || b), timestamptz '2025-01-01' FROM pair`,
  `INSERT INTO "Notification" (id, type, "receiverId", "senderId", message, details, "createdAt", "updatedAt")
   SELECT 'not_' || md5('legacy' || i || ':' || k)::uuid, 'invite', ${ID}, ${id(`1 + (i + k) % ${rows}`)}, 'Come and see number ' || k,
     jsonb_build_object('worldId', 'wrld_' || md5('world' || k)::uuid, 'worldName', 'World ' || k),
     timestamptz '2025-01-01' + k * interval '1 hour', timestamptz '2025-01-01' + k * interval '1 hour'
   FROM generate_series(1, ${NOTIFIED_USERS}) AS i, generate_series(1, ${LEGACY_PER_USER}) AS k`,
  `INSERT INTO "Notification" (id, type, "receiverId", "senderId", title, message, category, link, "linkText", "createdAt", "updatedAt", "expiresAt")
   SELECT 'not_' || md5('second' || i || ':' || k)::uuid, 'group.announcement', ${ID}, ${id(`1 + (i + k) % ${rows}`)}, 'News ' || k,
     'What happened in week ' || k, 'social.group', 'group:grp_' || md5('group' || k)::uuid, 'Read on',
     timestamptz '2025-02-01' + k * interval '1 hour', timestamptz '2025-02-01' + k * interval '1 hour', timestamptz '2100-01-01'
   FROM generate_series(1, ${NOTIFIED_USERS}) AS i, generate_series(1, ${V2_PER_USER}) AS k`,
  `INSERT INTO "World" (id, "authorId", name, "nameKey", description, capacity, "recommendedCapacity", "imageUrl", "releaseStatus",
     tags, "urlList", metadata, "labsPublicationDate", "publicationDate", "createdAt", "updatedAt", visits, favorites, popularity, heat,
     "shuffleKey", platforms, "minUnitySort", "maxUnitySort")
   SELECT id, author, initcap(name) || ' ' || i, name || ' ' || i, 'The world number ' || i || ', quiet in the morning and full at night.', 20, 10,
     'https://plaza.test/world/' || i, CASE WHEN i % 10 = 0 THEN 'private' ELSE 'public' END,
     array['author_tag_' || substr(name, 1, 2), 'author_tag_' || substr(name, 3, 2), 'system_approved'], '{}', '{}', made, made, made, made,
     ${pseudoRandom('v', 10_000)}, ${pseudoRandom('f', 500)}, ${pseudoRandom('p', 11)}, ${pseudoRandom('h', 11)}, ${pseudoRandom('s', 200_000_000)},
     array['standalonewindows'], 20220322201, 20220322201
   FROM (SELECT i, ${WORLD_ID} AS id, ${id(`(1 + i % ${Math.floor(rows / WORLDS_PER_AUTHOR)})`)} AS author, ${WHEN} AS made,
           ${['w', 'x', 'y', 'z'].map(syllable).join(' || ')} AS name
         FROM generate_series(1, ${rows}) AS i) AS worlds`,
  `INSERT INTO "UnityPackage" (id, "worldId", platform, "unityVersion", "unitySortNumber", "assetVersion", "assetUrl", "createdAt")
   SELECT 'unp_' || md5('package' || i)::uuid, ${WORLD_ID}, 'standalonewindows', '2022.3.22f1', 20220322201, 1,
     'https://plaza.test/asset/' || i, ${WHEN} FROM generate_series(1, ${rows}) AS i`,
  `INSERT INTO "Instance" (location, "worldId", "instanceId", name, type, "creatorId", region, "secureName", capacity, "recommendedCapacity", "createdAt")
   SELECT ${WORLD_ID} || ':' || i, ${WORLD_ID}, i::text, i::text, 'public', ${ID}, 'us', 'secure' || i, 20, 10, ${WHEN}
   FROM generate_series(1, ${OCCUPIED_WORLDS}) AS i`,
  `INSERT INTO "Occupant" ("userId", location, platform, "joinedAt")
   SELECT ${id(`(${rows / 2} + i)`)}, ${WORLD_ID} || ':' || i, 'android', ${WHEN} FROM generate_series(1, ${OCCUPIED_WORLDS}) AS i`,
  ...groupInserts(rows),
  ...calendarInserts,
]

const INSERT_SESSIONS = `
  INSERT INTO "Session" (id, "userId", "tokenHash", "createdAt", "lastUsedAt", "expiresAt", owes, address, "userAgent")
  SELECT 'ses_' || substr(${ID}, 5), ${ID}, hash, now(), now(), now() + interval '10 years', '{}', '127.0.0.1', 'plaza-bench/1'
  FROM unnest($1::int[], $2::text[]) AS session (i, hash)`

/** Differs between data sets with different rows. */
export const datasetHash = (rows: number) =>
  createHash('sha256')
    .update([...insertsOf(rows), INSERT_SESSIONS, SESSIONS].join())
    .digest('hex')

/** Fills a migrated, empty database with the same rows in every run. Needs a superuser, to skip the checks of foreign keys. */
export async function seedDatabase(client: Client, rows: number): Promise<void> {
  await client.query(
    `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'`,
  )
  const indexes = await dropIndexes(client)
  for (const insert of insertsOf(rows)) await client.query(insert)
  const numbers = Array.from({ length: SESSIONS }, (_, at) => at + 1)
  const hash = (n: number) => createHash('sha256').update(tokenOf(n)).digest('hex')
  await client.query(INSERT_SESSIONS, [numbers, numbers.map(hash)])
  for (const index of indexes) await client.query(index)
  await client.query('VACUUM ANALYZE')
}

/** Drops the indexes that no constraint needs, but for those of tables in partitions, as building them after the rows is quicker. Returns their definitions. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT i.indisunique
      AND c.relkind = 'i' AND NOT c.relispartition`)
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}
