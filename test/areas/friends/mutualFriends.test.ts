import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aFriendOf, befriend } from '../../support/friends.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const NOBODY = newId('user', new Date())

async function aMutual(): Promise<TestUser> {
  const friend = await aFriendOf(app, ada)
  await befriend(friend, grace)
  return friend
}

const optOut = ({ api, id }: TestUser) =>
  api.call('updateUser', { userId: id, body: { hasSharedConnectionsOptOut: true } })
const seen = async ({ api }: TestUser, userId: string) => {
  const friends = await api.call('getMutualFriends', { userId })
  const counts = await api.call('getMutuals', { userId })
  expect(counts).toEqual({ friends: friends.length, groups: 0 })
  return friends.map(({ id }) => id)
}

describe('getMutualFriends and getMutuals', () => {
  it('return exactly the friends of both, to either of the two', async () => {
    const both = await aMutual()
    await aFriendOf(app, ada)
    await aFriendOf(app, grace)
    await both.api.call('friend', { userId: (await aUser(app)).id })
    expect(await seen(ada, grace.id)).toEqual([both.id])
    expect(await seen(grace, ada.id)).toEqual([both.id])
    await befriend(ada, grace)
    expect(await seen(ada, grace.id)).toEqual([both.id])
    expect(await seen(both, ada.id)).toEqual([grace.id])
  })

  it('reveal no friends of others to a third person', async () => {
    await aMutual()
    const third = await aUser(app)
    expect(await seen(third, ada.id)).toEqual([])
  })

  it('list by display name in pages', async () => {
    const friends = [await aMutual(), await aMutual(), await aMutual()]
    const expected = friends.sort((a, b) => (a.username < b.username ? -1 : 1)).map(({ id }) => id)
    const page = async (n: string, offset: string) =>
      (await ada.api.call('getMutualFriends', { userId: grace.id, query: { n, offset } })).map(({ id }) => id)
    expect([...(await page('2', '0')), ...(await page('2', '2'))]).toEqual(expected)
    expect(await page('2', '4')).toEqual([])
    expect(await ada.api.try('getMutualFriends', { userId: grace.id, query: { n: '101' } })).toMatchObject({
      status: 400,
    })
  })

  it('show only public fields', async () => {
    const both = await aMutual()
    const [shown] = await ada.api.call('getMutualFriends', { userId: grace.id })
    expect(shown).toMatchObject({ id: both.id, displayName: both.username, status: 'active' })
    expect(JSON.stringify(shown)).not.toMatch(/location|friendKey|last_|email/)
  })

  it('leave out people who have opted out of shared connections', async () => {
    const [open, secret] = [await aMutual(), await aMutual()]
    await optOut(secret)
    expect(await seen(ada, grace.id)).toEqual([open.id])
    expect(await seen(grace, ada.id)).toEqual([open.id])
  })

  it('return nothing for a person who has opted out, who still sees those of others', async () => {
    const both = await aMutual()
    await optOut(grace)
    expect(await seen(ada, grace.id)).toEqual([])
    expect(await seen(grace, ada.id)).toEqual([both.id])
  })

  it('return all friends for the viewer, including those who have opted out', async () => {
    const [one, secret] = [await aMutual(), await aFriendOf(app, ada)]
    await optOut(secret)
    await optOut(ada)
    expect((await seen(ada, ada.id)).sort()).toEqual([one.id, secret.id].sort())
  })

  it('are refused for an unknown id', async () => {
    for (const name of ['getMutuals', 'getMutualFriends'] as const)
      expect(await ada.api.try(name, { userId: NOBODY })).toMatchObject(refusal(404, `User ${NOBODY} not found`))
  })
})
