import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { RETENTION_SETTINGS } from '../../src/settingRetention.ts'

const page = readFileSync('docs/retention.md', 'utf8')
const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, table = '', kept = '']) => ({ table, kept }))

it('docs/retention.md says of each table how long it is kept', () => {
  expect(rows.map(({ table }) => table)).toEqual(Object.keys(Prisma.ModelName).toSorted())
})

it('docs/retention.md gives a reason for each table that is kept for ever', () => {
  const bare = rows.filter(({ kept }) => /for ever/i.test(kept) && !/: .{20}/.test(kept))
  expect(bare).toEqual([])
})

it('docs/retention.md names each setting of retention, and no other', () => {
  const named = new Set(rows.flatMap(({ kept }) => kept.match(/RETENTION_\w+/g) ?? []))
  expect([...named].toSorted()).toEqual(Object.keys(RETENTION_SETTINGS).toSorted())
})
