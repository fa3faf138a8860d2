import { beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { boop } from '../../src/areas/friends/boops.ts'
import { unfriend } from '../../src/areas/friends/friendships.ts'
import type { Open } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { aFriendOf, befriend } from '../support/friends.ts'
import { meanwhile } from '../support/meanwhile.ts'
import { aUser, type Person } from '../support/people.ts'
import { atOnce } from '../support/rush.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  await befriend(ada, grace)
})

const boopsOf = ({ id }: Person) => app.scope().db.notification.count({ where: { receiverId: id, type: 'boop' } })

const byAda = () => ada.api.try('boop', { userId: grace.id })
const byGrace = () => grace.api.try('boop', { userId: ada.id })

describe('a boop', () => {
  it.each([
    ['there', byAda],
    ['back', byGrace],
  ])('%s waits for a parting, and is refused after it', async (_way, send) => {
    const answer = await meanwhile(app, ada, (open) => unfriend(open, grace.id), send)
    expect(answer).toMatchObject({ status: 400, body: { error: { message: 'These users are not friends' } } })
    expect((await boopsOf(ada)) + (await boopsOf(grace))).toBe(0)
  })

  it.each([
    ['side', () => ada.api.try('unfriend', { userId: grace.id })],
    ['other side', () => grace.api.try('unfriend', { userId: ada.id })],
  ])('lets a parting from its %s wait, and stands', async (_side, part) => {
    expect(await meanwhile(app, ada, (open) => boop(open, grace.id), part)).toMatchObject({ status: 200 })
    expect(await boopsOf(grace)).toBe(1)
    expect(await byAda()).toMatchObject({ status: 400 })
  })

  it.each([
    ['whom it goes to', () => grace, 404],
    ['who sends it', () => ada, 404],
  ])('waits for the erasure of %s, and is refused after it', async (_who, whom, status) => {
    const { id } = whom()
    const erase = (open: Open) =>
      open.db.user.update({ where: { id }, data: { erasedAt: app.clock.now(), updatedAt: app.clock.now() } })
    expect(await meanwhile(app, ada, erase, byAda)).toMatchObject({ status })
    expect(await boopsOf(grace)).toBe(0)
  })

  it('lets an erasure wait, and goes with it', async () => {
    await grace.api.call('deleteUser', { userId: grace.id })
    const late = () => ({ ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * 86_400_000) })
    await meanwhile(
      app,
      ada,
      (open) => boop(open, grace.id),
      () => eraseDueAccounts(late(), erasers),
    )
    expect(await boopsOf(grace)).toBe(0)
    expect(await app.scope().db.feedEntry.count({ where: { userId: grace.id } })).toBe(0)
  })
})

it('50 boops of ten friends at once are written one after the other, without a hole in the feed', async () => {
  const friends = await Promise.all(Array.from({ length: 10 }, () => aFriendOf(app, grace)))
  const answers = await atOnce(
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
