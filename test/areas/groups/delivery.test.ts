import { describe, expect, it } from 'vitest'
import {
  deliverGroupNotifications,
  NOTIFICATION_LIMIT,
} from '../../../src/areas/groups/content/announcementDelivery.ts'
import { deleteOldDeliveries } from '../../../src/areas/groups/content/deliveries.ts'
import { DELIVERY_BATCH } from '../../../src/areas/groups/content/queries.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aCrowd, aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const POST = { title: 'Storm', text: 'Stay inside.', visibility: 'group', sendNotification: true } as const

const post = async ({ id: groupId, owner }: TestGroup, given: object = {}) =>
  (await owner.api.call('addGroupPost', { groupId, body: { ...POST, ...given } })).id ?? ''
const copiesOf = (sourceId: string) =>
  app.scope().db.notification.findMany({
    where: { relatedNotificationsId: sourceId, hiddenAt: null },
    orderBy: { receiverId: 'asc' },
  })
const receiversOf = async (sourceId: string) => (await copiesOf(sourceId)).map(({ receiverId }) => receiverId)
const idsOf = (people: readonly { readonly id: string }[]) => people.map(({ id }) => id).sort()

const once = (people: readonly { readonly id: string }[] | readonly string[]) => [...people].sort()

describe('a notifying post', () => {
  it('reaches the subscribed members of a small group at once, beside its author', async () => {
    const group = await aGroup(app, { name: 'The Lighthouse' })
    const [one, other, quiet] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    const { db } = app.scope()
    const data = { isSubscribedToAnnouncements: false }
    await db.groupMember.updateMany({ where: { userId: quiet.id }, data })
    await aUser(app)
    const id = await post(group, { text: `${'x'.repeat(499)}yz` })
    expect(await receiversOf(id)).toEqual(idsOf([one, other]))
    const [notification] = await one.api.call('getNotificationV2s')
    expect(notification).toMatchObject({
      type: 'group.announcement',
      category: 'social.group',
      title: 'Storm',
      message: `${'x'.repeat(499)}y`,
      link: `group:${group.id}`,
      data: { groupId: group.id, groupName: 'The Lighthouse' },
      relatedNotificationsId: id,
      canDelete: true,
      responses: [{ type: 'delete' }, { type: 'unsubscribe', data: `${group.id},${one.id}`, icon: 'bell-slash' }],
    })
  })

  it('reaches nobody without a wish to notify, and an edit notifies at most once', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    const id = await post(group, { sendNotification: false })
    expect(await receiversOf(id)).toEqual([])
    const edit = (given: object) =>
      group.owner.api.call('updateGroupPost', { groupId: group.id, notificationId: id, body: { ...POST, ...given } })
    await edit({ sendNotification: false, text: 'Again.' })
    expect(await receiversOf(id)).toEqual([])
    await edit({ text: 'Now.' })
    await edit({ text: 'Once more.' })
    expect(await copiesOf(id)).toMatchObject([{ receiverId: member.id, message: 'Now.' }])
  })

  it('that is limited to roles reaches their holders and those who manage posts', async () => {
    const group = await aGroup(app)
    const [holder, manager, careless] = [
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
    ]
    await aMember(app, group)
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    await giveRole(app, group, manager, { permissions: ['group-announcement-manage'] })
    await giveRole(app, group, careless, { permissions: ['group-announcement-manage'], requiresTwoFactor: true })
    const id = await post(group, { roleIds: [roleId] })
    expect(await receiversOf(id)).toEqual(idsOf([holder, manager]))
  })

  it('is answered by ending the subscription', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    await post(group)
    const [notification] = await member.api.call('getNotificationV2s')
    const notificationId = notification?.id ?? ''
    const answer = { responseType: 'unsubscribe', responseData: `${group.id},${member.id}` }
    expect(await member.api.try('respondNotificationV2', { notificationId, body: answer })).toMatchObject({
      status: 200,
    })
    const { myMember } = await member.api.call('getGroup', { groupId: group.id, query: {} })
    expect(myMember?.isSubscribedToAnnouncements).toBe(false)
    expect(await receiversOf(await post(group))).toEqual([])
  })

  it('leaves the subscription as it is when it is only dismissed', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    const id = await post(group)
    const [copy] = await copiesOf(id)
    const body = { responseType: 'delete', responseData: '' }
    await member.api.call('respondNotificationV2', { notificationId: copy?.id ?? '', body })
    const { myMember } = await member.api.call('getGroup', { groupId: group.id, query: {} })
    expect(myMember?.isSubscribedToAnnouncements).toBe(true)
    expect(await receiversOf(id)).toEqual([])
  })

  it('takes back what nobody has seen when it is deleted', async () => {
    const group = await aGroup(app)
    const [reader, other] = [await aMember(app, group), await aMember(app, group)]
    const id = await post(group)
    const seen = (await copiesOf(id)).find(({ receiverId }) => receiverId === reader.id)
    await reader.api.call('acknowledgeNotificationV2', { notificationId: seen?.id ?? '' })
    await other.api.call('leaveGroup', { groupId: group.id })
    await group.owner.api.call('deleteGroupPost', { groupId: group.id, notificationId: id })
    expect(await receiversOf(id)).toEqual([reader.id])
    expect(await other.api.call('getNotificationV2s')).toEqual([])
  })

  it('is refused after ten a day of the group, also in edits, while others are not', async () => {
    const group = await aGroup(app)
    for (let at = 0; at < 10; at++) await post(group)
    const again = { groupId: group.id, body: POST }
    expect((await group.owner.api.try('addGroupPost', again)).status).toBe(429)
    const announce = { groupId: group.id, body: { title: 'Ahoy', sendNotification: true } }
    expect((await group.owner.api.try('createGroupAnnouncement', announce)).status).toBe(429)
    const notificationId = await post(group, { sendNotification: false })
    const edit = { groupId: group.id, notificationId, body: POST }
    expect((await group.owner.api.try('updateGroupPost', edit)).status).toBe(429)
    await app.scope().limits.clear(NOTIFICATION_LIMIT, group.id)
    expect((await group.owner.api.try('updateGroupPost', edit)).status).toBe(200)
  })
})

