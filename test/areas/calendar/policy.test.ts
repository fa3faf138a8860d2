import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../src/kernel/clock.ts'
import { sharedApp } from '../../support/app.ts'
import { anEvent, anEventRequest, eventId, inMilliseconds } from '../../support/calendar.ts'
import { aGroup, giveRole, type TestGroup } from '../../support/groups.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()

const CALLERS = ['anonymous', 'stranger', 'member', 'holder', 'manager', 'banned', 'admin'] as const
type Caller = (typeof CALLERS)[number]
/** `secret`: an event of a private group, of which the callers are what they are of the other one. */
const EVENTS = ['draft', 'group', 'roles', 'public', 'secret'] as const
type EventKind = (typeof EVENTS)[number]

const MANAGERS: readonly Caller[] = ['manager', 'admin']
const INSIDERS: readonly Caller[] = ['member', 'holder', 'manager', 'admin']
const SEEN_BY: Readonly<Record<EventKind, readonly Caller[]>> = {
  draft: MANAGERS,
  group: INSIDERS,
  roles: ['holder', 'manager', 'admin'],
  public: CALLERS,
  secret: INSIDERS,
}
const sees = (caller: Caller, kind: EventKind) => SEEN_BY[kind].includes(caller)
const seenBy = (caller: Caller, kinds: readonly EventKind[] = EVENTS) => kinds.filter((kind) => sees(caller, kind))
/** The expected status of an operation that needs a session. */
function statusFor(caller: Caller, isAllowed: boolean, refused: number): number {
  if (caller === 'anonymous') return 401
  return isAllowed ? 200 : refused
}

/** A word that only these events have in their titles. */
const WORD = `word${crypto.randomUUID().slice(0, 8)}`

let group: TestGroup
let secret: TestGroup
const clients = new Map<Caller, RestClient>()
const events = new Map<EventKind, string>()

const apiOf = (caller: Caller) => clients.get(caller) ?? aRestClient(app)
const groupOf = (kind: EventKind) => (kind === 'secret' ? secret : group).id
const pathOf = (kind: EventKind) => ({ groupId: groupOf(kind), calendarId: eventId({ id: events.get(kind) }) })
const kindsIn = (list: unknown) => {
  const titles: readonly { readonly title: string }[] = Object(list).results ?? []
  return titles.flatMap(({ title }) => EVENTS.find((kind) => title === `${kind} ${WORD}`) ?? []).sort()
}

/** A person who is the same in both groups. */
async function inBothGroups(person: TestUser, permissions: readonly string[] | null): Promise<TestUser> {
  for (const each of [group, secret]) {
    await app.scope().db.group.update({ where: { id: each.id }, data: { joinState: 'open' } })
    await person.api.call('joinGroup', { groupId: each.id, query: {}, body: {} })
    if (permissions) await giveRole(app, each, person, { permissions })
  }
  return person
}

beforeAll(async () => {
  group = await aGroup(app)
  secret = await aGroup(app, { privacy: 'private' }, group.owner)
  const holder = await inBothGroups(await aUser(app), null)
  const roleId = await giveRole(app, group, holder, { permissions: [] })
  const banned = await aUser(app)
  for (const { id } of [group, secret])
    await group.owner.api.call('banGroupMember', { groupId: id, body: { userId: banned.id } })
  clients
    .set('stranger', (await aUser(app)).api)
    .set('member', (await inBothGroups(await aUser(app), null)).api)
    .set('holder', holder.api)
    .set('manager', (await inBothGroups(await aUser(app), ['group-calendar-manage'])).api)
    .set('banned', banned.api)
    .set('admin', (await anAdmin(app)).api)
  const given: Readonly<Record<EventKind, object>> = {
    draft: { accessType: 'public', isDraft: true },
    group: { accessType: 'group' },
    roles: { accessType: 'group', roleIds: [roleId] },
    public: { accessType: 'public' },
    secret: { accessType: 'group' },
  }
  for (const [at, kind] of EVENTS.entries()) {
    const startsAt = inMilliseconds(DAY + at * HOUR)
    const more = { title: `${kind} ${WORD}`, startsAt, ...given[kind] }
    events.set(kind, (await anEvent(group.owner, groupOf(kind), more)).id)
  }
  await app
    .scope()
    .db.calendarEvent.updateMany({ where: { id: { in: [...events.values()] } }, data: { featured: true } })
})

const eachPair = CALLERS.flatMap((caller) => EVENTS.map((kind) => ({ caller, kind })))
const signed = CALLERS.filter((caller) => caller !== 'anonymous')

