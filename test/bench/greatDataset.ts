import type { Client } from 'pg'
import { STAFF_ACT_NAMES } from '../../src/areas/audit/actNames.ts'
import { ID, id, idWith, pseudoRandom, WORLD_ID } from './datasetSql.ts'

/** What a database has beside people and worlds. */
export interface GreatNumbers {
  /** People, and worlds. */
  readonly rows: number
  /** Notifications of all people together, and entries of the audit log. */
  readonly notifications: number
}

const ACTS = STAFF_ACT_NAMES.map((act) => `'${act}'`).join(', ')

const insertsOf = ({ rows, notifications }: GreatNumbers): readonly string[] => [
  `INSERT INTO "Notification" (id, type, "receiverId", "senderId", title, message, category, "createdAt", "updatedAt", "expiresAt")
   SELECT ${idWith('not', 'i')}, 'group.announcement', ${id(`(1 + i % ${rows})`)}, ${id(`(1 + ${pseudoRandom('sender', rows)})`)},
     'News ' || i, 'What happened in week ' || i, 'social.group', made, made, made + interval '90 days'
   FROM (SELECT i, now() - i::float8 / ${notifications} * interval '85 days' AS made FROM generate_series(1, ${notifications}) AS i) AS note`,
  `INSERT INTO "AuditEntry" (id, at, "actorId", act, "subjectId", details)
   SELECT ${idWith('audit', 'i')}, now() - i * interval '20 seconds', ${id('(1 + i % 50)')},
     (array[${ACTS}])[1 + ${pseudoRandom('act', STAFF_ACT_NAMES.length)}], ${id(`(1 + ${pseudoRandom('subject', rows)})`)}, '{"reason": "Spam"}'
   FROM generate_series(1, ${notifications}) AS i`,
  `INSERT INTO "WorldVisit" ("worldId", "userId", at, counted)
   SELECT ${WORLD_ID}, ${id(`(1 + ${pseudoRandom('visitor', rows)})`)}, now() - ${pseudoRandom('day', 2_592_000)} * interval '1 second', true
   FROM generate_series(1, ${rows}) AS i`,
]

const TABLES = ['Notification', 'AuditEntry', 'WorldVisit'] as const

/** Indexes that no constraint needs: building them after the rows is quicker. */
const INDEXES = `
  SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
  FROM pg_index i
  WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisunique`

/** Adds the rows to a filled database. Needs a superuser, to skip the checks of foreign keys. */
export async function addGreatNumbers(client: Client, counts: GreatNumbers): Promise<void> {
  await client.query(
    `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'`,
  )
  const quoted = TABLES.map((table) => `"${table}"`)
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES, [quoted])
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  for (const insert of insertsOf(counts)) await client.query(insert)
  for (const { definition } of rows) await client.query(definition)
  for (const table of quoted) await client.query(`VACUUM ANALYZE ${table}`)
  await client.query('SET session_replication_role = origin')
}

/** What happens between two runs of the jobs, the same in a database of any size; `round` tells the times apart. */
export const changesOf = (round: number): readonly string[] => [
  `INSERT INTO "Favorite" (id, "userId", type, "favoriteId", "group", "createdAt")
   SELECT ${idWith('fvrt', 'i', round)}, ${id('(1 + i % 500)')}, 'world', ${idWith('wrld', `(i + ${round * 1_000})`)}, 'worlds1', now()
   FROM generate_series(1, 1000) AS i`,
  `INSERT INTO "WorldVisit" ("worldId", "userId", at)
   SELECT ${idWith('wrld', `(i + ${round * 1_000})`)}, ${id('(1 + i % 500)')}, now() FROM generate_series(1, 1000) AS i`,
  `UPDATE "Notification" SET "expiresAt" = now() WHERE id IN (
     SELECT ${idWith('not', `(i + ${round * 1_000})`)} FROM generate_series(1, 1000) AS i)`,
]

/** Entries of feeds over the four weeks before a time, of which there are so many. */
export const feedInsert = (entries: number) => `
  INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
  SELECT ${ID}, 1, 'created', 'message', ARRAY[${idWith('not', 'i')}], now() - i::float8 / ${entries} * interval '28 days'
  FROM generate_series(1, ${entries}) AS i`
