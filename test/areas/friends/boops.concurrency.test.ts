import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { boop } from '../../../src/areas/friends/boops.ts'
import { unfriend } from '../../../src/areas/friends/friendships.ts'
import { erasers } from '../../../src/areas/index.ts'
import type { InTransaction } from '../../../src/kernel/transaction.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aFriendOf, befriend } from '../../support/friends.ts'
import { raceForLock } from '../../support/lockRace.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  await befriend(ada, grace)
})

const boopsOf = ({ id }: TestUser) => app.scope().db.notification.count({ where: { receiverId: id, type: 'boop' } })

const byAda = () => ada.api.try('boop', { userId: grace.id })
const byGrace = () => grace.api.try('boop', { userId: ada.id })

describe('a boop', () => {
  it.each([
    ['to a friend', byAda],
    ['in return', byGrace],
  ])('(%s) waits for a concurrent unfriend, and is then refused', async (_way, send) => {
    const answer = await raceForLock(app, ada, (tx) => unfriend(tx, grace.id), send)
    expect(answer).toMatchObject({ status: 400, body: { error: { message: 'These users are not friends' } } })
    expect((await boopsOf(ada)) + (await boopsOf(grace))).toBe(0)
  })

  it.each([
    ['sender', () => ada.api.try('unfriend', { userId: grace.id })],
    ['receiver', () => grace.api.try('unfriend', { userId: ada.id })],
  ])('makes an unfriend by its %s wait, and succeeds', async (_side, part) => {
    expect(await raceForLock(app, ada, (tx) => boop(tx, grace.id), part)).toMatchObject({ status: 200 })
    expect(await boopsOf(grace)).toBe(1)
    expect(await byAda()).toMatchObject({ status: 400 })
  })

  it.each([
    ['receiver', () => grace, 404],
    ['sender', () => ada, 404],
  ])('waits for the erasure of its %s, and is then refused', async (_who, whom, status) => {
    const { id } = whom()
    const erase = (tx: InTransaction) =>
      tx.db.user.update({ where: { id }, data: { erasedAt: app.clock.now(), updatedAt: app.clock.now() } })
    expect(await raceForLock(app, ada, erase, byAda)).toMatchObject({ status })
    expect(await boopsOf(grace)).toBe(0)
  })

  it('makes an erasure wait, and is deleted by it', async () => {
    await grace.api.call('deleteUser', { userId: grace.id })
    const late = () => ({ ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * 86_400_000) })
    await raceForLock(
      app,
      ada,
      (tx) => boop(tx, grace.id),
      () => eraseDueAccounts(late(), erasers),
    )
    expect(await boopsOf(grace)).toBe(0)
    expect(await app.scope().db.feedEntry.count({ where: { userId: grace.id } })).toBe(0)
  })
})

it('50 concurrent boops of ten friends leave no gap in the feed', async () => {
  const friends = await Promise.all(Array.from({ length: 10 }, () => aFriendOf(app, grace)))
  const answers = await runConcurrently(
    app,
    50,
    async (at) => (await friends[at % 10]?.api.try('boop', { userId: grace.id }))?.status,
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await boopsOf(grace)).toBe(50)
  const entries = await app.scope().db.feedEntry.findMany({ where: { userId: grace.id }, orderBy: { seq: 'asc' } })
  expect(entries.map(({ seq }) => Number(seq))).toEqual(entries.map((_, at) => at + 1))
  const head = await app.scope().db.feedHead.findUniqueOrThrow({ where: { userId: grace.id } })
  expect(Number(head.seq)).toBe(entries.length)
})
