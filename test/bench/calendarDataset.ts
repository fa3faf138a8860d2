import { idWith, pseudoRandom } from './datasetSql.ts'

/** Events of each group in each of the four months. */
const PER_MONTH = 100
const MONTHS = 4
/** The first month with events: it is ahead whenever the bench runs. */
export const FIRST_MONTH = '2100-01-01T00:00:00Z'

/** Dates of series and single events in the calendars, unless BENCH_EVENTS is another number. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 20_000)

/** Groups with events: those with the least numbers. */
export const CALENDARS = Math.ceil(EVENTS / PER_MONTH / MONTHS)

const MONTH_SECONDS = 31 * 24 * 60 * 60
/** Id of the i-th event, and of the series of the i-th group. */
const EVENT_ID = idWith('cal', 'i')
const SERIES_ID = idWith('cal', 'g', 1)
const COLUMNS = `id, kind, "groupId", "seriesId", "originalStartsAt", recurrence, "startsAt", "endsAt", title, description,
  "searchKey", category, "accessType", featured, tags, languages, platforms, "interestCount", "createdAt", "updatedAt"`

const content = (
  featured: string,
) => `'Evening number ' || i, 'What we do on the evening number ' || i || ', with music and talk.',
  'evening number ' || i, (array['arts', 'dance', 'gaming', 'music'])[1 + i % 4], CASE WHEN i % 10 = 0 THEN 'group' ELSE 'public' END,
  ${featured}, array['calm', 'tag' || i % 50], CASE i % 3 WHEN 0 THEN array['eng'] WHEN 1 THEN array['deu'] ELSE '{}'::text[] END,
  array['standalonewindows']`
const MADE = `timestamptz '2025-01-01', timestamptz '2025-01-01'`

/** Statements that fill the calendars of groups, every other event being a date of a series of its group. */
export const calendarInserts: readonly string[] = [
  `INSERT INTO "CalendarEvent" (${COLUMNS})
   SELECT ${SERIES_ID}, 'series', ${idWith('grp', 'g')}, NULL, NULL, '{"frequency": "daily", "interval": 1, "timezone": "UTC"}'::jsonb,
     timestamptz '${FIRST_MONTH}', timestamptz '${FIRST_MONTH}' + interval '2 hours', ${content('false')}, ${pseudoRandom('n', 500)}, ${MADE}
   FROM (SELECT g, g AS i FROM generate_series(1, ${CALENDARS}) AS g) AS series`,
  `INSERT INTO "CalendarEvent" (${COLUMNS})
   SELECT ${EVENT_ID}, CASE WHEN dated THEN 'occurrence' ELSE 'single' END, ${idWith('grp', 'g')}, CASE WHEN dated THEN ${SERIES_ID} END,
     CASE WHEN dated THEN start END, NULL, start, start + interval '2 hours', ${content('i % 5000 = 1')},
     CASE WHEN dated THEN 0 ELSE ${pseudoRandom('n', 500)} END, ${MADE}
   FROM (
     SELECT i, 1 + i % ${CALENDARS} AS g, (i / ${CALENDARS}) % 2 = 0 AS dated,
       timestamptz '${FIRST_MONTH}' + (${MONTH_SECONDS / PER_MONTH} * (i / ${CALENDARS}) + i % 20000) * interval '1 second' AS start
     FROM generate_series(1, ${EVENTS}) AS i
   ) AS events`,
  `INSERT INTO "CalendarFollow" ("eventId", "userId", "isFollowing", "createdAt", "updatedAt")
   SELECT ${SERIES_ID}, ${idWith('usr', 'g')}, true, ${MADE} FROM generate_series(1, ${CALENDARS}) AS g`,
]
