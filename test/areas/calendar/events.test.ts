import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anEvent, anEventRequest, inMilliseconds, insertCopies } from '../../support/calendar.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { anImage } from '../../support/files.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let group: TestGroup
let owner: TestUser
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
})

const create = (given: object = {}, { api }: TestUser = owner) =>
  api.try('createGroupCalendarEvent', { groupId: group.id, body: anEventRequest(given) })
const update = (calendarId: string, body: object, { api }: TestUser = owner) =>
  api.try('updateGroupCalendarEvent', { groupId: group.id, calendarId, body })
const read = ({ api }: TestUser, calendarId: string) =>
  api.try('getGroupCalendarEvent', { groupId: group.id, calendarId })
const list = async ({ api }: TestUser, query: object = {}) =>
  api.call('getGroupCalendarEvents', { groupId: group.id, query })
const entries = (eventType: string) =>
  app.scope().db.groupAuditEntry.findMany({ where: { groupId: group.id, eventType }, orderBy: { id: 'asc' } })

async function aManager(): Promise<TestUser> {
  const member = await aMember(app, group)
  await giveRole(app, group, member, { permissions: ['group-calendar-manage'] })
  return member
}

describe('an event', () => {
  it('shows its record', async () => {
    const imageId = (await owner.api.call('uploadImage', { form: { file: await anImage(), tag: 'gallery' } })).id
    const startsAt = inMilliseconds(DAY)
    const event = await anEvent(owner, group.id, {
      startsAt,
      imageId,
      tags: ['jazz', 'jazz', 'swing'],
      languages: ['eng'],
      platforms: ['android'],
      usesInstanceOverflow: true,
    })
    expect(event).toEqual({
      accessType: 'public',
      category: 'dance',
      closeInstanceAfterEndMinutes: 5,
      createdAt: expect.any(String),
      deletedAt: null,
      description: 'Bring your shoes.',
      durationInMs: HOUR,
      endsAt: new Date(startsAt.getTime() + HOUR).toISOString(),
      featured: false,
      guestEarlyJoinMinutes: 5,
      hostEarlyJoinMinutes: 60,
      id: expect.stringMatching(/^cal_/),
      imageId,
      imageUrl: expect.stringContaining(imageId),
      interestedUserCount: 0,
      isDraft: false,
      languages: ['eng'],
      occurrenceKind: 'single',
      ownerId: group.id,
      platforms: ['android'],
      roleIds: [],
      seriesId: null,
      startsAt: startsAt.toISOString(),
      tags: ['jazz', 'swing'],
      title: 'Dance night',
      type: 'event',
      updatedAt: expect.any(String),
      userInterest: { isFollowing: false },
      usesInstanceOverflow: true,
    })
    expect((await read(await aUser(app), event.id)).body).toEqual(event)
  })

  it('is made, changed and deleted by those with the permission, each act with its entry', async () => {
    const [stranger, member] = [await aUser(app), await aMember(app, group)]
    const cannotCreate = refusal(403, "Can't create calendar entries for that owner ID")
    expect(await create({}, stranger)).toMatchObject(cannotCreate)
    expect(await create({}, member)).toMatchObject(cannotCreate)
    const event = await anEvent(owner, group.id)
    const forbidden = refusal(403, "You don't have permission.")
    expect(await update(event.id, { title: 'Mine' }, stranger)).toMatchObject(forbidden)
    const path = { groupId: group.id, calendarId: event.id }
    expect(await member.api.try('deleteGroupCalendarEvent', path)).toMatchObject(forbidden)
    await giveRole(app, group, member, { permissions: ['group-calendar-manage'] })
    expect(await update(event.id, { title: 'Ours', tags: ['jazz'] }, member)).toMatchObject({
      status: 200,
      body: { title: 'Ours', tags: ['jazz'], description: 'Bring your shoes.' },
    })
    expect(await update(event.id, { title: 'Ours' }, member)).toMatchObject({ status: 200 })
    expect(await member.api.call('deleteGroupCalendarEvent', path)).toEqual({
      success: { message: 'Calendar Entry deleted!', status_code: 200 },
    })
    expect(await read(owner, event.id)).toMatchObject(refusal(404, 'Calendar Entry not found!'))
    expect(await entries('group.calendarEvent.create')).toMatchObject([
      {
        targetId: event.id,
        description: expect.stringMatching(/^Calendar Entry created by /),
        data: { title: 'Dance night', accessType: 'public', imageId: null, type: 'event' },
      },
    ])
    expect(await entries('group.calendarEvent.update')).toMatchObject([
      { actorId: member.id, data: { title: { old: 'Dance night', new: 'Ours' }, tags: { old: [], new: ['jazz'] } } },
    ])
    expect(await entries('group.calendarEvent.delete')).toMatchObject([{ actorId: member.id, targetId: event.id }])
  })

  it('is a series whose unchanged rule is no change', async () => {
    const recurrence = { frequency: 'weekly', interval: 2, timezone: 'Europe/Berlin' }
    const { id } = await anEvent(owner, group.id, { recurrence })
    const changes = () => entries('group.calendarEvent.series.update')
    expect(await update(id, { recurrence, title: 'Dance night' })).toMatchObject({ status: 200 })
    expect(await changes()).toEqual([])
    expect(await update(id, { title: 'Ball' })).toMatchObject({ status: 200, body: { title: 'Ball' } })
    expect((await changes()).map(({ data }) => data)).toEqual([{ title: { old: 'Dance night', new: 'Ball' } }])
  })

  it('can be changed at the path without its last word, too', async () => {
    const event = await anEvent(owner, group.id)
    const path = `/api/1/calendar/${group.id}/${event.id}`
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"title":"Again"}' }
    expect(await owner.api.fetch(path, init)).toMatchObject({ status: 200, body: { title: 'Again' } })
  })

  it.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(65) }],
    ['description', { description: '' }],
    ['description', { description: 'x'.repeat(2_001) }],
    ['startsAt', { startsAt: inMilliseconds(367 * DAY), endsAt: inMilliseconds(368 * DAY) }],
    ['endsAt', { endsAt: inMilliseconds(HOUR) }],
    ['endsAt', { endsAt: inMilliseconds(9 * DAY) }],
    ['category', { category: 'sleeping' }],
    ['accessType', { accessType: 'friends' }],
    ['platforms', { platforms: ['toaster'] }],
    ['tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['tags', { tags: ['x'.repeat(101)] }],
    ['languages', { languages: ['eng', 'deu', 'fra', 'spa'] }],
    ['languages', { languages: ['xxx'] }],
    ['roleIds', { accessType: 'group', roleIds: [newId('groupRole', new Date())] }],
    ['imageId', { imageId: newId('file', new Date()) }],
    ['hostEarlyJoinMinutes', { hostEarlyJoinMinutes: 1_441 }],
    ['closeInstanceAfterEndMinutes', { closeInstanceAfterEndMinutes: -1 }],
    ['guestEarlyJoinMinutes', { guestEarlyJoinMinutes: 30, hostEarlyJoinMinutes: 10 }],
    ['recurrence', { occurrenceKind: 'series' }],
    ['parentId', { occurrenceKind: 'occurrence' }],
    ['parentId', { parentId: newId('calendarEvent', new Date()) }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    expect(await create(wrong)).toMatchObject(refusal(400, new RegExp(`^${field}`)))
    expect((await list(owner)).totalCount).toBe(0)
  })

  it('is refused with a start that is no time', async () => {
    const body = { ...anEventRequest(), startsAt: 'tomorrow' }
    const answer = await owner.api.try('createGroupCalendarEvent', { groupId: group.id, body })
    expect(answer).toMatchObject(refusal(400, /^startsAt must be a date/))
  })

  it('starts in the future, and keeps its times once it has ended', async () => {
    const past = { startsAt: inMilliseconds(-HOUR), endsAt: inMilliseconds(HOUR) }
    expect(await create(past)).toMatchObject(refusal(400, 'Calendar Entry must start in the future'))
    const event = await anEvent(owner, group.id)
    const times = { startsAt: inMilliseconds(-2 * HOUR), endsAt: inMilliseconds(-HOUR) }
    await app.scope().db.calendarEvent.update({ where: { id: event.id }, data: times })
    expect(await update(event.id, { title: 'Over', startsAt: times.startsAt, endsAt: times.endsAt })).toMatchObject({
      status: 200,
      body: { title: 'Over' },
    })
    const later = { startsAt: inMilliseconds(DAY), endsAt: inMilliseconds(2 * DAY) }
    expect(await update(event.id, later)).toMatchObject(refusal(400, /^startsAt must stay/))
  })

  it('is public in a group that is not private alone', async () => {
    const hidden = await aGroup(app, { privacy: 'private' })
    const body = (accessType: 'group' | 'public') => ({ groupId: hidden.id, body: anEventRequest({ accessType }) })
    expect(await hidden.owner.api.try('createGroupCalendarEvent', body('public'))).toMatchObject(
      refusal(400, /^accessType must be group/),
    )
    expect(await hidden.owner.api.try('createGroupCalendarEvent', body('group'))).toMatchObject({ status: 200 })
  })

  it('is no event of another group, and none with an id of another form', async () => {
    const event = await anEvent(owner, group.id)
    const other = await aGroup(app)
    const missing = refusal(404, 'Calendar Entry not found!')
    const path = { groupId: other.id, calendarId: event.id }
    expect(await owner.api.try('getGroupCalendarEvent', path)).toMatchObject(missing)
    expect(await other.owner.api.try('updateGroupCalendarEvent', { ...path, body: {} })).toMatchObject(missing)
    expect(await read(owner, 'cal_1')).toMatchObject(missing)
    const unknown = { groupId: newId('group', new Date()), calendarId: event.id }
    expect(await owner.api.try('getGroupCalendarEvent', unknown)).toMatchObject(refusal(404, "Can't find group!"))
  })
})

