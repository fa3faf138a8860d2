import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { anEvent, eventId, inMilliseconds } from '../../support/calendar.ts'
import { countStatements } from '../../support/graphClient.ts'
import { aGroup, aMember, giveRole, insertMember, type TestGroup } from '../../support/groups.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
const { db } = app.scope()

type ListName = 'getCalendarEvents' | 'getFollowedCalendarEvents' | 'getFeaturedCalendarEvents'
type Query = Readonly<Record<string, string>>

const list = ({ api }: TestUser, name: ListName, query: Query = {}) => api.call(name, { query })
const search = ({ api }: TestUser, searchTerm: string, query: Query = {}) =>
  api.call('searchCalendarEvents', { query: { searchTerm, ...query } })
const titles = ({ results = [] }: { readonly results?: readonly { readonly title: string }[] | undefined }) =>
  results.map(({ title }) => title)
const follow = (
  { api }: TestUser,
  groupId: TestGroup['id'],
  event: { readonly id?: string | undefined },
  isFollowing = true,
) => api.call('followGroupCalendarEvent', { groupId, calendarId: eventId(event), body: { isFollowing } })
const weekly = {
  recurrence: { frequency: 'weekly', interval: 1, timezone: 'UTC', end: { type: 'afterOccurrences', count: 3 } },
}

