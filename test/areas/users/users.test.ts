import { beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let viewer: TestUser
let other: TestUser

beforeAll(async () => {
  viewer = await aUser(app)
  other = await aUser(app)
})

const NOBODY = 'usr_01890000-0000-7000-8000-000000000000'

async function aBadge(holder: TestUser, hidden: boolean) {
  const { db, now } = app.scope()
  const id = newId('badge', now)
  const times = { createdAt: now, updatedAt: now }
  await db.badge.create({ data: { id, name: id, description: 'For a test.', imageUrl: '', ...times } })
  await db.userBadge.create({ data: { userId: holder.id, badgeId: id, assignedAt: now, updatedAt: now, hidden } })
  return id
}

describe('getUser', () => {
  it('shows the public profile of another person', async () => {
    const shown = await viewer.api.call('getUser', { userId: other.id })
    expect(shown).toMatchObject({ id: other.id, displayName: other.username, note: '', isFriend: false, friendKey: '' })
    expect(shown).toMatchObject({ location: 'offline', worldId: 'offline', instanceId: 'offline', state: 'offline' })
    expect(shown).toMatchObject({ travelingToLocation: '', travelingToWorld: '', travelingToInstance: '' })
    expect(shown.date_joined).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('hides the username, e-mail address and last visit of another person', async () => {
    await other.api.call('updateUser', {
      userId: other.id,
      body: { displayName: 'Someone Else', currentPassword: other.password },
    })
    const { body } = await viewer.api.try('getUser', { userId: other.id })
    expect(body).toMatchObject({ displayName: 'Someone Else', last_login: '', last_activity: '' })
    expect(body).not.toHaveProperty('username')
    expect(JSON.stringify(body)).not.toContain(other.username)
    expect(JSON.stringify(body)).not.toContain('@')
  })

  it('shows the own public profile with the times of the last visits', async () => {
    const own = await viewer.api.call('getUser', { userId: viewer.id })
    expect(own).toMatchObject({ id: viewer.id, state: 'online', note: '' })
    expect(own.last_login).toMatch(/^\d{4}-.+Z$/)
  })

  it("shows the viewer's note, and nobody else's", async () => {
    await viewer.api.call('updateUserNote', { body: { targetUserId: other.id, note: 'met at the fountain' } })
    expect(await viewer.api.call('getUser', { userId: other.id })).toMatchObject({ note: 'met at the fountain' })
    const third = await aUser(app)
    expect(await third.api.call('getUser', { userId: other.id })).toMatchObject({ note: '' })
    expect(await other.api.call('getUser', { userId: other.id })).toMatchObject({ note: '' })
  })

  it('shows badges, but not those that are hidden', async () => {
    const holder = await aUser(app)
    const shown = await aBadge(holder, false)
    await aBadge(holder, true)
    const { badges } = await viewer.api.call('getUser', { userId: holder.id })
    expect(badges).toMatchObject([{ badgeId: shown, badgeName: shown, hidden: false, showcased: false }])
    expect((await holder.api.call('getUser', { userId: holder.id })).badges).toHaveLength(1)
  })

  it('finds old ten-character ids', async () => {
    const { db } = app.scope()
    const old = await aUser(app)
    await db.user.update({ where: { id: old.id }, data: { id: 'Ab12345678' } })
    expect(await viewer.api.call('getUser', { userId: 'Ab12345678' })).toMatchObject({ id: 'Ab12345678' })
  })

  it.each([
    'x',
    'usr_',
    'usr_1',
    NOBODY.toUpperCase(),
    `${NOBODY} `,
    'wrld_01890000-0000-7000-8000-000000000000',
    'me',
    '%',
  ])('takes the malformed id %j for nobody', async (userId) => {
    expect(await viewer.api.try('getUser', { userId })).toMatchObject(refusal(404, `User ${userId} not found`))
  })

  it('answers 404 for unknown and erased people', async () => {
    expect(await viewer.api.try('getUser', { userId: NOBODY })).toMatchObject(refusal(404, `User ${NOBODY} not found`))
    const leaving = await aUser(app)
    await leaving.api.call('deleteUser', { userId: leaving.id })
    expect(await viewer.api.call('getUser', { userId: leaving.id })).toMatchObject({ id: leaving.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    expect(await viewer.api.try('getUser', { userId: leaving.id })).toMatchObject(refusal(404, /not found/))
  })

  it('needs a session, whatever the id', async () => {
    for (const userId of [other.id, NOBODY, 'x'])
      expect(await aRestClient(app).try('getUser', { userId })).toMatchObject(refusal(401, '"Missing Credentials"'))
  })
})

describe('getUserByName', () => {
  it('is refused to all but admins, whether the name exists or not', async () => {
    for (const username of [viewer.username, other.username, 'nobody-here'])
      expect(await viewer.api.try('getUserByName', { username })).toMatchObject(
        refusal(403, '"Invalid Admin Credentials"'),
      )
    expect(await aRestClient(app).try('getUserByName', { username: 'plaza' })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
  })

  it('finds people by their whole username, regardless of case', async () => {
    const admin = await anAdmin(app)
    expect(await admin.api.call('getUserByName', { username: viewer.username.toUpperCase() })).toMatchObject({
      id: viewer.id,
    })
    expect(await admin.api.call('getUserByName', { username: 'plaza' })).toMatchObject({ id: PLATFORM_USER_ID })
  })

  it('answers 404 for an unknown name, a display name and wildcards', async () => {
    const admin = await anAdmin(app)
    for (const username of [
      'nobody-here',
      'Someone Else',
      '%',
      `${viewer.username.slice(0, -1)}_`,
      'x'.repeat(3_000),
      '\0',
    ])
      expect(await admin.api.try('getUserByName', { username })).toMatchObject(
        refusal(404, `User ${username} not found`),
      )
  })
})
