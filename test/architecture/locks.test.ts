import { expect, it } from 'vitest'
import { readSources } from './importGraph.ts'

const LOCKING_SQL = /\bFOR (NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b|pg_(try_)?advisory|\bLOCK TABLE\b/

/** Files that may contain locking SQL; all others lock by kernel/locks, which defines the lock order. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/kernel/locks.ts': 'writes the SQL of all others',
  'src/areas/worlds/visits.ts':
    'one statement without a transaction around it: skips locked visits, then orders worlds',
  'src/platform/database/migrations.ts': 'a session lock before any area runs, shared with the Prisma command line',
  'src/platform/presence/store.ts': 'a transaction of its own, about the tables of presence alone',
  'src/platform/rateLimits.ts': 'a transaction of its own, which makes the table of counters',
}

it('allows locking SQL only in kernel/locks and the exceptions', () => {
  const locking = [...readSources()]
    .filter(([file, text]) => !file.startsWith('src/generated/') && LOCKING_SQL.test(text))
    .map(([file]) => file)
  expect(locking.sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})