describe('the events of a group', () => {
  it('are listed by start, by month or from 30 days ago on', async () => {
    const first = await anEvent(owner, group.id, { title: 'First' })
    const second = await anEvent(owner, group.id, { title: 'Second', startsAt: inMilliseconds(2 * DAY) })
    const old = await anEvent(owner, group.id, { title: 'Old' })
    const longAgo = { startsAt: new Date('2020-02-29T23:59:59.999Z'), endsAt: new Date('2020-03-01T01:00:00Z') }
    await app.scope().db.calendarEvent.update({ where: { id: old.id }, data: longAgo })
    const member = await aMember(app, group)
    expect(await list(member)).toMatchObject({ totalCount: 2, hasNext: false, results: [first, second] })
    expect(await list(member, { n: '1' })).toMatchObject({ totalCount: 2, hasNext: true, results: [first] })
    expect(await list(member, { n: '1', offset: '1' })).toMatchObject({ hasNext: false, results: [second] })
    const february = await list(member, { date: '2020-02-10T00:00:00.000Z' })
    expect(february.results?.map(({ title }) => title)).toEqual(['Old'])
    expect((await list(member, { date: '2020-03-10T00:00:00.000Z' })).totalCount).toBe(0)
    for (const date of ['0001-01-01T00:00:00.000Z', '0099-12-31T00:00:00.000Z', '9999-12-31T00:00:00.000Z'])
      expect((await list(member, { date })).totalCount).toBe(0)
    const next = { groupId: group.id }
    expect(await member.api.call('getGroupNextCalendarEvent', next)).toEqual(first)
  })

  it('have no next one when none is to come', async () => {
    expect(await owner.api.try('getGroupNextCalendarEvent', { groupId: group.id })).toMatchObject(
      refusal(404, 'Calendar Entry not found!'),
    )
  })

  it('are 100 in a month at most, also when many are made at once', async () => {
    const month = new Date(inMilliseconds(32 * DAY))
    const at = (day: number) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, day, 12))
    const template = await anEvent(owner, group.id, { startsAt: at(1) })
    await insertCopies(app, template, 98)
    const managers: TestUser[] = []
    for (let nth = 0; nth < rounds(20); nth++) managers.push(await aManager())
    const tries = await runConcurrently(app, rounds(100), (nth) =>
      create({ startsAt: at(2) }, managers[nth % managers.length]),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    const full = refusal(403, "You're not allowed to make more than 100 events in a single month")
    for (const refused of tries.filter(({ status }) => status !== 200)) expect(refused).toMatchObject(full)
    const beside = await anEvent(owner, group.id)
    expect(await update(beside.id, { startsAt: at(3), endsAt: at(4) })).toMatchObject(full)
    expect(await update(template.id, { startsAt: at(3), endsAt: at(4) })).toMatchObject({ status: 200 })
  })
})
