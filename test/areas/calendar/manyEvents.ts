import type { TestApp } from '../../support/app.ts'
import type { TestGroup } from '../../support/groups.ts'
import type { TestUser } from '../../support/users.ts'

/** Groups that the viewer is a member of. */
export const OWN_GROUPS = 20
/** Events of each group, over four months. */
const PER_GROUP = 300
/** Dates of each series; other events are single ones. */
const PER_SERIES = 13
const FOLLOWED_SERIES = 50
const FOLLOWED_SINGLES = 50

const CATEGORIES = `array['arts','avatars','dance','education','exploration','film_media','gaming','hangout','music','other',
  'performance','roleplaying','wellness']`

/** A pseudo-random number from 0 up to 1, the same in every run. */
const random = (salt: string) => `(('x' || substr(md5(n || '${salt}'), 1, 7))::bit(28)::int / 268435456.0)`

/** What a series and its dates have in common. The first group is that of the test. */
const shared = (groupId: string, number: string) => `
  ${groupId} AS "groupId", 'Dance night of word ' || ${number} AS title, 'Description of number ' || ${number} AS description,
  'dance night of word ' || ${number} AS "searchKey", (${CATEGORIES})[1 + floor(13 * ${random('c')})::int] AS category,
  CASE WHEN ${random('a')} < 0.8 THEN 'public' ELSE 'group' END AS "accessType", ${random('d')} < 0.05 AS "isDraft",
  ${random('f')} < 0.0005 AS featured,
  array['tag' || floor(10 * ${random('t')})::int] || CASE WHEN n % 9973 = 0 THEN array['rare'] ELSE '{}' END AS tags,
  CASE WHEN ${random('l')} < 0.6 THEN array['eng'] WHEN ${random('l')} < 0.7 THEN array['deu'] ELSE '{}' END AS languages,
  floor(1000 * power(${random('i')}, 40))::int AS "interestCount"`

const COLUMNS = `"groupId", title, description, "searchKey", category, "accessType", "isDraft", featured, tags, languages,
  "interestCount", id, kind, "seriesId", "originalStartsAt", "startsAt", "endsAt", recurrence, "createdAt", "updatedAt"`
const RECURRENCE = `'{"frequency":"weekly","interval":1,"timezone":"UTC"}'::jsonb`

const INDEXES = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
  WHERE indrelid = '"CalendarEvent"'::regclass AND NOT indisunique`

interface Calendars {
  readonly group: TestGroup
  readonly viewer: TestUser
  readonly count: number
}

/**
 * Fills the calendars of many groups, one of them `group`, with so many events from 30 days ago to 92 days ahead, half of
 * them dates of series. The viewer becomes a member of some groups, and follows some events.
 */
export async function fillCalendars(app: TestApp, { group, viewer, count }: Calendars): Promise<void> {
  const groups = Math.max(OWN_GROUPS, Math.ceil(count / PER_GROUP))
  const series = Math.floor(count / 2 / PER_SERIES)
  const singles = count - series * PER_SERIES
  const groupId = `CASE WHEN n % ${groups} = 0 THEN '${group.id}' ELSE 'grp_' || md5('group' || n % ${groups})::uuid END`
  const start = `date_trunc('second', now()) - interval '30 days' + ${random('s')} * interval '122 days'`
  const weekly = `date_trunc('second', now()) - interval '30 days' + ${random('w')} * interval '30 days'`
  const length = `(1 + floor(4 * ${random('e')})) * interval '1 hour'`
  const statements = [
    `SET LOCAL statement_timeout = 0`,
    `SET LOCAL maintenance_work_mem = '512MB'`,
    `SET LOCAL session_replication_role = replica`,
    `INSERT INTO "Group" (id, name, "nameKey", "shortCode", discriminator, description, privacy, "createdAt", "updatedAt")
     SELECT 'grp_' || md5('group' || n)::uuid, 'Calendar number ' || n, 'calendar number ' || n, 'C' || n, '0001', '',
       CASE WHEN n % 10 = 9 THEN 'private' ELSE 'default' END, now(), now() FROM generate_series(1, ${groups - 1}) AS n`,
    `INSERT INTO "GroupMember" (id, "groupId", "userId", status, "createdAt", "joinedAt")
     SELECT 'gmem_' || md5('own' || n)::uuid, 'grp_' || md5('group' || n)::uuid, '${viewer.id}', 'member', now(), now()
     FROM generate_series(1, ${OWN_GROUPS - 1}) AS n`,
    `INSERT INTO "CalendarEvent" (${COLUMNS})
     SELECT ${shared(groupId, 'n')}, 'cal_' || md5('series' || n)::uuid, 'series', NULL, NULL, start, start + length, ${RECURRENCE}, now(), now()
     FROM (SELECT n, ${weekly} AS start, ${length} AS length FROM generate_series(1, ${series}) AS n) AS drawn`,
    `INSERT INTO "CalendarEvent" (${COLUMNS})
     SELECT "groupId", title, description, "searchKey", category, "accessType", "isDraft", featured, tags, languages, 0,
       'cal_' || md5(id || week)::uuid, 'occurrence', id, "startsAt" + week * interval '7 days', "startsAt" + week * interval '7 days',
       "endsAt" + week * interval '7 days', NULL, now(), now()
     FROM "CalendarEvent", generate_series(1, ${PER_SERIES}) AS week WHERE kind = 'series'`,
    `INSERT INTO "CalendarEvent" (${COLUMNS})
     SELECT ${shared(groupId, 'n')}, 'cal_' || md5('single' || n)::uuid, 'single', NULL, NULL, start, start + length, NULL, now(), now()
     FROM (SELECT n, ${start} AS start, ${length} AS length FROM generate_series(${series + 1}, ${series + singles}) AS n) AS drawn`,
    ...[
      { kind: 'series', limit: FOLLOWED_SERIES },
      { kind: 'single', limit: FOLLOWED_SINGLES },
    ].map(
      ({ kind, limit }) => `INSERT INTO "CalendarFollow" ("eventId", "userId", "isFollowing", "createdAt", "updatedAt")
     SELECT id, '${viewer.id}', true, now(), now() FROM "CalendarEvent" WHERE kind = '${kind}' AND "startsAt" > now() - interval '7 days'
     LIMIT ${limit}`,
    ),
  ]
  await app.scope().client.$transaction(
    async (db) => {
      // Indexes are made faster after the rows than with each of them.
      const indexes = await db.$queryRawUnsafe<{ name: string; definition: string }[]>(INDEXES)
      for (const { name } of indexes) await db.$executeRawUnsafe(`DROP INDEX ${name}`)
      for (const statement of statements) await db.$executeRawUnsafe(statement)
      for (const { definition } of indexes) await db.$executeRawUnsafe(definition)
    },
    { timeout: 1_800_000 },
  )
}
