import { beforeEach, describe, expect, it } from 'vitest'
import { deliverEventNotices } from '../../../src/areas/calendar/notices/deliveries.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { addFollowers, anEvent, datesOf, follow, inMilliseconds, noticesOf, unfollow } from '../../support/calendar.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { anImage } from '../../support/files.ts'
import { aCrowd, aGroup, aMember, giveRole, insertMember, type TestGroup } from '../../support/groups.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
const db = () => app.scope().db
let group: TestGroup
let owner: TestUser
let fan: TestUser
beforeEach(async () => {
  group = await aGroup(app, { name: 'The Lighthouse' })
  owner = group.owner
  fan = await aUser(app)
})

const TOLD = { sendCreationNotification: true }
const WEEKLY = { frequency: 'weekly', interval: 1, timezone: 'UTC' } as const
/** Noon of the day after tomorrow, so that another hour is on the same day. */
const NOON = new Date(inMilliseconds(2 * DAY).setUTCHours(12, 0, 0, 0))

const edit = (calendarId: string, body: object) =>
  owner.api.call('updateGroupCalendarEvent', { groupId: group.id, calendarId, body })
const cancel = (calendarId: string) => owner.api.call('deleteGroupCalendarEvent', { groupId: group.id, calendarId })
const idsOf = (people: readonly { readonly id: string }[]) => people.map(({ id }) => id).sort()
const toldOf = async (eventId: string, type: string) =>
  (await noticesOf(app, eventId, type)).map(({ receiverId }) => receiverId)
const times = (startsAt: Date) => ({
  startsAt: startsAt.toISOString(),
  endsAt: new Date(startsAt.getTime() + HOUR).toISOString(),
})

