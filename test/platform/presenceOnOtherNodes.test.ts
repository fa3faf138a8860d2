import { expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { openOtherNodes, type RemotePresence } from '../../src/platform/presence/remoteStatuses.ts'

const aUserId = () => newId('user', new Date())

test('calls of one turn share a read, and each gets the statuses of its users at its time', async () => {
  const [ada, bob, eve] = [aUserId(), aUserId(), aUserId()]
  const asked: (readonly [users: readonly string[], since: number])[] = []
  const rows: RemotePresence[] = [
    { userId: ada, via: 'web', until: 2_000 },
    { userId: ada, via: 'client', until: 1_000 },
    { userId: bob, via: 'web', until: Number.POSITIVE_INFINITY },
  ]
  const readElsewhere = openOtherNodes({
    elsewhere: async (users, since) => {
      asked.push([users, since.getTime()])
      return rows
    },
  })
  const [late, early] = await Promise.all([
    readElsewhere([ada, eve], new Date(1_500)),
    readElsewhere([ada, bob], new Date(500)),
  ])
  expect(asked).toEqual([[[ada, eve, bob], 500]])
  expect(late).toEqual([[ada, 'active']])
  expect(early).toEqual([
    [ada, 'active'],
    [ada, 'online'],
    [bob, 'active'],
  ])
  await readElsewhere([eve], new Date(3_000))
  expect(asked.at(-1)).toEqual([[eve], 3_000])
})
