import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../src/kernel/clock.ts'
import { sharedApp } from '../../support/app.ts'
import { auditRowsAddedBy } from '../../support/audit.ts'
import { anEvent, inMilliseconds } from '../../support/calendar.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember, giveRole } from '../../support/groups.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { graphCalls, titles } from './graphCalls.ts'

const app = await sharedApp()
const { read, reasons, mutate } = graphCalls(app)

const startsAt = () => inMilliseconds(DAY)
const given = (fields: object = {}) => {
  const start = startsAt()
  const times = { startsAt: start.toISOString(), endsAt: new Date(start.getTime() + HOUR).toISOString() }
  return { title: 'Dance', description: 'Shoes', category: 'DANCE', access: 'PUBLIC', ...times, ...fields }
}

const weekly = { frequency: 'WEEKLY', interval: 2, timezone: 'Europe/Berlin', count: 5 }
const DATES = 'occurrences { totalCount nodes { id startsAt title isFeatured } }'

describe('managers', () => {
  it('create an event, with its edge in the list of the group, and change and delete it', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const selection = 'group { id } calendarEvent { id kind access platforms } calendarEventEdge { cursor node { id } }'
    const fields = given({ groupId, platforms: ['WINDOWS'] })
    const created = await mutate(owner, 'createGroupCalendarEvent', fields, selection)
    const { id } = created.calendarEvent
    expect(created).toMatchObject({
      group: { id: groupId },
      calendarEvent: { kind: 'SINGLE', access: 'PUBLIC', platforms: ['WINDOWS'] },
      calendarEventEdge: { node: { id } },
    })
    const after = `query ($id: ID!, $after: String) { group(id: $id) { calendarEvents(after: $after) { nodes { id } } } }`
    const rest = await read(owner, after, { id: groupId, after: created.calendarEventEdge.cursor })
    expect(rest.group.calendarEvents.nodes).toEqual([])

    const change = { eventId: id, title: 'Waltz', access: 'GROUP' }
    const changed = await mutate(
      owner,
      'updateGroupCalendarEvent',
      change,
      'calendarEvent { title description access }',
    )
    expect(changed.calendarEvent).toEqual({ title: 'Waltz', description: 'Shoes', access: 'GROUP' })
    const deleted = await mutate(owner, 'deleteGroupCalendarEvent', { eventId: id }, 'deletedCalendarEventId')
    expect(deleted).toEqual({ deletedCalendarEventId: id })
    expect(await read(owner, `{ calendarEvent(id: "${id}") { id } node(id: "${id}") { id } }`)).toEqual({
      calendarEvent: null,
      node: null,
    })
  })

  it('create series, add dates to them and change them with their dates', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const selection = `calendarEventEdge { cursor } calendarEvent { id kind recurrence { frequency interval count until } ${DATES} }`
    const created = await mutate(owner, 'createGroupCalendarEvent', given({ groupId, recurrence: weekly }), selection)
    expect(created).toMatchObject({
      calendarEventEdge: null,
      calendarEvent: { kind: 'SERIES', recurrence: { frequency: 'WEEKLY', interval: 2, count: 5, until: null } },
    })
    const { id: seriesId, occurrences } = created.calendarEvent
    expect(occurrences.totalCount).toBe(5)
    const extra = given({ groupId, seriesId, title: 'Extra' })
    const start = new Date(Date.parse(occurrences.nodes[0].startsAt) + 2 * DAY)
    const times = { startsAt: start.toISOString(), endsAt: new Date(start.getTime() + HOUR).toISOString() }
    const added = await mutate(
      owner,
      'createGroupCalendarEvent',
      { ...extra, ...times },
      'calendarEvent { series { id } }',
    )
    expect(added.calendarEvent.series).toEqual({ id: seriesId })
    const change = { eventId: seriesId, title: 'Waltz', recurrence: { ...weekly, count: 3 } }
    const changed = await mutate(owner, 'updateGroupCalendarEvent', change, `calendarEvent { ${DATES} }`)
    expect(titles(changed.calendarEvent.occurrences)).toEqual(['Waltz', 'Extra', 'Waltz', 'Waltz'])
    const since = await read(
      owner,
      'query ($id: ID!, $since: DateTime) { calendarEvent(id: $id) { occurrences(since: $since, last: 1) { totalCount nodes { title } } } }',
      { id: seriesId, since: times.startsAt },
    )
    expect(since.calendarEvent.occurrences).toEqual({ totalCount: 3, nodes: [{ title: 'Waltz' }] })
  })

  it('see drafts and followers, which others do not', async () => {
    const group = await aGroup(app)
    const [member, stranger] = [await aMember(app, group), await aUser(app)]
    const { id } = await anEvent(group.owner, group.id)
    const { id: draftId } = await anEvent(group.owner, group.id, { isDraft: true })
    await mutate(member, 'followGroupCalendarEvent', { eventId: id, isFollowing: true })
    const text = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on CalendarEvent {
      id viewerCanUpdate followers { totalCount nodes { id } } } } }`
    const seen = async (person: TestUser) => (await read(person, text, { ids: [id, draftId] })).nodes
    const followers = { totalCount: 1, nodes: [{ id: member.id }] }
    expect(await seen(group.owner)).toEqual([
      { id, viewerCanUpdate: true, followers },
      { id: draftId, viewerCanUpdate: true, followers: { totalCount: 0, nodes: [] } },
    ])
    for (const person of [member, stranger])
      expect(await seen(person)).toEqual([{ id, viewerCanUpdate: false, followers: null }, null])
  })

  it('are told of the limits, and strangers are refused', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const stranger = await aUser(app)
    const text =
      'mutation ($input: CreateGroupCalendarEventInput!) { createGroupCalendarEvent(input: $input) { group { id } } }'
    expect(await reasons(stranger, text, { input: given({ groupId }) })).toEqual(['GROUP_FORBIDDEN'])
    const both = { ...weekly, until: '2100-01-01' }
    expect(await reasons(owner, text, { input: given({ groupId, recurrence: both }) })).toEqual(['WRONG_COMBINATION'])
    const { count: _, ...endless } = weekly
    const ended = { input: given({ groupId, recurrence: { ...endless, until: '2020-01-01' } }) }
    const { errors = [] } = await aGraphClient(app, owner.api).send(text, ended)
    expect(errors[0]?.extensions.issues).toMatchObject([
      { path: ['input', 'recurrence', 'until'], reason: 'WRONG_ORDER' },
    ])
    const { id } = await anEvent(owner, groupId, { accessType: 'group' })
    for (const call of [
      'deleteGroupCalendarEvent(input: { eventId: $id })',
      'followGroupCalendarEvent(input: { eventId: $id, isFollowing: true })',
    ])
      expect(await reasons(stranger, `mutation ($id: ID!) { ${call} { viewer { id } } }`, { id })).toEqual([
        'CALENDAR_EVENT_NOT_FOUND',
      ])
  })
})

describe('followers', () => {
  it('of a series follow its dates, and mute one', async () => {
    const group = await aGroup(app)
    const person = await aUser(app)
    const { calendarEvent: series } = await mutate(
      group.owner,
      'createGroupCalendarEvent',
      given({ groupId: group.id, recurrence: weekly }),
      `calendarEvent { id ${DATES} }`,
    )
    const [muted, shown] = series.occurrences.nodes.map(({ id }: { id: string }) => id)
    const interest = 'calendarEvent { interestedUserCount viewerInterest { isFollowing since } }'
    const followed = await mutate(
      person,
      'followGroupCalendarEvent',
      { eventId: series.id, isFollowing: true },
      interest,
    )
    expect(followed.calendarEvent).toEqual({
      interestedUserCount: 1,
      viewerInterest: { isFollowing: true, since: expect.any(String) },
    })
    const left = await mutate(person, 'followGroupCalendarEvent', { eventId: muted, isFollowing: false }, interest)
    expect(left.calendarEvent).toEqual({ interestedUserCount: 0, viewerInterest: { isFollowing: false, since: null } })
    const list = await read(person, '{ calendarEvents(source: FOLLOWED) { totalCount nodes { id } } }')
    expect(list.calendarEvents.totalCount).toBe(4)
    expect(list.calendarEvents.nodes[0]).toEqual({ id: shown })
    const text =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on CalendarEvent { followers { totalCount nodes { id } } } } }'
    const { nodes } = await read(group.owner, text, { ids: [series.id, muted, shown] })
    const one = { followers: { totalCount: 1, nodes: [{ id: person.id }] } }
    expect(nodes).toEqual([one, { followers: { totalCount: 0, nodes: [] } }, one])
  })
})

describe('lists', () => {
  it('of a group have what each person sees, in parts from both ends', async () => {
    const group = await aGroup(app)
    const { owner, id: groupId } = group
    const [holder, member, stranger] = [await aMember(app, group), await aMember(app, group), await aUser(app)]
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    const at = (hours: number, fields: object) => ({ startsAt: inMilliseconds(DAY + hours * HOUR), ...fields })
    await anEvent(owner, groupId, at(1, { title: 'public' }))
    await anEvent(owner, groupId, at(2, { title: 'group', accessType: 'group' }))
    await anEvent(owner, groupId, at(3, { title: 'role', accessType: 'group', roleIds: [roleId] }))
    await anEvent(owner, groupId, at(4, { title: 'draft', isDraft: true }))
    const text =
      'query ($id: ID!) { group(id: $id) { calendarEvents { totalCount nodes { title } } nextCalendarEvent { title } } }'
    const seen = async (person: TestUser) => {
      const { calendarEvents, nextCalendarEvent } = (await read(person, text, { id: groupId })).group
      expect(nextCalendarEvent.title).toBe('public')
      expect(calendarEvents.totalCount).toBe(calendarEvents.nodes.length)
      return titles(calendarEvents)
    }
    expect(await seen(owner)).toEqual(['public', 'group', 'role', 'draft'])
    expect(await seen(holder)).toEqual(['public', 'group', 'role'])
    expect(await seen(member)).toEqual(['public', 'group'])
    expect(await seen(stranger)).toEqual(['public'])

    const part = `query ($id: ID!, $first: Int, $last: Int, $after: String, $before: String) { group(id: $id) {
      calendarEvents(first: $first, last: $last, after: $after, before: $before) {
        nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`
    const pageOf = async (bounds: object) => (await read(owner, part, { id: groupId, ...bounds })).group.calendarEvents
    const first = await pageOf({ first: 3 })
    expect([titles(first), first.pageInfo.hasNextPage]).toEqual([['public', 'group', 'role'], true])
    expect(titles(await pageOf({ first: 3, after: first.pageInfo.endCursor }))).toEqual(['draft'])
    const last = await pageOf({ last: 2 })
    expect(titles(last)).toEqual(['role', 'draft'])
    expect(titles(await pageOf({ last: 3, before: last.pageInfo.startCursor }))).toEqual(['public', 'group'])
    expect(await reasons(owner, part, { id: groupId, after: 'bm90aGluZw' })).toEqual(['CURSOR_INVALID'])
    expect(await reasons(owner, part, { id: groupId, first: 101 })).toEqual(['TOO_LARGE'])
  })

  it('of all groups are by source, and a search finds a part of a text', async () => {
    const [group, word] = [await aGroup(app), aName().toLowerCase()]
    const person = await aUser(app)
    const { id } = await anEvent(group.owner, group.id, { title: `About ${word}` })
    await anEvent(group.owner, group.id, { title: `Inner ${word}`, accessType: 'group' })
    const list = (source: string) => `calendarEvents(source: ${source}) { nodes { id title } }`
    expect(titles((await read(group.owner, `{ ${list('MINE')} }`)).calendarEvents)).toHaveLength(2)
    expect(titles((await read(person, `{ ${list('MINE')} }`)).calendarEvents)).toEqual([])
    await mutate(person, 'followGroupCalendarEvent', { eventId: id, isFollowing: true })
    for (const source of ['MINE', 'FOLLOWED'])
      expect((await read(person, `{ ${list(source)} }`)).calendarEvents.nodes).toMatchObject([{ id }])
    const search =
      'query ($term: String!, $utcOffset: Int, $isInternal: Boolean) { searchCalendarEvents(term: $term, utcOffset: $utcOffset, isInternal: $isInternal) { totalCount nodes { title } } }'
    const found = async (viewer: TestUser, given: object = {}) =>
      titles((await read(viewer, search, { term: word.toUpperCase(), ...given })).searchCalendarEvents)
    expect(await found(person, { isInternal: true })).toEqual([`About ${word}`])
    expect(await found(await anAdmin(app), { isInternal: true })).toHaveLength(2)
    expect(await reasons(person, search, { term: '' })).toEqual(['TOO_SHORT'])
    expect(await reasons(person, search, { term: ' ' })).toEqual(['REQUIRED'])
    expect(await reasons(person, search, { term: word, utcOffset: 15 })).toEqual(['TOO_LARGE'])
  })

  it('are those that start in a span of time', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const starts = [DAY, 2 * DAY, 3 * DAY].map(inMilliseconds)
    for (const [at, startsAt] of starts.entries()) await anEvent(owner, groupId, { title: `Day ${at}`, startsAt })
    const text = `query ($id: ID!, $month: DateTime, $since: DateTime, $until: DateTime) {
      calendarEvents(source: MINE, month: $month, since: $since, until: $until) { totalCount nodes { title } }
      group(id: $id) { calendarEvents(month: $month, since: $since, until: $until) { totalCount nodes { title } } } }`
    const seen = async (span: object) => {
      const { calendarEvents, group } = await read(owner, text, { id: groupId, ...span })
      expect(calendarEvents).toEqual(group.calendarEvents)
      return titles(calendarEvents)
    }
    const [, second, third] = starts.map((time) => time.toISOString())
    expect(await seen({ since: second })).toEqual(['Day 1', 'Day 2'])
    expect(await seen({ since: second, until: third })).toEqual(['Day 1'])
    expect(await seen({ until: second })).toEqual(['Day 0'])
    expect(await reasons(owner, text, { id: groupId, month: second, since: second })).toContain('WRONG_COMBINATION')
    expect(await reasons(owner, text, { id: groupId, since: third, until: second })).toContain('WRONG_ORDER')
  })

  it('have events that began before a span of time and end later, if asked for', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const [first, second] = [inMilliseconds(DAY), inMilliseconds(2 * DAY)]
    const times = { startsAt: first, endsAt: second }
    await anEvent(owner, groupId, { ...times, title: 'Over' })
    await anEvent(owner, groupId, { ...times, title: 'Long', endsAt: new Date(first.getTime() + 7 * DAY) })
    await anEvent(owner, groupId, { title: 'Next', startsAt: second })
    const text = `query ($id: ID!, $since: DateTime, $until: DateTime, $includeOngoing: Boolean) {
      calendarEvents(source: MINE, since: $since, until: $until, includeOngoing: $includeOngoing) { totalCount nodes { title } }
      group(id: $id) {
        calendarEvents(since: $since, until: $until, includeOngoing: $includeOngoing) { totalCount nodes { title } }
        plain: calendarEvents(since: $since, until: $until) { nodes { title } } } }`
    const seen = async (span: object) => {
      const { calendarEvents, group } = await read(owner, text, { id: groupId, includeOngoing: true, ...span })
      expect(calendarEvents).toEqual(group.calendarEvents)
      expect(calendarEvents.totalCount).toBe(calendarEvents.nodes.length)
      return [titles(calendarEvents), titles(group.plain)]
    }
    expect(await seen({ since: second })).toEqual([['Long', 'Next'], ['Next']])
    expect(await seen({ since: second, until: new Date(second.getTime() + 1) })).toEqual([['Long', 'Next'], ['Next']])
    expect(await seen({ since: new Date(second.getTime() - 1), until: second })).toEqual([['Over', 'Long'], []])
    expect(await seen({ since: new Date(first.getTime() + 7 * DAY) })).toEqual([[], []])
    expect((await seen({ since: '0001-01-01T00:00:00Z' }))[0]).toHaveLength(3)
  })
})

describe('admins', () => {
  it('feature a series with its dates, which is in the audit log, and others cannot', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const admin = await anAdmin(app)
    const { calendarEvent: series } = await mutate(
      owner,
      'createGroupCalendarEvent',
      given({ groupId, recurrence: weekly }),
      `calendarEvent { id ${DATES} }`,
    )
    const { id } = series
    const [first] = series.occurrences.nodes
    await mutate(owner, 'updateGroupCalendarEvent', { eventId: first.id, title: 'Alone' })
    const text =
      'mutation ($id: ID!) { featureCalendarEvent(input: { eventId: $id, isFeatured: true }) { viewer { id } } }'
    expect(await reasons(owner, text, { id })).toEqual(['ADMIN_ONLY'])
    const { answer, added } = await auditRowsAddedBy(app, () =>
      mutate(admin, 'featureCalendarEvent', { eventId: id, isFeatured: true }, `calendarEvent { isFeatured ${DATES} }`),
    )
    const { isFeatured, occurrences } = answer.calendarEvent
    expect([isFeatured, occurrences.nodes.map((date: { isFeatured: boolean }) => date.isFeatured)]).toEqual([
      true,
      [false, true, true, true, true],
    ])
    expect(added).toMatchObject([{ act: 'featureCalendarEvent', subjectId: id, details: { isFeatured: true } }])
    const month =
      'query ($month: DateTime) { calendarEvents(source: FEATURED, first: 100, month: $month) { nodes { id } } }'
    const second = occurrences.nodes[1]
    const { calendarEvents } = await read(owner, month, { month: second.startsAt })
    expect(calendarEvents.nodes).toContainEqual({ id: second.id })
    const log = await read(
      admin,
      '{ auditLog(first: 5) { nodes { act subject { __typename ... on CalendarEvent { id } } } } }',
    )
    expect(log.auditLog.nodes).toContainEqual({
      act: 'FEATURE_CALENDAR_EVENT',
      subject: { __typename: 'CalendarEvent', id },
    })
  })
})
