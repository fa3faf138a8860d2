import { describe, expect, test } from 'vitest'
import type { GroupId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { anEvent, eventId, follow } from '../support/calendar.ts'
import { aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aGroup, aMember } from '../support/groups.ts'
import { aUser, type TestUser } from '../support/users.ts'

const app = await sharedApp()

const CALENDAR = `subscription ($id: ID!) {
  calendarChanged(groupId: $id) { kind eventId calendarEvent { id title } group { id } viewer { id } }
}`
const FOLLOWED = `subscription {
  followedEventsChanged { kind eventId calendarEvent { id title viewerInterest { isFollowing } } viewer { id } }
}`
const recurrence = { frequency: 'weekly', interval: 1, timezone: 'Europe/Berlin' }

type Socket = Awaited<ReturnType<typeof aSubscription>>

const told = ({ messages }: Socket, field: string) =>
  payloadsOf(messages, field).map(({ kind, eventId: id }) => `${kind} ${id}`)

describe('who follows the calendar of a group', () => {
  test('is told of the events that they see, and of the deletion of those that they saw', async () => {
    const group = await aGroup(app)
    const { owner, id: groupId } = group
    const [member, stranger] = [await aMember(app, group), await aUser(app)]
    const people = [owner, member, stranger]
    const sockets: Socket[] = []
    for (const person of people) sockets.push(await aSubscription(app, person, CALENDAR, { id: groupId }))

    const draft = await anEvent(owner, groupId, { isDraft: true })
    const inner = await anEvent(owner, groupId, { accessType: 'group' })
    const open = await anEvent(owner, groupId, { title: 'Open' })
    const change = { groupId, calendarId: eventId(open), body: { title: 'Renamed' } }
    await owner.api.call('updateGroupCalendarEvent', change)
    for (const event of [draft, inner, open])
      await owner.api.call('deleteGroupCalendarEvent', { groupId, calendarId: eventId(event) })

    const ofOpen = [`CREATED ${open.id}`, `UPDATED ${open.id}`, `DELETED ${open.id}`]
    const [created, ...later] = ofOpen
    const expected = [
      [
        `CREATED ${draft.id}`,
        `CREATED ${inner.id}`,
        created,
        later[0],
        ...[draft, inner, open].map(({ id }) => `DELETED ${id}`),
      ],
      [`CREATED ${inner.id}`, created, later[0], `DELETED ${inner.id}`, later[1]],
      ofOpen,
    ]
    for (const socket of sockets)
      await socket.until(() => told(socket, 'calendarChanged').includes(`DELETED ${open.id}`))
    // An event of which nobody is told any longer may have been created and changed before a subscriber was asked.
    const seen = sockets.map((socket) => told(socket, 'calendarChanged'))
    for (const [at, lines] of seen.entries()) {
      expect(lines.filter((line) => !expected[at]?.includes(line))).toEqual([])
      expect(lines.filter((line) => line.startsWith('DELETED'))).toEqual(
        expected[at]?.filter((line) => line?.startsWith('DELETED')),
      )
    }
    for (const { socket } of sockets) socket.close()
  })

  test('gets the event after the change', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const stranger = await aUser(app)
    const event = await anEvent(owner, groupId)
    const socket = await aSubscription(app, stranger, CALENDAR, { id: groupId })
    const change = { groupId, calendarId: eventId(event), body: { title: 'Renamed' } }
    await owner.api.call('updateGroupCalendarEvent', change)
    await socket.until((messages) => payloadsOf(messages, 'calendarChanged').length > 0)
    expect(payloadsOf(socket.messages, 'calendarChanged')).toEqual([
      {
        ...{ kind: 'UPDATED', eventId: event.id, calendarEvent: { id: event.id, title: 'Renamed' } },
        ...{ group: { id: groupId }, viewer: { id: expect.stringMatching(/^vwr_/) } },
      },
    ])
    socket.socket.close()
  })

  test('is told of the number of followers, and the last change of each event comes', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const [first, second] = [await anEvent(owner, groupId), await anEvent(owner, groupId)]
    const text = `subscription ($id: ID!) {
      calendarChanged(groupId: $id) { kind eventId calendarEvent { interestedUserCount } } }`
    const socket = await aSubscription(app, await aUser(app), text, { id: groupId })
    const people = [await aUser(app), await aUser(app)]
    for (const person of people) for (const event of [first, second]) await follow(person, event)
    const seen = () =>
      payloadsOf(socket.messages, 'calendarChanged').map(
        ({ kind, eventId: id, calendarEvent }) => `${kind} ${id} ${Object(calendarEvent).interestedUserCount}`,
      )
    await socket.until(() => [first, second].every(({ id }) => seen().includes(`INTEREST ${id} 2`)))
    expect(seen().filter((line) => !line.startsWith('INTEREST'))).toEqual([])
    socket.socket.close()
  })

  test('is told of those of all own groups where none is named', async () => {
    const [group, other] = [await aGroup(app), await aGroup(app)]
    const member = await aMember(app, group)
    const text = 'subscription { calendarChanged { kind eventId group { id } } }'
    const socket = await aSubscription(app, member, text)
    await anEvent(other.owner, other.id)
    const inner = await anEvent(group.owner, group.id, { accessType: 'group' })
    await socket.until((messages) => payloadsOf(messages, 'calendarChanged').length > 0)
    expect(payloadsOf(socket.messages, 'calendarChanged')).toEqual([
      { kind: 'CREATED', eventId: inner.id, group: { id: group.id } },
    ])
    socket.socket.close()
  })

  test('is refused for a group that they cannot see', async () => {
    const socket = await aSubscription(app, await aUser(app), CALENDAR, { id: 'grp_nothing' })
    await socket.until((messages) => subscriptionErrors(messages).length > 0)
    expect(subscriptionErrors(socket.messages)).toMatchObject([{ extensions: { reason: 'GROUP_NOT_FOUND' } }])
    socket.socket.close()
  })
})

