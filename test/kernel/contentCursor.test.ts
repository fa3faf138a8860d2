import { expect, it } from 'vitest'
import { cursorText, keyByUpdate } from '../../src/kernel/contentList/cursor.ts'
import { sharedApp } from '../support/app.ts'

const app = await sharedApp()

it.each([
  '2026-11-23T08:10:20.123Z',
  '2026-11-23T08:10:20.120Z',
  '2026-11-23T08:10:20.100Z',
  '2026-11-23T08:10:00.000Z',
])('the key of a row changed at %s is that which a list reads from the database', async (time) => {
  const [row] = await app.scope().db.$queryRaw<{ sorted: string }[]>`SELECT ${time}::timestamptz::text AS sorted`
  const inList = cursorText({ rank: 0, start: 0, id: 'wrld_1', sorted: row?.sorted ?? null })
  expect(keyByUpdate({ id: 'wrld_1', updatedAt: new Date(time) })).toBe(inList)
})
