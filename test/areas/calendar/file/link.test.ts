import { beforeAll, describe, expect, it } from 'vitest'
import { icsUrl } from '../../../../src/areas/calendar/file/file.ts'
import { DAY, HOUR, MINUTE } from '../../../../src/kernel/clock.ts'
import { trusted } from '../../../../src/kernel/ids.ts'
import { anApp } from '../../../support/app.ts'
import { anEvent, inMilliseconds } from '../../../support/calendar.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../../support/groups.ts'
import { readCalendar } from '../../../support/icsFiles.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, PASSWORD, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const missing = refusal(404, 'Calendar Entry not found!')

const PEOPLE = ['owner', 'admin', 'member', 'holder', 'stranger', 'banned'] as const
type Person = (typeof PEOPLE)[number]
let people: Readonly<Record<Person, TestUser>>
let group: TestGroup
let roleId: string
const anonymous = aRestClient(app)

beforeAll(async () => {
  group = await aGroup(app)
  const [member, holder, banned] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
  const { owner } = group
  people = { owner, member, holder, banned, admin: await anAdmin(app), stranger: await aUser(app) }
  roleId = await giveRole(app, group, holder, { permissions: [] })
  await owner.api.call('banGroupMember', { groupId: group.id, body: { userId: banned.id } })
})

const pathOf = (id: string | undefined, of = group) => `/api/1/calendar/${of.id}/${id}.ics`
const fileBy = (api: RestClient, id: string | undefined, of = group) => api.fetch(pathOf(id, of))

/** The signed URL of an event, as the graph answers it to a person. */
async function linkOf(person: TestUser, id: string | undefined, of = group): Promise<string> {
  const viewer = { id: person.id, sessionId: trusted<'session'>(''), admin: false, staff: [], pendingFactors: [] }
  const url = new URL(await icsUrl({ ...app.scope(), viewer }, { id: id ?? '', groupId: of.id }))
  expect(url.origin).toBe('http://plaza.test')
  return `${url.pathname}${url.search}`
}

/** Who gets the file of an event, by their session and by their signed link. */
async function readersOf(id: string | undefined, of = group): Promise<Person[]> {
  const readers: Person[] = []
  for (const name of PEOPLE) {
    const bySession = await fileBy(people[name].api, id, of)
    const byLink = await anonymous.fetch(await linkOf(people[name], id, of))
    expect(byLink.status).toBe(bySession.status)
    if (bySession.status === 200) expect(byLink.body).toBe(bySession.body)
    if (bySession.status === 200) readers.push(name)
    else expect(bySession).toMatchObject(missing)
  }
  return readers
}

const MEMBERS: readonly Person[] = ['owner', 'admin', 'member', 'holder']

describe('the file of an event is shown', () => {
  it('to everybody if it is public and published', async () => {
    const { id } = await anEvent(group.owner, group.id)
    expect(await readersOf(id)).toEqual(PEOPLE)
    expect(await fileBy(anonymous, id)).toMatchObject({ status: 200 })
  })

  it('to members if it is for the group, and to nobody without a session', async () => {
    const { id } = await anEvent(group.owner, group.id, { accessType: 'group' })
    expect(await readersOf(id)).toEqual(MEMBERS)
    expect(await fileBy(anonymous, id)).toMatchObject(missing)
  })

  it('to the holders of its roles', async () => {
    const { id } = await anEvent(group.owner, group.id, { accessType: 'group', roleIds: [roleId] })
    expect(await readersOf(id)).toEqual(['owner', 'admin', 'holder'])
    expect(await fileBy(anonymous, id)).toMatchObject(missing)
  })

  it('to managers if it is a draft', async () => {
    const { id } = await anEvent(group.owner, group.id, { isDraft: true })
    expect(await readersOf(id)).toEqual(['owner', 'admin'])
    expect(await fileBy(anonymous, id)).toMatchObject(missing)
  })

  it('to members if its group is private', async () => {
    const other = await aGroup(app, {}, group.owner)
    const { id } = await anEvent(group.owner, other.id)
    await app.scope().db.group.update({ where: { id: other.id }, data: { privacy: 'private' } })
    expect(await readersOf(id, other)).toEqual(['owner', 'admin'])
    expect(await fileBy(anonymous, id, other)).toMatchObject(missing)
    const read = { groupId: other.id, calendarId: id ?? '' }
    expect(await people.stranger.api.try('getGroupCalendarEvent', read)).toMatchObject(missing)
  })

  it('to nobody outside if an admin has hidden its group, and to nobody if the group is deleted', async () => {
    const other = await aGroup(app, {}, group.owner)
    const { id } = await anEvent(group.owner, other.id)
    const { db, now } = app.scope()
    await db.group.update({ where: { id: other.id }, data: { hiddenAt: now } })
    const hidden = refusal(404, "Can't find group!")
    expect(await fileBy(anonymous, id, other)).toMatchObject(hidden)
    expect(await fileBy(people.stranger.api, id, other)).toMatchObject(hidden)
    expect(await anonymous.fetch(await linkOf(people.stranger, id, other))).toMatchObject(hidden)
    expect(await fileBy(group.owner.api, id, other)).toMatchObject({ status: 200 })
  })
})