describe('a delivery to many members', () => {
  it('begins with the post, and the job does the rest, once for each member', async () => {
    const group = await aGroup(app)
    const crowd = await aCrowd(app, group, 1_201)
    const id = await post(group)
    expect(await receiversOf(id)).toHaveLength(DELIVERY_BATCH)
    await runConcurrently(app, 3, () => deliverGroupNotifications(app.scope()))
    expect(await receiversOf(id)).toEqual(once(crowd))
    const heads = await app.scope().db.feedHead.findMany({ where: { userId: { in: crowd } } })
    expect(heads.map(({ seq }) => seq)).toEqual(crowd.map(() => 1n))
    await deliverGroupNotifications(app.scope())
    expect(await receiversOf(id)).toHaveLength(crowd.length)
  })

  it('asks with each batch who is still a member, subscribed and holds the roles', async () => {
    const group = await aGroup(app)
    const crowd = (await aCrowd(app, group, 600)).sort()
    const [left = '', quiet = '', ...others] = crowd.slice(DELIVERY_BATCH)
    const id = await post(group)
    const { db } = app.scope()
    await db.groupMember.updateMany({ where: { userId: left }, data: { status: 'none', joinedAt: null } })
    await db.groupMember.updateMany({ where: { userId: quiet }, data: { isSubscribedToAnnouncements: false } })
    await deliverGroupNotifications(app.scope())
    expect(await receiversOf(id)).toEqual([...crowd.slice(0, DELIVERY_BATCH), ...others])
  })

  it('stops when the post is deleted, and takes back what was sent', async () => {
    const group = await aGroup(app)
    await aCrowd(app, group, 1_100)
    const id = await post(group)
    await group.owner.api.call('deleteGroupPost', { groupId: group.id, notificationId: id })
    await deliverGroupNotifications(app.scope())
    expect(await receiversOf(id)).toEqual([])
    expect(await app.scope().db.notification.count({ where: { relatedNotificationsId: id } })).toBe(DELIVERY_BATCH)
  })

  it('sends nobody a second copy when its cursor is set back', async () => {
    const group = await aGroup(app)
    const crowd = await aCrowd(app, group, 20)
    const id = await post(group)
    const { db } = app.scope()
    await db.groupDelivery.updateMany({ where: { sourceId: id }, data: { cursor: '', finishedAt: null } })
    await runConcurrently(app, 3, () => deliverGroupNotifications(app.scope()))
    expect(await receiversOf(id)).toEqual(once(crowd))
    const heads = await db.feedHead.findMany({ where: { userId: { in: crowd } } })
    expect(heads.map(({ seq }) => seq)).toEqual(crowd.map(() => 1n))
  })

  it('ends without a copy in a group that is deleted or hidden meanwhile', async () => {
    const group = await aGroup(app)
    await aCrowd(app, group, 700)
    const id = await post(group)
    await app.scope().db.group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } })
    await deliverGroupNotifications(app.scope())
    expect(await receiversOf(id)).toHaveLength(DELIVERY_BATCH)
    expect(await app.scope().db.groupDelivery.count({ where: { sourceId: id, finishedAt: null } })).toBe(0)
  })

  it('is forgotten 90 days after its end, and not before', async () => {
    const group = await aGroup(app)
    await aCrowd(app, group, 501)
    const [done, undone] = [await post(await aGroup(app)), await post(group)]
    const rowsLeft = async (sourceId: string) => app.scope().db.groupDelivery.count({ where: { sourceId } })
    const later = (days: number) => ({ ...app.scope(), now: new Date(app.clock.now().getTime() + days * 86_400_000) })
    await deleteOldDeliveries(later(89))
    expect(await rowsLeft(done)).toBe(1)
    await deleteOldDeliveries(later(91))
    expect([await rowsLeft(done), await rowsLeft(undone)]).toEqual([0, 1])
  })
})

