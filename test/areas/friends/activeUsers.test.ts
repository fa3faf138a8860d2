import { describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { createInstanceAs, enterAs } from '../../support/instances.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const [admin, stranger, friend] = [await anAdmin(app), await aUser(app), await aUser(app)]
const away = await aUser(app)
await befriend(admin, friend)
const { location } = await createInstanceAs(stranger, await aWorld(app, stranger))
const { db } = app.scope()
for (const [at, { id }] of [stranger, friend, away].entries())
  await db.user.update({ where: { id }, data: { displayName: `Zebra ${at}`, displayNameKey: `zebra ${at}` } })
for (const person of [stranger, friend]) await enterAs(app, person, location)

await app.scope().presence.forget(away.id)

const search = (query: object) => admin.api.call('searchActiveUsers', { query: { search: 'zebra', ...query } })

describe('searchActiveUsers', () => {
  it('finds people who are here, by display name, with the place that the viewer may see', async () => {
    const found = await search({})
    expect(found).toMatchObject([
      { id: stranger.id, isFriend: false, friendKey: '', location: 'offline', last_login: null, last_activity: null },
      { id: friend.id, isFriend: true, location, friendKey: expect.stringMatching(/./) },
    ])
    expect(await search({ offset: '1' })).toEqual(found.slice(1))
    expect(await search({ n: '1' })).toEqual(found.slice(0, 1))
    expect(await search({ developerType: 'internal' })).toEqual([])
    expect(await search({ search: ' ' })).toEqual([])
  })

  it('is for admins, and needs a search', async () => {
    const query = { search: 'zebra' }
    expect(await stranger.api.try('searchActiveUsers', { query })).toMatchObject(
      refusal(403, '"Invalid Admin Credentials"'),
    )
    expect(await admin.api.try('searchActiveUsers', { query: {} })).toMatchObject(refusal(400, /search/))
  })
})