describe('own events', () => {
  let open: TestGroup
  let secret: TestGroup
  let viewer: TestUser
  beforeAll(async () => {
    open = await aGroup(app)
    secret = await aGroup(app)
    viewer = await aMember(app, open)
    await insertMember(app, secret, viewer)
    const roleId = await giveRole(app, open, viewer, { permissions: [] })
    const otherRole = await giveRole(app, secret, secret.owner, { permissions: [] })
    const at = (day: number) => ({ startsAt: inMilliseconds(day * DAY) })
    await anEvent(open.owner, open.id, { title: 'public', ...at(1) })
    await anEvent(open.owner, open.id, { title: 'members', accessType: 'group', ...at(2) })
    await anEvent(open.owner, open.id, { title: 'role', accessType: 'group', roleIds: [roleId], ...at(3) })
    await anEvent(open.owner, open.id, { title: 'draft', isDraft: true, ...at(4) })
    await anEvent(secret.owner, secret.id, { title: 'hidden', ...at(5) })
    await anEvent(secret.owner, secret.id, { title: 'other role', accessType: 'group', roleIds: [otherRole], ...at(6) })
    await db.group.update({ where: { id: secret.id }, data: { hiddenAt: new Date() } })
  })

  it('are those of all groups of a person that they see, by start', async () => {
    const { totalCount, hasNext, ...found } = await list(viewer, 'getCalendarEvents')
    expect(titles(found)).toEqual(['public', 'members', 'role', 'hidden'])
    expect({ totalCount, hasNext }).toEqual({ totalCount: 4, hasNext: false })
    expect(titles(await list(open.owner, 'getCalendarEvents'))).toEqual(['public', 'members', 'role', 'draft'])
    expect(titles(await list(await aUser(app), 'getCalendarEvents'))).toEqual([])
  })

  it('have drafts for those who manage the calendar, by a role that needs codes only with codes', async () => {
    const manager = await aMember(app, open)
    await giveRole(app, open, manager, { permissions: ['group-calendar-manage'], requiresTwoFactor: true })
    expect(titles(await list(manager, 'getCalendarEvents'))).toEqual(['public', 'members'])
    await db.account.update({ where: { userId: manager.id }, data: { totpEnabledAt: new Date() } })
    expect(titles(await list(manager, 'getCalendarEvents'))).toEqual(['public', 'members', 'role', 'draft'])
  })

  it('are gone once a person leaves or is banned, but for public ones that they follow', async () => {
    const leaving = await aMember(app, open)
    const banned = await aMember(app, open)
    const { results = [] } = await list(leaving, 'getCalendarEvents')
    for (const person of [leaving, banned]) for (const event of results) await follow(person, open.id, event)
    await leaving.api.call('leaveGroup', { groupId: open.id })
    await open.owner.api.call('banGroupMember', { groupId: open.id, body: { userId: banned.id } })
    for (const person of [leaving, banned]) {
      expect(titles(await list(person, 'getCalendarEvents'))).toEqual(['public'])
      expect(titles(await list(person, 'getFollowedCalendarEvents'))).toEqual(['public'])
    }
  })

  it('are the same for an admin of the platform, who sees all of those groups', async () => {
    const admin = await anAdmin(app)
    expect(titles(await list(admin, 'getCalendarEvents'))).toEqual([])
    await insertMember(app, open, admin)
    expect(titles(await list(admin, 'getCalendarEvents'))).toEqual(['public', 'members', 'role', 'draft'])
  })

  it('come in pages and months', async () => {
    const first = await list(viewer, 'getCalendarEvents', { n: '3' })
    expect(first).toMatchObject({ totalCount: 4, hasNext: true })
    const second = await list(viewer, 'getCalendarEvents', { n: '3', offset: '3' })
    expect(second).toMatchObject({ totalCount: 4, hasNext: false })
    expect([...titles(first), ...titles(second)]).toEqual(['public', 'members', 'role', 'hidden'])
    expect(await list(viewer, 'getCalendarEvents', { offset: '9' })).toEqual({
      totalCount: 4,
      hasNext: false,
      results: [],
    })
    const { id } = await anEvent(open.owner, open.id, { title: 'Leap' })
    const times = (startsAt: string) => ({
      startsAt: new Date(startsAt),
      endsAt: new Date(Date.parse(startsAt) + HOUR),
    })
    const inMonth = async (date: string) => titles(await list(viewer, 'getCalendarEvents', { date }))
    await db.calendarEvent.update({ where: { id }, data: times('2020-02-29T23:59:59.999Z') })
    expect(await inMonth('2020-02-01T00:00:00.000Z')).toEqual(['Leap'])
    expect(await inMonth('2020-02-29T23:30:00.000+00:00')).toEqual(['Leap'])
    expect(await inMonth('2020-03-01T00:00:00.000Z')).toEqual([])
    // By the UTC clock, whose month is still February.
    expect(await inMonth('2020-03-01T00:30:00.000+01:00')).toEqual(['Leap'])
    await db.calendarEvent.update({ where: { id }, data: times('2020-02-01T00:00:00.000Z') })
    expect(await inMonth('2020-02-10T00:00:00.000Z')).toEqual(['Leap'])
    expect(await inMonth('2020-01-31T23:59:59.999Z')).toEqual([])
    expect(await inMonth('9999-12-31T00:00:00.000Z')).toEqual([])
    expect(await inMonth('0001-01-01T00:00:00.000Z')).toEqual([])
    await db.calendarEvent.update({ where: { id }, data: times(inMilliseconds(-29 * DAY).toISOString()) })
    expect(titles(await list(viewer, 'getCalendarEvents'))[0]).toBe('Leap')
    await db.calendarEvent.update({ where: { id }, data: times(inMilliseconds(-31 * DAY).toISOString()) })
    expect(titles(await list(viewer, 'getCalendarEvents'))).not.toContain('Leap')
    await db.calendarEvent.delete({ where: { id } })
  })

  it('hold the dates of series, and no series', async () => {
    const group = await aGroup(app)
    const series = await anEvent(group.owner, group.id, { title: 'Each week', ...weekly })
    const { results = [], totalCount } = await list(group.owner, 'getCalendarEvents')
    expect(totalCount).toBe(3)
    expect(
      results.every(({ seriesId, occurrenceKind }) => seriesId === series.id && occurrenceKind === 'occurrence'),
    ).toBe(true)
  })

  it('are gone with their group, and when they are deleted', async () => {
    const group = await aGroup(app)
    const person = await aMember(app, group)
    const [kept, deleted] = [
      await anEvent(group.owner, group.id, { title: 'kept' }),
      await anEvent(group.owner, group.id),
    ]
    for (const event of [kept, deleted]) await follow(person, group.id, event)
    await db.calendarEvent.update({ where: { id: kept.id }, data: { featured: true } })
    await group.owner.api.call('deleteGroupCalendarEvent', { groupId: group.id, calendarId: eventId(deleted) })
    for (const name of ['getCalendarEvents', 'getFollowedCalendarEvents'] as const)
      expect(titles(await list(person, name))).toEqual(['kept'])
    expect(titles(await list(person, 'getFeaturedCalendarEvents'))).toEqual(['kept'])
    await group.owner.api.call('deleteGroup', { groupId: group.id, query: {} })
    for (const name of ['getCalendarEvents', 'getFollowedCalendarEvents', 'getFeaturedCalendarEvents'] as const)
      expect(titles(await list(person, name))).toEqual([])
    expect(titles(await search(person, 'kept'))).toEqual([])
  })

  it('show what changed at once, whichever lists were read before', async () => {
    const group = await aGroup(app)
    const person = await aUser(app)
    const series = await anEvent(group.owner, group.id, { title: 'Before', ...weekly })
    const read = () => group.owner.api.call('getGroupCalendarEvents', { groupId: group.id, query: {} })
    const counts = async () => (await read()).results?.map(({ interestedUserCount }) => interestedUserCount)
    const [, second] = (await read()).results ?? []
    expect(await counts()).toEqual([0, 0, 0])
    await follow(person, group.id, series)
    expect(await counts()).toEqual([1, 1, 1])
    await follow(person, group.id, { id: second?.id ?? '' }, false)
    expect(await counts()).toEqual([1, 0, 1])
    const call = { groupId: group.id, calendarId: eventId(series), body: { title: 'After' } }
    await group.owner.api.call('updateGroupCalendarEvent', call)
    expect(titles(await read())).toEqual(['After', 'After', 'After'])
    const followed = await list(person, 'getFollowedCalendarEvents')
    expect(followed.results?.map(({ userInterest }) => userInterest?.isFollowing)).toEqual([true, true])
    expect((await read()).results?.map(({ userInterest }) => userInterest)).toEqual(
      Array(3).fill({ isFollowing: false }),
    )
  })

  it('take as many statements for many groups as for one', async () => {
    const person = await aUser(app)
    const join = async () => {
      const group = await aGroup(app)
      await insertMember(app, group, person)
      await follow(person, group.id, await anEvent(group.owner, group.id, weekly))
      await anEvent(group.owner, group.id)
    }
    const countAll = async () => {
      const reads = [
        () => list(person, 'getCalendarEvents'),
        () => list(person, 'getFollowedCalendarEvents'),
        () => search(person, 'dance'),
        () => person.api.call('discoverCalendarEvents', { query: {} }),
      ]
      const counts: number[] = []
      for (const read of reads) {
        await read()
        counts.push(await countStatements(app, read))
      }
      return counts
    }
    await join()
    const counts = await countAll()
    for (let at = 0; at < 5; at++) await join()
    expect(await countAll()).toEqual(counts)
    expect(Math.max(...counts)).toBeLessThanOrEqual(4)
  })
})