describe('the file of a series', () => {
  it('names no title, text or time of a date that the reader does not see', async () => {
    const { owner } = group
    const start = inMilliseconds(5 * DAY)
    const recurrence = { frequency: 'daily', interval: 1, timezone: 'UTC', end: { type: 'afterOccurrences', count: 4 } }
    const { id = '' } = await anEvent(owner, group.id, { startsAt: start, recurrence })
    const dates = await app.scope().db.calendarEvent.findMany({ where: { seriesId: id }, orderBy: { startsAt: 'asc' } })
    const update = (at: number, body: object) =>
      owner.api.call('updateGroupCalendarEvent', { groupId: group.id, calendarId: dates[at]?.id ?? '', body })
    await update(0, { title: 'Secret draft', isDraft: true })
    await update(1, { title: 'Secret role', accessType: 'group', roleIds: [roleId] })
    await update(2, { title: 'Secret members', accessType: 'group' })
    const extra = { startsAt: new Date(start.getTime() + 7 * HOUR + 13 * MINUTE), parentId: id }
    await anEvent(owner, group.id, { ...extra, title: 'Secret extra', isDraft: true })
    const fileOf = async (api: RestClient) => String((await fileBy(api, id)).body)
    const titlesOf = (text: string) => readCalendar(text).events.map(({ summary }) => summary)
    const secret = async (api: RestClient) => titlesOf(await fileOf(api)).filter((title) => title !== 'Dance night')
    expect(await secret(owner.api)).toEqual(['Secret draft', 'Secret extra', 'Secret role', 'Secret members'])
    expect(await secret(people.holder.api)).toEqual(['Secret role', 'Secret members'])
    expect(await secret(people.member.api)).toEqual(['Secret members'])
    for (const api of [people.stranger.api, people.banned.api, anonymous]) {
      const text = await fileOf(api)
      expect(titlesOf(text)).toEqual(['Dance night'])
      expect(text).not.toContain('Secret')
      expect(text.match(/^EXDATE/gm)).toHaveLength(3)
      expect(text).not.toMatch(/RDATE|RECURRENCE-ID/)
      const time = extra.startsAt.toISOString().slice(11, 16).replace(':', '')
      expect(text).not.toContain(`T${time}`)
    }
  })
})

describe('a signed link', () => {
  const aMembersEvent = () => anEvent(group.owner, group.id, { accessType: 'group' })

  it('is no link for another event, and none if it is altered', async () => {
    const [one, other] = [await aMembersEvent(), await aMembersEvent()]
    const link = await linkOf(people.member, one.id)
    expect(await anonymous.fetch(link)).toMatchObject({ status: 200 })
    const [, token = ''] = link.split('token=')
    expect(await anonymous.fetch(`${pathOf(other.id)}?token=${token}`)).toMatchObject(missing)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const parsed: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...Object(parsed), sub: group.owner.id })).toString('base64url')
    const altered = [
      `${head}.${forged}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -2)}AA`,
      `${head}.${claims}.`,
      `${head}.${claims}`,
      'token',
      '..',
      'x'.repeat(512),
    ]
    for (const wrong of altered)
      expect(await anonymous.fetch(`${pathOf(one.id)}?token=${encodeURIComponent(wrong)}`)).toMatchObject(missing)
    const longest = await anonymous.fetch(`${pathOf(one.id)}?token=${'x'.repeat(513)}`)
    expect(longest).toMatchObject(refusal(400, /token/))
  })

  it('shows no more than the session of who opens it, and is not needed with one', async () => {
    const { id } = await aMembersEvent()
    const link = await linkOf(people.member, id)
    expect(await people.stranger.api.fetch(link)).toMatchObject(missing)
    expect(await people.member.api.fetch(`${pathOf(id)}?token=wrong`)).toMatchObject({ status: 200 })
    expect(await fileBy(anonymous, id)).toMatchObject(missing)
  })

  it('shows nothing any more to a member who was banned', async () => {
    const { id } = await aMembersEvent()
    const leaving = await aMember(app, group)
    const link = await linkOf(leaving, id)
    expect(await anonymous.fetch(link)).toMatchObject({ status: 200 })
    await group.owner.api.call('banGroupMember', { groupId: group.id, body: { userId: leaving.id } })
    expect(await anonymous.fetch(link)).toMatchObject(missing)
  })

  it('is void once the password is changed, and while the person is suspended', async () => {
    const { id } = await anEvent(group.owner, group.id)
    const person = await aUser(app)
    const old = await linkOf(person, id)
    expect(await anonymous.fetch(old)).toMatchObject({ status: 200 })
    const body = { currentPassword: PASSWORD, password: 'another horse battery' }
    await person.api.call('updateUser', { userId: person.id, body })
    expect(await anonymous.fetch(old)).toMatchObject(missing)
    const link = await linkOf(person, id)
    expect(await anonymous.fetch(link)).toMatchObject({ status: 200 })
    const { db, now } = app.scope()
    await db.account.update({ where: { userId: person.id }, data: { suspendedAt: now, suspendedUntil: null } })
    expect(await anonymous.fetch(link)).toMatchObject(missing)
  })

  it('is void for a person whose account is erased, or due for erasure', async () => {
    const { id } = await anEvent(group.owner, group.id)
    const [leaving, erased] = [await aUser(app), await aUser(app)]
    const links = [await linkOf(leaving, id), await linkOf(erased, id)]
    const { db, now } = app.scope()
    await db.account.update({ where: { userId: leaving.id }, data: { deletionAt: now } })
    await db.user.update({ where: { id: erased.id }, data: { erasedAt: now } })
    for (const link of links) expect(await anonymous.fetch(link)).toMatchObject(missing)
  })

  it('is valid for 180 days', async () => {
    const { id } = await aMembersEvent()
    const link = await linkOf(people.member, id)
    app.clock.advance(180 * DAY - MINUTE)
    expect(await anonymous.fetch(link)).toMatchObject({ status: 200 })
    app.clock.advance(MINUTE)
    expect(await anonymous.fetch(link)).toMatchObject(missing)
  })

  it('has no token for somebody without a session', async () => {
    const event = { id: 'cal_1', groupId: group.id }
    expect(await icsUrl(app.scope(), event)).toBe(`http://plaza.test/api/1/calendar/${group.id}/cal_1.ics`)
  })
})
