import { expect, test } from 'vitest'
import { readFeedEntriesAfter } from '../../src/areas/notifications/feed/feed.ts'
import { anApp } from '../support/app.ts'
import { flushStatistics } from '../support/concurrency.ts'

const FEEDS = 1_000
const ENTRIES = 30

test('reads many feeds quickly even when the query was first planned on an empty table', async () => {
  const app = await anApp()
  const rowsRead = async () => {
    await flushStatistics(app)
    const [found] = await app.scope().client.$queryRaw<{ rows: bigint }[]>`
      SELECT sum(seq_tup_read + idx_tup_fetch) AS rows FROM pg_stat_user_tables WHERE relname LIKE 'FeedEntry%'`
    return Number(found?.rows)
  }
  const { services } = app.app
  const { client } = services
  const places = Array.from({ length: FEEDS }, (_, at) => ({ userId: `usr_${at}`, after: 29n }))
  await client.$executeRaw`VACUUM ANALYZE "FeedEntry"`
  for (let round = 0; round < 50; round++) await readFeedEntriesAfter(services, places, 50)
  await client.$executeRaw`
    INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
    SELECT 'usr_' || person, seq, 'deleted', 'message', ARRAY['not_1'], now()
    FROM generate_series(0, ${FEEDS - 1}) AS person, generate_series(1, ${ENTRIES}) AS seq`
  const before = await rowsRead()
  const changes = await readFeedEntriesAfter(services, places, 50)
  expect(changes.map(([first, ...more]) => [first?.seq, more.length])).toEqual(places.map(() => [30n, 0]))
  // A query plan made for an empty table would scan the whole table for each feed.
  expect((await rowsRead()) - before).toBeLessThan(2 * FEEDS * ENTRIES)
})