describe('the announcement', () => {
  const announce = ({ owner, id: groupId }: TestGroup, given: object = {}) =>
    owner.api.call('createGroupAnnouncement', { groupId, body: { title: 'Ahoy', sendNotification: false, ...given } })
  const readBy = ({ api }: TestUser, { id: groupId }: TestGroup) => api.call('getGroupAnnouncements', { groupId })
  const entriesOf = ({ id: groupId }: TestGroup) =>
    app.scope().db.groupAuditEntry.findMany({ where: { groupId, eventType: 'group.announcement' } })

  it('is set by those who have the permission, and read by members', async () => {
    const group = await aGroup(app)
    const [stranger, member] = [await aUser(app), await aMember(app, group)]
    const body = { title: 'Ahoy', sendNotification: false }
    const tryBy = ({ api }: TestUser) => api.try('createGroupAnnouncement', { groupId: group.id, body })
    expect(await tryBy(stranger)).toMatchObject(refusal(403, "You're not a member."))
    expect(await tryBy(member)).toMatchObject(refusal(403, "You don't have permission."))
    expect(await readBy(member, group)).toEqual({})
    const announcement = await announce(group, { text: 'Land in sight.' })
    expect(announcement).toMatchObject({
      id: expect.stringMatching(/^gpos_/),
      authorId: group.owner.id,
      groupId: group.id,
      text: 'Land in sight.',
      imageUrl: null,
    })
    expect(await readBy(member, group)).toEqual(announcement)
    expect(await readBy(stranger, group)).toEqual({})
    expect(await entriesOf(group)).toMatchObject([{ data: { title: 'Ahoy', text: 'Land in sight.' } }])
  })

  it.each([
    ['title', { title: '' }],
    ['text', { text: 'x'.repeat(2_001) }],
    ['imageId', { imageId: newId('file', new Date()) }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const group = await aGroup(app)
    const body = { title: 'Ahoy', sendNotification: false, ...wrong }
    const answer = await group.owner.api.try('createGroupAnnouncement', { groupId: group.id, body })
    expect(answer).toMatchObject(refusal(400, new RegExp(`^${field}`)))
    expect(await readBy(group.owner, group)).toEqual({})
  })

  it('is one a group: a new one takes the place of the old one and its notifications', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    const first = await announce(group, { sendNotification: true })
    expect(await copiesOf(first.id ?? '')).toMatchObject([
      { receiverId: member.id, title: 'Ahoy', message: `${(await nameOf(group)) ?? ''} has a new announcement.` },
    ])
    const answers = await runConcurrently(app, 3, (at) => announce(group, { title: `${at}`, sendNotification: true }))
    expect(answers).toHaveLength(3)
    const standing = await readBy(member, group)
    const shown = await member.api.call('getNotificationV2s')
    expect(shown.map(({ relatedNotificationsId }) => relatedNotificationsId)).toEqual([standing.id])
    expect(await entriesOf(group)).toHaveLength(4)
  })

  const nameOf = async ({ id: groupId, owner }: TestGroup) =>
    (await owner.api.call('getGroup', { groupId, query: {} })).name

  it('is deleted with its notifications; there is nothing to delete twice', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    await announce(group, { sendNotification: true })
    const remove = ({ api }: TestUser) => api.try('deleteGroupAnnouncement', { groupId: group.id })
    expect(await remove(member)).toMatchObject(refusal(403, "You don't have permission."))
    const cleared = { status: 200, body: { success: { message: 'Group announcement was cleared!', status_code: 200 } } }
    expect(await remove(group.owner)).toMatchObject(cleared)
    expect(await remove(group.owner)).toMatchObject(cleared)
    expect(await readBy(member, group)).toEqual({})
    expect(await member.api.call('getNotificationV2s')).toEqual([])
    expect(await entriesOf(group)).toHaveLength(2)
  })
})
