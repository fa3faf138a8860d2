import { beforeAll, describe, expect, it } from 'vitest'
import { type BadgeId, newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let holder: TestUser
let badgeId: BadgeId

beforeAll(async () => {
  holder = await aUser(app)
  badgeId = newId('badge', app.scope().now)
  const { db, now } = app.scope()
  const badge = { id: badgeId, name: 'Tester', description: 'Looked closely.', imageUrl: 'https://plaza.test/b.png' }
  await db.badge.create({ data: { ...badge, createdAt: now, updatedAt: now } })
  await db.userBadge.create({ data: { userId: holder.id, badgeId, assignedAt: now, updatedAt: now } })
})

const update = (body: unknown, api = holder.api) => api.try('updateBadge', { userId: holder.id, badgeId, body })
const ownBadges = async () => {
  const record = await holder.api.call('getCurrentUser')
  return 'badges' in record ? record.badges : []
}
const othersSee = async () => (await (await aUser(app)).api.call('getUser', { userId: holder.id })).badges

describe('updateBadge', () => {
  it('answers an empty body with a content length of 0', async () => {
    const { status, headers, body } = await update({ showcased: true })
    expect({ status, body, length: headers.get('content-length'), type: headers.get('content-type') }).toEqual({
      status: 200,
      body: '',
      length: '0',
      type: null,
    })
    await holder.api.call('updateBadge', { userId: holder.id, badgeId, body: { showcased: true } })
  })

  it('showcases, hides and shows a badge; fields left out stay', async () => {
    await update({ showcased: true })
    expect(await ownBadges()).toMatchObject([{ badgeId, badgeName: 'Tester', showcased: true, hidden: false }])
    await update({ hidden: true })
    expect(await ownBadges()).toMatchObject([{ badgeId, showcased: true, hidden: true }])
    expect(await othersSee()).toEqual([])
    await update({ hidden: false, showcased: false })
    expect(await othersSee()).toMatchObject([
      { badgeId, badgeDescription: 'Looked closely.', badgeImageUrl: 'https://plaza.test/b.png', showcased: false },
    ])
  })

  it('needs no field', async () => {
    const before = await ownBadges()
    for (const body of [undefined, {}, { unknown: 1 }]) expect(await update(body)).toMatchObject({ status: 200 })
    expect(await ownBadges()).toMatchObject(before.map(({ hidden, showcased }) => ({ hidden, showcased })))
  })

  it.each([
    ['hidden', { hidden: 'yes' }],
    ['hidden', { hidden: null }],
    ['showcased', { hidden: true, showcased: 1 }],
    ['showcased', { showcased: [true] }],
  ])('refuses a bad %s (%j) and changes nothing', async (field, body) => {
    const before = await ownBadges()
    expect(await update(body)).toMatchObject(refusal(400, new RegExp(`\\b${field}\\b`)))
    expect(await ownBadges()).toEqual(before)
  })

  it('is allowed to the holder and admins', async () => {
    const other = await aUser(app)
    expect(await update({ hidden: true }, other.api)).toMatchObject(refusal(403, 'User ID must be your own.'))
    expect(await update({ hidden: true }, aRestClient(app))).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await update({ hidden: false }, (await anAdmin(app)).api)).toMatchObject({ status: 200 })
  })

  it('answers 404 for a badge that the person does not have', async () => {
    const stranger = await aUser(app)
    for (const named of [badgeId, newId('badge', app.scope().now), 'bdg_1', 'x'])
      expect(await stranger.api.try('updateBadge', { userId: stranger.id, badgeId: named, body: {} })).toMatchObject(
        refusal(404, 'The user does not have the badge.'),
      )
    expect(await stranger.api.try('updateBadge', { userId: 'x', badgeId, body: {} })).toMatchObject(
      refusal(404, 'User x not found'),
    )
  })
})
