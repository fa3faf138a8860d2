import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../../src/kernel/clock.ts'
import { sharedApp } from '../../../support/app.ts'
import { anEvent, eventId, inMilliseconds } from '../../../support/calendar.ts'
import { aGroup } from '../../../support/groups.ts'
import { aName, anAdmin, aUser } from '../../../support/users.ts'
import { graphCalls, titles } from '../graphCalls.ts'

const app = await sharedApp()
const { read, reasons, mutate } = graphCalls(app)

describe('lists', () => {
  it('of discovery can be in one of some languages', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const tag = aName()
    for (const language of ['deu', 'eng', 'fra'])
      await anEvent(owner, groupId, { title: language, tags: [tag], languages: [language] })
    const text = `query ($filter: CalendarDiscoveryFilter) {
      discoverCalendarEvents(filter: $filter) { totalCount nodes { title } } }`
    const { discoverCalendarEvents } = await read(await aUser(app), text, {
      filter: { tags: [tag], languages: ['deu', 'fra'] },
    })
    expect(discoverCalendarEvents.totalCount).toBe(2)
    expect(titles(discoverCalendarEvents).toSorted()).toEqual(['deu', 'fra'])
    const languages = Array.from({ length: 21 }, () => 'deu')
    expect(await reasons(owner, text, { filter: { languages } })).toEqual(['TOO_MANY_ENTRIES'])
  })

  it('of discovery are read in parts as of the first one, in each direction', async () => {
    const { owner, id: groupId } = await aGroup(app)
    const [tag, person] = [aName(), await aUser(app)]
    const made: string[] = []
    for (let at = 0; at < 5; at++)
      made.push((await anEvent(owner, groupId, { tags: [tag], startsAt: inMilliseconds(DAY + at * HOUR) })).id)
    await mutate(await anAdmin(app), 'featureCalendarEvent', { eventId: made[3], isFeatured: true })
    await mutate(person, 'followGroupCalendarEvent', { eventId: made[2], isFollowing: true })
    const wanted = [3, 2, 0, 1, 4].map((at) => made[at])
    const text = `query ($filter: CalendarDiscoveryFilter, $first: Int, $last: Int, $after: String, $before: String) {
      discoverCalendarEvents(filter: $filter, first: $first, last: $last, after: $after, before: $before) {
        totalCount nodes { id } pageInfo { hasNextPage startCursor endCursor } } }`
    const pageOf = async (bounds: object) =>
      (await read(person, text, { filter: { tags: [tag] }, ...bounds })).discoverCalendarEvents
    const ids = ({ nodes }: { nodes: readonly { id: string }[] }) => nodes.map(({ id }) => id)
    const first = await pageOf({ first: 2 })
    expect([first.totalCount, first.pageInfo.hasNextPage, ids(first)]).toEqual([5, true, wanted.slice(0, 2)])
    // Later pages are as of the first one, of what comes and goes meanwhile.
    await mutate(person, 'followGroupCalendarEvent', { eventId: made[4], isFollowing: true })
    await owner.api.call('deleteGroupCalendarEvent', { groupId, calendarId: eventId({ id: made[1] ?? '' }) })
    expect(ids(await pageOf({ first: 5, after: first.pageInfo.endCursor }))).toEqual([made[0], made[4]])
    const last = await pageOf({ last: 1 })
    expect(ids(await pageOf({ last: 5, before: last.pageInfo.startCursor }))).toHaveLength(3)
    const only = { tags: [tag], nonFeatured: 'EXCLUDE' }
    expect(ids(await pageOf({ filter: only }))).toEqual([made[3]])
    expect(await reasons(person, text, { after: 'MA' })).toEqual(['CURSOR_INVALID'])
    const old = Buffer.from(`${Date.now() - 2 * DAY} 0 ${Date.now()} ${made[0]}`).toString('base64url')
    expect(await reasons(person, text, { after: old })).toEqual(['CURSOR_INVALID'])
    const tags = Array.from({ length: 21 }, (_, at) => `tag ${at}`)
    expect(await reasons(person, text, { filter: { tags } })).toEqual(['TOO_MANY_ENTRIES'])
  })
})
