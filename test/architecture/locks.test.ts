import { expect, it } from 'vitest'
import { readSources } from '../../src/tools/importGraph.ts'

const LOCKING_SQL = /\bFOR (NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b|pg_(try_)?advisory|\bLOCK TABLE\b/

/** Files that may contain locking SQL; all others lock by kernel/locks, which defines the lock order. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/kernel/locks.ts': 'writes the SQL of all others',
  'src/areas/groups/group/queries.ts':
    'one statement without a transaction around it: skips locked groups, in their order',
  'src/areas/system/queries.ts':
    'permissions after their holders, whether they are granted or deleted: no other act locks permissions',
  'src/kernel/ranking.ts': 'one statement without a transaction around it: skips locked changes, worlds and avatars',
  'src/areas/worlds/visits/queries.ts':
    'one statement without a transaction around it: skips locked visits, then orders worlds',
  'src/areas/economy/locks.ts':
    'accounts of the ledger after all other locks but those of feeds, in the order in which the trigger of entries locks them; and a seller before the listing, for the key alone, which only an erasure waits for',
  'src/areas/economy/queries.ts':
    'one statement without a transaction around it: skips locked listings, in their order',
  'src/backup/restoreTarget.ts': 'the first lock of the transaction of a restore, while no node runs',
  'src/platform/database/migrationLock.ts': 'a session lock before any area runs, shared with the Prisma command line',
  'src/platform/presence/store.ts': 'a transaction of its own, about the tables of presence alone',
  'src/platform/serverKey.ts': 'the row of the key alone, before a node serves or while none does',
  'src/platform/ownUrls.ts': 'a transaction of its own, about the table of the URLs of the server alone',
  'src/platform/counterTable.ts': 'a transaction of its own, which makes the table of counters',
  'src/platform/database/replica/recentWrites.ts': 'a transaction of its own, which makes the table of recent writes',
}

it('allows locking SQL only in kernel/locks and the exceptions', () => {
  const locking = [...readSources()]
    .filter(([file, text]) => !file.startsWith('src/generated/') && LOCKING_SQL.test(text))
    .map(([file]) => file)
  expect(locking.sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})
