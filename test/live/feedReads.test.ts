import { expect, test } from 'vitest'
import { changesAfter } from '../../src/areas/notifications/feedReads.ts'
import { anApp } from '../support/app.ts'
import { within } from '../support/patience.ts'

/** A kept plan would read the whole table for each place: four seconds and more, in place of some hundredths. */
const LONGEST = 1_000

test('many feeds are read quickly, though the database was asked for them while it was empty', async () => {
  const app = await anApp()
  const { outside } = app.app
  const { client } = outside
  const places = Array.from({ length: 1_000 }, (_, at) => ({ userId: `usr_${at}`, after: 29n }))
  await client.$executeRaw`VACUUM ANALYZE "FeedEntry"`
  for (let round = 0; round < 50; round++) await changesAfter(outside, places, 50)
  await client.$executeRaw`
    INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
    SELECT 'usr_' || person, seq, 'deleted', 'message', ARRAY['not_1'], now()
    FROM generate_series(0, 999) AS person, generate_series(1, 30) AS seq`
  const begun = performance.now()
  const changes = await changesAfter(outside, places, 50)
  expect(changes.map(([first, ...more]) => [first?.seq, more.length])).toEqual(places.map(() => [30n, 0]))
  expect(performance.now() - begun).toBeLessThan(within(LONGEST))
})