describe('followed events', () => {
  it('are single ones, dates, and the dates of series but for muted ones, each once', async () => {
    const group = await aGroup(app)
    const person = await aUser(app)
    const single = await anEvent(group.owner, group.id, { title: 'single', startsAt: inMilliseconds(DAY / 2) })
    const series = await anEvent(group.owner, group.id, { title: 'series', ...weekly })
    await anEvent(group.owner, group.id, { title: 'not followed' })
    await follow(person, group.id, single)
    await follow(person, group.id, series)
    const dates = (await list(person, 'getFollowedCalendarEvents')).results ?? []
    expect(dates.map(({ title }) => title)).toEqual(['single', 'series', 'series', 'series'])
    const [, first, second] = dates
    await follow(person, group.id, { id: first?.id ?? '' }, false)
    await follow(person, group.id, { id: second?.id ?? '' })
    const left = await list(person, 'getFollowedCalendarEvents')
    expect(left.totalCount).toBe(3)
    expect(left.results?.map(({ id }) => id)).toEqual([single.id, second?.id, dates[3]?.id])
    await follow(person, group.id, series, false)
    expect(titles(await list(person, 'getFollowedCalendarEvents'))).toEqual(['single', 'series'])
  })

  it('are gone while the person does not see them', async () => {
    const group = await aGroup(app)
    const person = await aUser(app)
    const event = await anEvent(group.owner, group.id)
    await follow(person, group.id, event)
    const count = async () => (await list(person, 'getFollowedCalendarEvents')).totalCount
    const set = (data: object) => db.calendarEvent.update({ where: { id: event.id }, data })
    expect(await count()).toBe(1)
    await set({ isDraft: true })
    expect(await count()).toBe(0)
    await set({ isDraft: false, accessType: 'group' })
    expect(await count()).toBe(0)
    await set({ accessType: 'public' })
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } })
    expect(await count()).toBe(0)
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: null } })
    expect(await count()).toBe(1)
  })
})

describe('featured events', () => {
  it('are public ones of groups that all see', async () => {
    const group = await aGroup(app)
    const [featured, members, draft] = [
      await anEvent(group.owner, group.id, { title: 'featured' }),
      await anEvent(group.owner, group.id, { title: 'for members', accessType: 'group' }),
      await anEvent(group.owner, group.id, { title: 'draft', isDraft: true }),
    ]
    await anEvent(group.owner, group.id, { title: 'plain' })
    const ids = [featured.id, members.id, draft.id]
    await db.calendarEvent.updateMany({ where: { id: { in: ids } }, data: { featured: true } })
    const stranger = await aUser(app)
    expect(await list(stranger, 'getFeaturedCalendarEvents')).toMatchObject({ totalCount: 1, hasNext: false })
    for (const person of [stranger, group.owner, await anAdmin(app)])
      expect(titles(await list(person, 'getFeaturedCalendarEvents'))).toEqual(['featured'])
    expect(titles(await list(stranger, 'getFeaturedCalendarEvents', { date: '2020-01-01T00:00:00Z' }))).toEqual([])
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } })
    expect(titles(await list(stranger, 'getFeaturedCalendarEvents'))).toEqual([])
    expect(titles(await list(group.owner, 'getFeaturedCalendarEvents'))).toEqual(['featured'])
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: null } })
  })
})
