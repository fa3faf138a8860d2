import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/clock.ts'
import { anApp, openApp, type TestApp } from '../../support/app.ts'
import { anEvent, inMilliseconds } from '../../support/calendar.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
let group: TestGroup
let stranger: TestUser
beforeAll(async () => {
  group = await aGroup(app, { name: 'Köln Walkers 100%' })
  stranger = await aUser(app)
})

/** Another server on the database, on whose clock it is this time. */
async function openAt(time: number): Promise<TestApp> {
  const server = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  opened.push(server)
  server.clock.advance(time - server.clock.now().getTime())
  return server
}
const opened: TestApp[] = []
afterAll(() => Promise.all(opened.map((server) => server.close())))

const search = ({ api }: TestUser, searchTerm: string, query: object = {}) =>
  api.call('searchCalendarEvents', { query: { searchTerm, ...query } })
const titles = ({ results = [] }: { readonly results?: readonly { readonly title: string }[] | undefined }) =>
  results.map(({ title }) => title)
const found = async (person: TestUser, term: string, query: object = {}) => titles(await search(person, term, query))

describe('a search of events', () => {
  it('finds a part of the title, description, tags or name of the group, case aside', async () => {
    const word = crypto.randomUUID().slice(0, 8)
    await anEvent(group.owner, group.id, { title: `Grüße ${word}`, startsAt: inMilliseconds(DAY) })
    await anEvent(group.owner, group.id, {
      title: 'second',
      description: `About ${word}.`,
      startsAt: inMilliseconds(2 * DAY),
    })
    await anEvent(group.owner, group.id, {
      title: 'third',
      tags: ['other', `x${word}`],
      startsAt: inMilliseconds(3 * DAY),
    })
    const all = [`Grüße ${word}`, 'second', 'third']
    expect(await found(stranger, word.toUpperCase())).toEqual(all)
    expect(await found(stranger, 'KÖLN walk')).toEqual(all)
    expect(await found(stranger, 'GRÜSSE')).toEqual([])
    expect(await found(stranger, 'grÜße')).toEqual(all.slice(0, 1))
    const first = await search(stranger, word, { n: '2' })
    expect([titles(first), first.totalCount, first.hasNext]).toEqual([all.slice(0, 2), 3, true])
    const rest = await search(stranger, word, { n: '2', offset: '2' })
    expect([titles(rest), rest.totalCount, rest.hasNext]).toEqual([all.slice(2), 3, false])
  })

  it('takes the signs of patterns as they are', async () => {
    const other = await aGroup(app)
    for (const title of ['50% off', '50 off', 'snake_case', 'snakeXcase', 'back\\slash', 'backslash'])
      await anEvent(other.owner, other.id, { title })
    expect(await found(stranger, '0%')).toEqual(expect.arrayContaining(['50% off']))
    expect(await found(stranger, '50%')).toEqual(['50% off'])
    expect(await found(stranger, 'snake_c')).toEqual(['snake_case'])
    expect(await found(stranger, 'back\\s')).toEqual(['back\\slash'])
    expect(await found(stranger, '%_%')).toEqual([])
    expect(await found(stranger, "'; --")).toEqual([])
  })

  it('has a term of 1 to 100 characters', async () => {
    const attempt = (query: object) => stranger.api.try('searchCalendarEvents', { query: Object(query) })
    const refused = refusal(400, 'searchTerm must have 1 to 100 characters')
    for (const query of [{}, { searchTerm: '' }, { searchTerm: '   ' }, { searchTerm: 'a'.repeat(101) }])
      expect(await attempt(query)).toMatchObject(refused)
    expect((await attempt({ searchTerm: 'a'.repeat(100) })).status).toBe(200)
    for (const utcOffset of ['-13', '15', '1.5', 'x'])
      expect((await attempt({ searchTerm: 'a', utcOffset })).status).toBe(400)
  })

  it('finds what is live or to come, and what began on the day of the person', async () => {
    const word = crypto.randomUUID().slice(0, 8)
    const noon = Date.UTC(2100, 0, 2, 12, 30)
    const later = await openAt(noon)
    const reader = await aUser(later)
    const minute = (text: string) => Date.parse(`2100-01-${text}:00Z`)
    const spans: Readonly<Record<string, readonly [startsAt: number, endsAt: number]>> = {
      'long live': [noon - 6 * DAY, noon + HOUR],
      'long over': [noon - 6 * DAY, noon],
      ...Object.fromEntries(
        ['01T23:59', '02T00:00', '02T09:59', '02T10:00', '02T11:59', '02T12:00', '03T12:00'].map((text) => [
          text,
          [minute(text), minute(text) + MINUTE],
        ]),
      ),
    }
    for (const [title, [startsAt, endsAt]] of Object.entries(spans)) {
      const { id } = await anEvent(group.owner, group.id, { title: `${title} ${word}` })
      await db.calendarEvent.update({ where: { id }, data: { startsAt: new Date(startsAt), endsAt: new Date(endsAt) } })
    }
    const at = async (query: object) =>
      (await found(reader, word, query)).map((title) => title.slice(0, -word.length - 1))
    const today = ['02T00:00', '02T09:59', '02T10:00', '02T11:59', '02T12:00']
    expect(await at({})).toEqual(['long live', ...today, '03T12:00'])
    expect(await at({ utcOffset: '0' })).toEqual(['long live', ...today, '03T12:00'])
    expect(await at({ utcOffset: '14' })).toEqual(['long live', ...today.slice(2), '03T12:00'])
    expect(await at({ utcOffset: '-12' })).toEqual(['long live', ...today.slice(4), '03T12:00'])
  })

  it('finds what members and managers see for them, and all for admins who ask for it', async () => {
    const word = crypto.randomUUID().slice(0, 8)
    const secret = await aGroup(app, { privacy: 'private', joinState: 'open' })
    const hidden = await aGroup(app)
    const day = (days: number) => ({ startsAt: inMilliseconds(days * DAY) })
    await anEvent(group.owner, group.id, { title: `public ${word}`, ...day(1) })
    await anEvent(group.owner, group.id, { title: `members ${word}`, accessType: 'group', ...day(2) })
    await anEvent(group.owner, group.id, { title: `draft ${word}`, isDraft: true, ...day(3) })
    await anEvent(secret.owner, secret.id, { title: `secret ${word}`, accessType: 'group', ...day(4) })
    await anEvent(hidden.owner, hidden.id, { title: `hidden ${word}`, ...day(5) })
    await db.group.update({ where: { id: hidden.id }, data: { hiddenAt: new Date() } })
    const seen = async (person: TestUser, query: object = {}) =>
      (await found(person, word, query)).map((title) => title.slice(0, -word.length - 1))
    const internal = { isInternalVariant: 'true' }
    const member = await aMember(app, group)
    const manager = await aMember(app, group)
    await giveRole(app, group, manager, { permissions: ['group-calendar-manage'] })
    const admin = await anAdmin(app)
    for (const query of [{}, internal]) {
      expect(await seen(stranger, query)).toEqual(['public'])
      expect(await seen(member, query)).toEqual(['public', 'members'])
      expect(await seen(manager, query)).toEqual(['public', 'members', 'draft'])
      expect(await seen(secret.owner, query)).toEqual(['public', 'secret'])
      expect(await seen(hidden.owner, query)).toEqual(['public', 'hidden'])
    }
    expect(await seen(admin)).toEqual(['public'])
    expect(await seen(admin, { isInternalVariant: 'false' })).toEqual(['public'])
    expect(await seen(admin, internal)).toEqual(['public', 'members', 'draft', 'secret', 'hidden'])
    await hidden.owner.api.call('deleteGroup', { groupId: hidden.id, query: {} })
    expect(await seen(admin, internal)).toEqual(['public', 'members', 'draft', 'secret'])
  })
})
