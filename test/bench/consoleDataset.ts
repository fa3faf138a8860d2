import type { Client } from 'pg'
import { STAFF_ACT_NAMES } from '../../src/areas/audit/actNames.ts'
import { ID, id, idWith, pseudoRandom, syllable } from './datasetSql.ts'

/** What the console reads beside people. */
export interface ConsoleRows {
  readonly people: number
  readonly reports: number
  readonly auditEntries: number
}

/** The first people are of the staff, and the first of them is an admin. */
const STAFF = 50
const WHEN_BEFORE = (seconds: number) => `now() - i * interval '${seconds} seconds'`

const staffInserts: readonly string[] = [
  `UPDATE "User" SET admin = true WHERE id = ${id('1')}`,
  `INSERT INTO "StaffGrant" ("userId", permission, "grantedAt") SELECT ${ID}, 'reports', now() FROM generate_series(2, ${STAFF}) AS i`,
]

/** Reports of a transaction: their trigger locks what each is about. */
const REPORTS_AT_ONCE = 1_000

/** Inserts the reports from a number on, which a trigger counts. */
const reportInsert = (people: number, first: number) => `
  INSERT INTO "ModerationReport" (id, "reporterId", type, category, reason, "contentId", "authorId", weight, "contentName", description,
     status, "openKey", "assigneeId", "closeReason", "closedById", "closedAt", outcome, "createdAt", "updatedAt")
   SELECT ${idWith('modReport', 'i')}, ${id(`1 + ${pseudoRandom('reporter', people)}`)}, 'user', 'text',
     (array['spam', 'hate', 'harassment'])[1 + i % 3], about, about, 5 + ${pseudoRandom('weight', 30)}, 'Somebody ' || i,
     'They have said ' || ${syllable('said')} || ' to everybody.', CASE WHEN open THEN 'open' ELSE 'closed' END,
     CASE WHEN open THEN 'bench' || i END, CASE WHEN i % 5 = 0 THEN ${id(`1 + i % ${STAFF}`)} END,
     CASE WHEN NOT open THEN 'We have looked at it.' END, CASE WHEN NOT open THEN ${id(`1 + i % ${STAFF}`)} END,
     CASE WHEN NOT open THEN now() END, CASE WHEN NOT open THEN 'acted' END, ${WHEN_BEFORE(60)}, ${WHEN_BEFORE(60)}
   FROM (SELECT i, i % 2 = 0 AS open, ${id(`1 + ${pseudoRandom('about', Math.floor(people / 10))}`)} AS about
         FROM generate_series(${first}, ${first + REPORTS_AT_ONCE - 1}) AS i) AS report`

const ACTS = STAFF_ACT_NAMES.map((act) => `'${act}'`).join(', ')

const otherInserts = ({ people, auditEntries }: ConsoleRows): readonly string[] => [
  `INSERT INTO "AuditEntry" (id, at, "actorId", act, "subjectId", details)
   SELECT ${idWith('audit', 'i')}, ${WHEN_BEFORE(20)}, ${id(`1 + i % ${STAFF}`)},
     (array[${ACTS}])[1 + ${pseudoRandom('act', STAFF_ACT_NAMES.length)}], ${id(`1 + ${pseudoRandom('subject', people)}`)}, '{"reason": "Spam"}'
   FROM generate_series(1, ${auditEntries}) AS i`,
  ...(['minute', 'hour'] as const).map(
    (step) => `INSERT INTO "FigureRow" (step, at, values)
   SELECT '${step}', date_trunc('${step}', now()) - i * interval '1 ${step}',
     jsonb_build_object('online', i % 900, 'signUps', i % 7, 'requests', i % 5000, 'errors', i % 11, 'sockets', i % 1200, 'reportsOpen', i % 90)
   FROM generate_series(1, ${step === 'minute' ? 1_440 : 2_160}) AS i`,
  ),
]

/** Indexes of a table that no constraint needs: building them after the rows is quicker. */
const INDEXES = `
  SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
  FROM pg_index i WHERE i.indrelid = '"AuditEntry"'::regclass AND NOT i.indisunique`

/** Adds what the console reads to a filled database. Needs a superuser, as the data set does. */
export async function addConsoleRows(client: Client, counts: ConsoleRows): Promise<void> {
  await client.query(`SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'`)
  for (const insert of staffInserts) await client.query(insert)
  for (let first = 1; first < counts.reports; first += REPORTS_AT_ONCE)
    await client.query(reportInsert(counts.people, first))
  await client.query('SET session_replication_role = replica')
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES)
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  for (const insert of otherInserts(counts)) await client.query(insert)
  for (const { definition } of rows) await client.query(definition)
  for (const table of ['AuditEntry', 'ModerationReport', 'ReportSubject', 'StaffGrant', 'FigureRow'])
    await client.query(`VACUUM ANALYZE "${table}"`)
}