describe('a person is told of the events that they follow', () => {
  const follow = ({ api }: TestUser, groupId: GroupId, id: string, isFollowing = true) =>
    api.call('followGroupCalendarEvent', { groupId, calendarId: eventId({ id }), body: { isFollowing } })

  test('of theirs alone, from when they follow them until they do no longer', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const [person, other] = [await aUser(app), await aUser(app)]
    const own = await aSubscription(app, person, FOLLOWED)
    const others = await aSubscription(app, other, FOLLOWED)
    const lines = (socket: Socket) => told(socket, 'followedEventsChanged')
    const [first, second] = [await anEvent(owner, groupId), await anEvent(owner, groupId)]
    const rename = (id: string) =>
      owner.api.call('updateGroupCalendarEvent', { groupId, calendarId: eventId({ id }), body: { title: `New ${id}` } })
    await follow(person, groupId, first.id)
    await follow(other, groupId, second.id)
    await rename(first.id)
    await rename(second.id)
    await own.until(() => lines(own).includes(`UPDATED ${first.id}`))
    await others.until(() => lines(others).includes(`UPDATED ${second.id}`))
    await follow(person, groupId, first.id, false)
    await own.until(() => lines(own).length === 3)
    await rename(first.id)
    await follow(person, groupId, second.id)
    await own.until(() => lines(own).includes(`INTEREST ${second.id}`))
    expect([own, others].map(lines)).toEqual([
      [`INTEREST ${first.id}`, `UPDATED ${first.id}`, `INTEREST ${first.id}`, `INTEREST ${second.id}`],
      [`INTEREST ${second.id}`, `UPDATED ${second.id}`],
    ])
    for (const { socket } of [own, others]) socket.close()
  })

  test('and of the dates of a series, but not of one that they mute', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const person = await aUser(app)
    const series = await anEvent(owner, groupId, { recurrence })
    const dates = await app.scope().db.calendarEvent.findMany({
      where: { seriesId: series.id },
      orderBy: { startsAt: 'asc' },
      take: 2,
      select: { id: true },
    })
    const [muted, shown] = dates.map(({ id }) => id)
    await follow(person, groupId, series.id)
    await follow(person, groupId, muted ?? '', false)
    const socket = await aSubscription(app, person, FOLLOWED)
    for (const id of [muted, shown])
      await owner.api.call('deleteGroupCalendarEvent', { groupId, calendarId: eventId({ id }) })
    await owner.api.call('deleteGroupCalendarEvent', { groupId, calendarId: eventId(series) })
    await socket.until(() => told(socket, 'followedEventsChanged').includes(`DELETED ${series.id}`))
    expect(told(socket, 'followedEventsChanged')).toEqual([`DELETED ${shown}`, `DELETED ${series.id}`])
    expect(payloadsOf(socket.messages, 'followedEventsChanged')[0]).toMatchObject({ calendarEvent: null })
    socket.socket.close()
  })
})
