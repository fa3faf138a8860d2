import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/open.ts'
import { aDatabase } from '../support/database.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

test('a clone of the template is open to Prisma and to named reads on one pool', async () => {
  const clone = await aDatabase()
  const database = await openDatabase({ url: clone.url, dataDir: 'unused', poolSize: 3, log: quiet })
  await database.client.outbox.create({
    data: { topic: 'a', subject: 'b', ids: {}, createdAt: new Date('2026-01-02T03:04:05.678Z') },
  })
  const rows = await database.read<{ topic: string; createdAt: Date }>(
    'outbox',
    'SELECT topic, "createdAt" FROM "Outbox" WHERE topic = $1',
    ['a'],
  )
  expect(rows).toEqual([{ topic: 'a', createdAt: new Date('2026-01-02T03:04:05.678Z') }])
  await database.close()
  await clone.drop()
})
