import { createHash } from 'node:crypto'
import type { Client } from 'pg'

export const PEOPLE = 100_000
/** People who are logged in, each with one session. */
export const SIGNED_IN = 100

/** The `auth` cookie of the n-th person who is logged in. */
export const tokenOf = (n: number) => `authcookie_${uuidOf(n)}`

const uuidOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

const SYLLABLES = ['ka', 'ro', 'mi', 'te', 'lu', 'na', 'so', 'vi', 'pe', 'du', 'ga', 'fo']

/** Each is part of about 115 of the 100,000 display names. */
export const searchTerms: readonly string[] = SYLLABLES.flatMap((a) =>
  SYLLABLES.flatMap((b) => SYLLABLES.map((c) => a + b + c)),
)

/** A number below `below` that looks random and is the same in every run. */
const pick = (salt: string, below: number) => `(('x' || substr(md5(i || '${salt}'), 1, 7))::bit(28)::int % ${below})`
const syllable = (salt: string) => `(array['${SYLLABLES.join("','")}'])[1 + ${pick(salt, SYLLABLES.length)}]`

const ID = `'usr_01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0')`
const WHEN = `timestamptz '2024-01-01' + i * interval '5 minutes'`

const INSERTS = [
  `INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "createdAt", "updatedAt", bio, "bioLinks",
     pronouns, "pronounsHistory", status, "statusDescription", "statusHistory", tags, "currentAvatar", "currentAvatarImageUrl",
     "currentAvatarThumbnailImageUrl", "currentAvatarTags", "lastLoginAt", "lastActivityAt", "lastPlatform")
   SELECT id, 'person' || i, 'person' || i, initcap(name) || i, name || i, made, made,
     'Number ' || i || ' of those who built this place, seldom seen before noon, fond of long walks and slow music.',
     array['https://plaza.test/' || name, 'https://example.org/' || i], 'they/them', '{}', 'active', 'At ' || name,
     array['At home', 'Out for a walk'], array['system_trust_basic', 'language_eng', 'show_social_rank'],
     'avtr_' || md5('avatar' || i)::uuid, 'https://plaza.test/avatar/' || i, 'https://plaza.test/avatar/' || i || '/256', '{}',
     made, made, 'standalonewindows'
   FROM (SELECT i, ${ID} AS id, ${WHEN} AS made, ${['a', 'b', 'c', 'd'].map(syllable).join(' || ')} AS name
         FROM generate_series(1, ${PEOPLE}) AS i) AS people`,
  `INSERT INTO "Account" ("userId", email, "emailKey", "emailVerified", birthday, "contentFilters")
   SELECT ${ID}, 'person' || i || '@plaza.test', 'person' || i || '@plaza.test', true, date '1990-01-01' + i % 5000, '{}'
   FROM generate_series(1, ${PEOPLE}) AS i`,
  `INSERT INTO "Badge" (id, name, description, "imageUrl", "createdAt", "updatedAt")
   SELECT 'bdg_' || md5('badge' || i)::uuid, 'Badge ' || i, 'For the ' || i || 'th deed', 'https://plaza.test/badge/' || i, ${WHEN}, ${WHEN}
   FROM generate_series(1, 5) AS i`,
  `INSERT INTO "UserBadge" ("userId", "badgeId", showcased, "assignedAt", "updatedAt")
   SELECT ${ID}, 'bdg_' || md5('badge' || (1 + i % 5))::uuid, i % 2 = 0, ${WHEN}, ${WHEN} FROM generate_series(1, ${PEOPLE}) AS i`,
  `INSERT INTO "PastDisplayName" (id, "userId", "displayName", "updatedAt")
   SELECT md5('past' || i)::uuid, ${ID}, 'Was' || i, ${WHEN} FROM generate_series(1, ${PEOPLE}) AS i`,
]

/** Fills a migrated, empty database with people: the same rows in every run. */
export async function fill(client: Client): Promise<void> {
  for (const insert of INSERTS) await client.query(insert)
  const numbers = Array.from({ length: SIGNED_IN }, (_, at) => at + 1)
  const hash = (n: number) => createHash('sha256').update(tokenOf(n)).digest('hex')
  await client.query(
    `INSERT INTO "Session" (id, "userId", "tokenHash", "createdAt", "lastUsedAt", "expiresAt", owes, address, "userAgent")
     SELECT 'ses_' || substr(${ID}, 5), ${ID}, hash, now(), now(), now() + interval '30 days', '{}', '127.0.0.1', 'plaza-bench/1'
     FROM unnest($1::int[], $2::text[]) AS session (i, hash)`,
    [numbers, numbers.map(hash)],
  )
  await client.query('VACUUM ANALYZE')
}
