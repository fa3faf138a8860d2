import { expect } from 'vitest'
import { DAY, HOUR } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { eventId, inMilliseconds } from '../../support/calendar.ts'
import { eventually } from '../../support/eventually.ts'
import { aCalendarStage, type CalendarStage } from './calendarStage.ts'
import { following } from './groupLiveSteps.ts'
import { type Open, withPages } from './groupSteps.ts'
import { at, idsIn, listAt } from './pageData.ts'
import type { PageName } from './pages.ts'
import type { Scenario, Setting as SettingOf } from './scenario.ts'
import type { PageData, Variables } from './webClient.ts'

type Setting = SettingOf<CalendarStage>

const MOST_PARTS = 9

/** Reads all parts of a list of a page; answers the list as the store holds it. */
async function readList({ client }: Setting, page: PageName, id: string, ...path: readonly string[]) {
  await client.query(page, { id })
  const list = () => at(client.cached(page, { id }), ...path)
  let parts = 1
  for (; at(list(), 'pageInfo', 'hasNextPage') === true && parts < MOST_PARTS; parts++)
    await client.more(page, { id }, { after: at(list(), 'pageInfo', 'endCursor') })
  return { list, parts }
}

const readCalendar = (setting: Setting) =>
  readList(setting, 'calendar', setting.stage.group.id, 'group', 'calendarEvents')

async function showsMonth({ client, stage }: Setting): Promise<void> {
  const variables = { id: stage.group.id, month: inMilliseconds(DAY).toISOString() }
  const data = await client.query('calendarMonth', variables)
  expect(listAt(data, 'group', 'month', 'nodes').map((event) => at(event, 'id'))).toContain(stage.eventId)
  expect(client.cached('calendarMonth', variables)).toEqual(data)
}

async function readsEvents(setting: Setting): Promise<void> {
  const { list, parts } = await readCalendar(setting)
  expect(parts).toBe(3)
  expect(new Set(idsIn(list())).size).toBe(12)
  expect(at(list(), 'totalCount')).toBe(12)
  expect(idsIn(list())[0]).toBe(setting.stage.eventId)
}

async function showsSeries(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const id = stage.seriesId
  const { list, parts } = await readList(setting, 'calendarEvent', id, 'calendarEvent', 'occurrences')
  expect([parts, idsIn(list()).length]).toEqual([2, 8])
  const shown = client.cached('calendarEvent', { id })
  expect(at(shown, 'calendarEvent', 'recurrence')).toMatchObject({ frequency: 'WEEKLY', timezone: 'America/New_York' })
  expect(at(shown, 'calendarEvent', 'group', 'id')).toBe(stage.group.id)
}

/** Runs a mutation by which the calendar on the screen changes, though nothing is read again. */
const mutateAlone = (setting: Setting, page: PageName, input: Variables, check: (data: PageData) => void) =>
  withPages(setting, { open: [['calendar', { id: setting.stage.group.id }]], requests: 1 }, async () => {
    const data = await setting.client.mutate(page, { input })
    check(data)
    return data
  })

async function changesEvents(setting: Setting): Promise<void> {
  const { list } = await readCalendar(setting)
  const before = idsIn(list())
  const times = { startsAt: inMilliseconds(200 * DAY), endsAt: inMilliseconds(200 * DAY + HOUR) }
  const given = { groupId: setting.stage.group.id, title: 'Last', description: 'The last one', category: 'MUSIC' }
  const created = await mutateAlone(setting, 'createEvent', { ...given, ...times, access: 'PUBLIC' }, (data) =>
    expect(idsIn(list())).toEqual([...before, at(data, 'createGroupCalendarEvent', 'calendarEvent', 'id')]),
  )
  const id = at(created, 'createGroupCalendarEvent', 'calendarEvent', 'id')
  await mutateAlone(setting, 'updateEvent', { eventId: id, title: 'Finale' }, () =>
    expect(at(listAt(list(), 'edges').at(-1), 'node', 'title')).toBe('Finale'),
  )
  await mutateAlone(setting, 'deleteEvent', { eventId: id }, () => expect(idsIn(list())).toEqual(before))
}

async function followsEvent(setting: Setting): Promise<void> {
  const { list } = await readCalendar(setting)
  const { eventId: id } = setting.stage
  const shown = () => {
    const node = at(listAt(list(), 'edges')[0], 'node')
    return [at(node, 'viewerInterest', 'isFollowing'), at(node, 'interestedUserCount')]
  }
  await mutateAlone(setting, 'followEvent', { eventId: id, isFollowing: true }, () =>
    expect(shown()).toEqual([true, 1]),
  )
  await mutateAlone(setting, 'followEvent', { eventId: id, isFollowing: false }, () =>
    expect(shown()).toEqual([false, 0]),
  )
}

async function showsChanges(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const { id: groupId } = stage.group
  await client.query('calendar', { id: groupId })
  const open: Open[] = [['calendar', { id: groupId }]]
  const first = () => at(client.cached('calendar', { id: groupId }), 'group', 'nextCalendarEvent', 'title')
  await following(setting, { page: 'calendarChanges', variables: { groupId }, open }, async (told) => {
    const change = { groupId, calendarId: eventId({ id: stage.eventId }), body: { title: 'Moved indoors' } }
    await stage.manager.api.call('updateGroupCalendarEvent', change)
    await eventually(() => first() === 'Moved indoors')
    expect(told.map((data) => at(data, 'calendarChanged', 'kind'))).toEqual(['UPDATED'])
  })
}

async function showsFollowed(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const { id: groupId } = stage.group
  const { eventId: id } = stage
  await client.mutate('followEvent', { input: { eventId: id, isFollowing: true } })
  await client.query('calendarEvent', { id })
  const open: Open[] = [['calendarEvent', { id }]]
  const title = () => at(client.cached('calendarEvent', { id }), 'calendarEvent', 'title')
  await following(setting, { page: 'followedEvents', open }, async () => {
    const change = { groupId, calendarId: eventId({ id }), body: { title: 'Outdoors after all' } }
    await stage.manager.api.call('updateGroupCalendarEvent', change)
    await eventually(() => title() === 'Outdoors after all')
  })
}

/** What the owner of a group does on the pages of its calendar. */
export const calendarScenario: Scenario<CalendarStage> = {
  title: 'on the pages of a calendar',
  makeStage: async () => aCalendarStage(await anApp()),
  steps: [
    ['shows a month', showsMonth],
    ['reads events in parts', readsEvents],
    ['shows a series with its dates in parts', showsSeries],
    ['creates, changes and deletes an event', changesEvents],
    ['follows an event, and ends that', followsEvent],
    ['shows changes of events live', showsChanges],
    ['shows changes of followed events live', showsFollowed],
  ],
}