describe('an event is seen by those who may', () => {
  it.each(eachPair)('$caller reads $kind', async ({ caller, kind }) => {
    const { status } = await apiOf(caller).try('getGroupCalendarEvent', pathOf(kind))
    expect(status).toBe(statusFor(caller, sees(caller, kind), 404))
  })

  it.each(eachPair)('$caller downloads $kind', async ({ caller, kind }) => {
    const { status, body } = await apiOf(caller).try('getGroupCalendarEventICS', pathOf(kind))
    expect(status).toBe(sees(caller, kind) ? 200 : 404)
    expect(String(body).includes(WORD)).toBe(sees(caller, kind))
  })

  it.each(signed)('%s finds in lists what they see', async (caller) => {
    const api = apiOf(caller)
    const found = async (name: 'getCalendarEvents' | 'getFeaturedCalendarEvents' | 'getFollowedCalendarEvents') =>
      kindsIn(await api.call(name, { query: { n: '100' } }))
    const ofGroup = async ({ id }: TestGroup) =>
      kindsIn(await api.call('getGroupCalendarEvents', { groupId: id, query: {} }))
    expect(await ofGroup(group)).toEqual(seenBy(caller, ['draft', 'group', 'roles', 'public']).sort())
    expect(await ofGroup(secret)).toEqual(seenBy(caller, ['secret']))
    const inGroups = ['member', 'holder', 'manager'].includes(caller)
    expect(await found('getCalendarEvents')).toEqual(inGroups ? seenBy(caller).sort() : [])
    expect(await found('getFollowedCalendarEvents')).toEqual([])
    expect(await found('getFeaturedCalendarEvents')).toEqual(['public'])
    const searched = kindsIn(await api.call('searchCalendarEvents', { query: { searchTerm: WORD.toUpperCase() } }))
    expect(searched).toEqual(inGroups ? seenBy(caller).sort() : expect.arrayContaining(['public']))
    expect(searched.filter((kind) => !sees(caller, kind))).toEqual([])
    const discovered = await api.call('discoverCalendarEvents', { query: { n: '100' } })
    expect(kindsIn(discovered).filter((kind) => kind !== 'public')).toEqual([])
  })

  it.each(signed)('%s reads the next one that they see', async (caller) => {
    const [next] = seenBy(caller, ['draft', 'group', 'roles', 'public'])
    const { body } = await apiOf(caller).try('getGroupNextCalendarEvent', { groupId: group.id })
    expect(Object(body).title).toBe(`${next} ${WORD}`)
    const ofSecret = await apiOf(caller).try('getGroupNextCalendarEvent', { groupId: secret.id })
    expect(ofSecret.status).toBe(sees(caller, 'secret') ? 200 : 404)
  })

  it.each(['getCalendarEvents', 'getFeaturedCalendarEvents', 'getFollowedCalendarEvents'] as const)(
    'nobody reads %s without a session',
    async (name) => {
      expect((await aRestClient(app).try(name)).status).toBe(401)
    },
  )

  it('nobody searches or discovers without a session, and reads no lists of a group', async () => {
    const anonymous = aRestClient(app)
    expect((await anonymous.try('searchCalendarEvents', { query: { searchTerm: WORD } })).status).toBe(401)
    expect((await anonymous.try('discoverCalendarEvents')).status).toBe(401)
    expect((await anonymous.try('getGroupCalendarEvents', { groupId: group.id })).status).toBe(401)
    expect((await anonymous.try('getGroupNextCalendarEvent', { groupId: group.id })).status).toBe(401)
  })

  it.each(eachPair)('$caller follows $kind', async ({ caller, kind }) => {
    const call = (isFollowing: boolean) =>
      apiOf(caller).try('followGroupCalendarEvent', { ...pathOf(kind), body: { isFollowing } })
    const wanted = statusFor(caller, sees(caller, kind), 404)
    expect((await call(true)).status).toBe(wanted)
    if (wanted === 200) {
      const followed = await apiOf(caller).call('getFollowedCalendarEvents', { query: {} })
      expect(kindsIn(followed)).toEqual([kind])
    }
    expect((await call(false)).status).toBe(wanted)
  })
})

describe('an event is changed by managers', () => {
  it.each(eachPair)('$caller changes $kind', async ({ caller, kind }) => {
    const description = `Changed by ${caller}`
    const call = { ...pathOf(kind), body: { description } }
    const { status, body } = await apiOf(caller).try('updateGroupCalendarEvent', call)
    const refused = sees(caller, kind) ? 403 : 404
    expect(status).toBe(statusFor(caller, MANAGERS.includes(caller), refused))
    if (status === 200) expect(body).toMatchObject({ description })
  })

  it.each(CALLERS)('%s creates one', async (caller) => {
    for (const { id: groupId } of [group, secret]) {
      const body = anEventRequest({ accessType: 'group', isDraft: true, startsAt: inMilliseconds(3 * DAY) })
      const { status } = await apiOf(caller).try('createGroupCalendarEvent', { groupId, body })
      expect(status).toBe(statusFor(caller, MANAGERS.includes(caller), 403))
    }
  })

  it.each(eachPair)('$caller deletes $kind', async ({ caller, kind }) => {
    const { roleIds, accessType, isDraft } = await app
      .scope()
      .db.calendarEvent.findUniqueOrThrow({ where: { id: events.get(kind) ?? '' } })
    const more = { roleIds: [...roleIds], accessType, isDraft, startsAt: inMilliseconds(4 * DAY) }
    const { id } = await anEvent(group.owner, groupOf(kind), more)
    const call = { groupId: groupOf(kind), calendarId: eventId({ id }) }
    const { status } = await apiOf(caller).try('deleteGroupCalendarEvent', call)
    const refused = sees(caller, kind) ? 403 : 404
    expect(status).toBe(statusFor(caller, MANAGERS.includes(caller), refused))
    const left = await app.scope().db.calendarEvent.count({ where: { id, deletedAt: null } })
    expect(left).toBe(status === 200 ? 0 : 1)
  })
})