describe('a new event', () => {
  it('is told of to subscribed members, beside its author, by its own notification', async () => {
    const [one, quiet] = [await aMember(app, group), await aMember(app, group)]
    await quiet.api.call('updateGroupMember', {
      groupId: group.id,
      userId: quiet.id,
      body: { isSubscribedToEventAnnouncements: false },
    })
    const startsAt = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 3, 18, 30))
    const event = await anEvent(owner, group.id, { ...TOLD, startsAt })
    expect(await toldOf(event.id, 'group.event.created')).toEqual([one.id])
    expect(await quiet.api.call('getNotificationV2s')).toEqual([])
    const [notification] = await one.api.call('getNotificationV2s')
    expect(notification).toMatchObject({
      type: 'group.event.created',
      category: 'event',
      title: 'Dance night',
      message: `The Lighthouse has planned Dance night for ${startsAt.toISOString().slice(0, 10)} 18:30 UTC.`,
      link: `event:${group.id},${event.id}`,
      data: { ownerId: group.id, ownerName: 'The Lighthouse', title: 'Dance night' },
      relatedNotificationsId: event.id,
      canDelete: true,
      responses: [{ type: 'delete', text: 'OK' }],
    })
  })

  it('has its own image in the notification', async () => {
    const member = await aMember(app, group)
    const imageId = (await owner.api.call('uploadImage', { form: { file: await anImage(), tag: 'gallery' } })).id
    await anEvent(owner, group.id, { ...TOLD, imageId })
    const [notification] = await member.api.call('getNotificationV2s')
    expect(notification?.imageUrl).toContain(imageId)
  })

  it('that nobody is to be told of stays quiet', async () => {
    await aMember(app, group)
    const event = await anEvent(owner, group.id)
    await edit(event.id, TOLD)
    expect(await noticesOf(app, event.id)).toEqual([])
  })

  it('that begins as a draft is told of once, when it is published', async () => {
    const member = await aMember(app, group)
    const event = await anEvent(owner, group.id, { ...TOLD, isDraft: true })
    await edit(event.id, { title: 'Ball' })
    expect(await noticesOf(app, event.id)).toEqual([])
    await edit(event.id, { isDraft: false })
    await edit(event.id, { isDraft: true })
    await edit(event.id, { isDraft: false, ...TOLD })
    expect(await noticesOf(app, event.id)).toMatchObject([{ receiverId: member.id, title: 'Ball' }])
  })

  it('can be marked for that while it is published', async () => {
    const member = await aMember(app, group)
    const event = await anEvent(owner, group.id, { isDraft: true })
    await edit(event.id, { isDraft: false, ...TOLD })
    expect(await toldOf(event.id, 'group.event.created')).toEqual([member.id])
  })

  it('is told of once for a series', async () => {
    const member = await aMember(app, group)
    const series = await anEvent(owner, group.id, { ...TOLD, recurrence: WEEKLY })
    const dates = await datesOf(app, series.id)
    expect(dates.length).toBeGreaterThan(10)
    const all = await db().notification.findMany({ where: { relatedNotificationsId: { in: [series.id, ...dates] } } })
    expect(all).toMatchObject([{ receiverId: member.id, link: `event:${group.id},${series.id}` }])
  })

  it('is told of to those who see it alone', async () => {
    const [holder, manager, careless] = [
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
    ]
    const [plain, admin] = [await aMember(app, group), await anAdmin(app)]
    await insertMember(app, group, admin)
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    await giveRole(app, group, manager, { permissions: ['group-calendar-manage'] })
    await giveRole(app, group, careless, { permissions: ['group-calendar-manage'], requiresTwoFactor: true })
    const forRole = { ...TOLD, accessType: 'group', roleIds: [roleId] }
    const told = async (given: object) => toldOf((await anEvent(owner, group.id, given)).id, 'group.event.created')
    expect(await told(forRole)).toEqual(idsOf([holder, manager, admin]))
    await db().account.update({ where: { userId: careless.id }, data: { totpEnabledAt: new Date() } })
    expect(await told(forRole)).toEqual(idsOf([holder, manager, careless, admin]))
    const everyone = await db().groupRole.findFirstOrThrow({ where: { groupId: group.id, kind: 'everyone' } })
    expect(await told({ ...forRole, roleIds: [everyone.id] })).toEqual(idsOf([holder, manager, careless, plain, admin]))
  })

  it('is told of to a crowd by the job, once for each, as they are then', async () => {
    const crowd = (await aCrowd(app, group, 450)).sort()
    const event = await anEvent(owner, group.id, TOLD)
    const begun = await toldOf(event.id, 'group.event.created')
    expect(begun).toEqual(crowd.slice(0, begun.length))
    expect(begun.length).toBeLessThan(400)
    const [left = '', quiet = ''] = crowd.slice(-2)
    await db().groupMember.updateMany({ where: { userId: left }, data: { status: 'banned', joinedAt: null } })
    const data = { isSubscribedToEventAnnouncements: false }
    await db().groupMember.updateMany({ where: { userId: quiet }, data })
    await runConcurrently(app, 4, () => deliverEventNotices(app.scope()))
    expect(await toldOf(event.id, 'group.event.created')).toEqual(crowd.slice(0, -2))
    const heads = await db().feedHead.findMany({ where: { userId: { in: crowd } } })
    expect(heads.map(({ seq }) => seq)).toEqual(crowd.slice(0, -2).map(() => 1n))
    await db().groupDelivery.updateMany({ where: { sourceId: event.id }, data: { cursor: '', finishedAt: null } })
    await deliverEventNotices(app.scope())
    expect(await noticesOf(app, event.id)).toHaveLength(crowd.length - 2)
  })

  it('is told of no further when it, or its group, is deleted or hidden, and taken back when it is deleted', async () => {
    await aCrowd(app, group, 250)
    const ends = {
      deleted: (id: string) => cancel(id),
      draft: (id: string) => edit(id, { isDraft: true }),
      hidden: () => db().group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } }),
      'of a deleted group': () => db().group.update({ where: { id: group.id }, data: { deletedAt: new Date() } }),
    }
    for (const [how, end] of Object.entries(ends)) {
      await db().group.update({ where: { id: group.id }, data: { hiddenAt: null } })
      const event = await anEvent(owner, group.id, TOLD)
      const begun = (await noticesOf(app, event.id)).length
      expect(begun).toBeLessThan(250)
      await end(event.id)
      await deliverEventNotices(app.scope())
      expect(await noticesOf(app, event.id), how).toHaveLength(how === 'deleted' ? 0 : begun)
    }
    expect(await db().groupDelivery.count({ where: { groupId: group.id, finishedAt: null } })).toBe(0)
  })
})

describe('followers', () => {
  it('are told of a start that is moved by five minutes or more', async () => {
    const start = inMilliseconds(2 * DAY)
    const event = await anEvent(owner, group.id, { startsAt: start })
    await aMember(app, group)
    await follow(fan, event)
    await edit(event.id, times(new Date(start.getTime() + 5 * MINUTE - 1_000)))
    expect(await noticesOf(app, event.id)).toEqual([])
    const moved = new Date(start.getTime() - HOUR)
    await edit(event.id, { ...times(moved), title: 'Ball' })
    const [notification] = await fan.api.call('getNotificationV2s')
    expect(notification).toMatchObject({
      type: 'event.announcement',
      category: 'event',
      title: 'Ball',
      message: `Ball has been moved: it starts at ${moved.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
      link: `event:${group.id},${event.id}`,
    })
    expect(await toldOf(event.id, 'event.announcement')).toEqual([fan.id])
    await edit(event.id, { title: 'Gala' })
    expect(await noticesOf(app, event.id)).toHaveLength(1)
  })

  it('are told of the last start alone when an event is moved again before they were told', async () => {
    const event = await anEvent(owner, group.id)
    const crowd = (await aCrowd(app, group, 250)).sort()
    await addFollowers(app, event, crowd)
    await edit(event.id, times(inMilliseconds(3 * DAY)))
    const first = (await noticesOf(app, event.id)).length
    expect(first).toBeLessThan(250)
    await edit(event.id, times(inMilliseconds(4 * DAY)))
    await deliverEventNotices(app.scope())
    expect(await noticesOf(app, event.id)).toHaveLength(250 + first)
  })

  it('are told of a cancelled event, which takes back what nobody has seen of it', async () => {
    const member = await aMember(app, group)
    const event = await anEvent(owner, group.id, TOLD)
    await follow(fan, event)
    await follow(member, event)
    expect(await toldOf(event.id, 'group.event.created')).toEqual([member.id])
    await cancel(event.id)
    expect(await toldOf(event.id, 'group.event.created')).toEqual([])
    expect(await toldOf(event.id, 'event.announcement')).toEqual(idsOf([fan, member]))
    const [notification, ...others] = await member.api.call('getNotificationV2s')
    expect(others).toEqual([])
    expect(notification?.message).toBe('Dance night has been cancelled.')
  })

  it('are told nothing of an event that they see no longer, that is a draft, or over', async () => {
    const [member, left, banned] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    const event = await anEvent(owner, group.id, { accessType: 'group' })
    for (const person of [member, left, banned]) await follow(person, event)
    await left.api.call('leaveGroup', { groupId: group.id })
    await owner.api.call('banGroupMember', { groupId: group.id, body: { userId: banned.id } })
    await edit(event.id, times(inMilliseconds(3 * DAY)))
    expect(await toldOf(event.id, 'event.announcement')).toEqual([member.id])
    await edit(event.id, { isDraft: true })
    await edit(event.id, times(inMilliseconds(4 * DAY)))
    await cancel(event.id)
    expect(await noticesOf(app, event.id)).toHaveLength(1)
    const past = await anEvent(owner, group.id)
    await follow(fan, past)
    const ended = { startsAt: new Date(Date.now() - 2 * HOUR), endsAt: new Date(Date.now() - HOUR) }
    await db().calendarEvent.update({ where: { id: past.id }, data: ended })
    await cancel(past.id)
    expect(await noticesOf(app, past.id)).toEqual([])
  })

  it('of a group that has become private are told if they are members', async () => {
    const member = await aMember(app, group)
    const event = await anEvent(owner, group.id)
    for (const person of [fan, member]) await follow(person, event)
    await db().group.update({ where: { id: group.id }, data: { privacy: 'private' } })
    await edit(event.id, times(inMilliseconds(3 * DAY)))
    expect(await toldOf(event.id, 'event.announcement')).toEqual([member.id])
  })
})

describe('followers of a series', () => {
  const aSeries = async () => {
    const startsAt = NOON
    const series = await anEvent(owner, group.id, { recurrence: WEEKLY, startsAt })
    const [first = '', second = ''] = await datesOf(app, series.id)
    const date = (id: string) => ({ id, ownerId: group.id })
    return { series, startsAt, first: date(first), second: date(second) }
  }

  it('are told of one date that is moved or cancelled, unless they mute it', async () => {
    const { series, first, second } = await aSeries()
    const [mute, direct] = [await aUser(app), await aUser(app)]
    for (const person of [fan, mute]) await follow(person, series)
    await unfollow(mute, first)
    await follow(direct, first)
    await follow(fan, first)
    await edit(first.id, times(inMilliseconds(3 * DAY)))
    expect(await toldOf(first.id, 'event.announcement')).toEqual(idsOf([fan, direct]))
    await cancel(second.id)
    expect(await toldOf(second.id, 'event.announcement')).toEqual(idsOf([fan, mute]))
  })

  it('are told once of another time of all dates, and others of the dates that they follow', async () => {
    const { series, startsAt, first, second } = await aSeries()
    const direct = await aUser(app)
    await follow(fan, series)
    await follow(fan, first)
    for (const date of [first, second]) await follow(direct, date)
    await edit(series.id, times(new Date(startsAt.getTime() + HOUR)))
    await deliverEventNotices(app.scope())
    expect(await noticesOf(app, series.id)).toMatchObject([
      { receiverId: fan.id, message: 'The dates of Dance night have changed.' },
    ])
    for (const date of [first, second])
      expect(await noticesOf(app, date.id)).toMatchObject([
        { receiverId: direct.id, message: 'Dance night has been cancelled.' },
      ])
    expect(await db().calendarFollow.count({ where: { eventId: first.id } })).toBe(2)
    expect(await datesOf(app, series.id)).not.toContain(first.id)
    await edit(series.id, times(startsAt))
    expect((await datesOf(app, series.id)).slice(0, 2)).toEqual([first.id, second.id])
    const again = await direct.api.call('getGroupCalendarEvent', { groupId: group.id, calendarId: first.id })
    expect(again).toMatchObject({ interestedUserCount: 2, userInterest: { isFollowing: true } })
  })

  it('are told of its end, and others of the dates that they follow', async () => {
    const { series, first } = await aSeries()
    const direct = await aUser(app)
    await follow(fan, series)
    await follow(direct, first)
    await cancel(series.id)
    await deliverEventNotices(app.scope())
    expect(await noticesOf(app, series.id)).toMatchObject([
      { receiverId: fan.id, message: 'Dance night has been cancelled.' },
    ])
    expect(await toldOf(first.id, 'event.announcement')).toEqual([direct.id])
  })

  it('are told nothing of other changes, or of dates that are added', async () => {
    const { series, startsAt } = await aSeries()
    await follow(fan, series)
    await edit(series.id, { title: 'Ball' })
    await edit(series.id, { endsAt: new Date(startsAt.getTime() + 2 * HOUR).toISOString() })
    await anEvent(owner, group.id, { parentId: series.id, startsAt: inMilliseconds(5 * DAY) })
    await deliverEventNotices(app.scope())
    expect(await fan.api.call('getNotificationV2s')).toEqual([])
  })
})
