import { beforeAll, describe, expect, it } from 'vitest'
import { CREATOR_TAGS } from '../../../src/areas/accounts/account/currentUser.ts'
import { newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { aName, anAdmin, aUser, basicAuthHeader, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let viewer: TestUser

beforeAll(async () => {
  viewer = await aUser(app)
})

type Change = Record<string, unknown>
const update = (person: TestUser, body?: Change, api: RestClient = person.api) =>
  api.try('updateUser', { userId: person.id, body })
const own = (person: TestUser) =>
  person.api.call('getCurrentUser').then((record) => ('id' in record ? record : undefined))

/** All columns of a person's rows that an update can change. */
const rows = ({ id }: TestUser) =>
  app.scope().db.user.findUniqueOrThrow({ where: { id }, include: { account: true, pastDisplayNames: true } })

describe('updateUser', () => {
  it.each([
    [{ bio: 'Builds worlds.\n世界 🌍' }],
    [{ bio: '' }],
    [{ bioLinks: ['https://plaza.example/a?b=c', 'HTTP://x.test', ''] }],
    [{ bioLinks: [] }],
    [{ pronouns: 'they/them' }],
    [{ status: 'ask me', statusDescription: 'thinking' }],
    [{ status: 'offline' }],
    [{ contentFilters: ['content_gore', 'content_horror'] }],
    [{ hasDiscordFriendsOptOut: true, hasSharedConnectionsOptOut: true, isBoopingEnabled: false, unsubscribe: true }],
    [{ hasDiscordFriendsOptOut: false, unsubscribe: false }],
    [{ acceptedTOSVersion: 7 }],
    [{ allowAvatarCopying: true }],
    [{ profilePicOverride: '', homeLocation: '' }],
    [{ userIcon: '' }],
  ])('changes %j and shows it from then on', async (change) => {
    const answered = await update(viewer, change)
    expect(answered).toMatchObject({ status: 200, body: { id: viewer.id, ...change } })
    expect(await own(viewer)).toMatchObject(change)
  })

  it('changes the tags that people may set, beside those that everybody has', async () => {
    const tags = ['show_social_rank', 'language_eng']
    const shown = [...tags, ...CREATOR_TAGS]
    expect(await update(viewer, { tags })).toMatchObject({ status: 200, body: { tags: shown } })
    expect(await own(viewer)).toMatchObject({ tags: shown })
  })

  it('keeps the birthday private', async () => {
    expect(await update(viewer, { birthday: '1985-02-28' })).toMatchObject({
      status: 200,
      body: { hasBirthday: true, isAdult: true },
    })
    expect((await rows(viewer)).account?.birthday?.toISOString()).toBe('1985-02-28T00:00:00.000Z')
    const other = await aUser(app)
    expect(JSON.stringify(await other.api.call('getUser', { userId: viewer.id }))).not.toContain('1985-02')
  })

  it('changes nothing without fields, and ignores unknown ones', async () => {
    const before = await rows(viewer)
    for (const body of [
      undefined,
      {},
      { admin: true, developerType: 'internal', id: 'usr_x', nonsense: [1], emailVerified: true },
    ])
      expect(await update(viewer, body)).toMatchObject({ status: 200, body: { id: viewer.id, developerType: 'none' } })
    expect({ ...(await rows(viewer)), updatedAt: before.updatedAt }).toEqual(before)
  })

  const birthdays = [
    'yesterday',
    '1990-02-30',
    '1890-01-01',
    '2990-01-01',
    new Date().toISOString().slice(0, 10),
    '',
    19900101,
  ]
  it.each<[string, Change]>([
    ['acceptedTOSVersion', { acceptedTOSVersion: -1 }],
    ['acceptedTOSVersion', { acceptedTOSVersion: 1.5 }],
    ['acceptedTOSVersion', { acceptedTOSVersion: 3_000_000_000 }],
    ['acceptedTOSVersion', { acceptedTOSVersion: '1' }],
    ['bio', { bio: 'x'.repeat(513) }],
    ['bio', { bio: null }],
    ['bio', { bio: ['x'] }],
    ['bioLinks', { bioLinks: 'https://plaza.example' }],
    ['bioLinks', { bioLinks: ['javascript:alert(1)'] }],
    ['bioLinks', { bioLinks: ['https://'] }],
    ['bioLinks', { bioLinks: [`https://${'x'.repeat(512)}`] }],
    ['bioLinks', { bioLinks: Array.from({ length: 11 }, () => 'https://x.test') }],
    ...birthdays.map((birthday): [string, Change] => ['birthday', { birthday }]),
    ['contentFilters', { contentFilters: ['content_cheese'] }],
    ['hasDiscordFriendsOptOut', { hasDiscordFriendsOptOut: 'true' }],
    ['hasSharedConnectionsOptOut', { hasSharedConnectionsOptOut: 1 }],
    ['isBoopingEnabled', { isBoopingEnabled: null }],
    ['pronouns', { pronouns: 'x'.repeat(33) }],
    ['status', { status: 'sleeping' }],
    ['statusDescription', { statusDescription: 'x'.repeat(129) }],
    ['tags', { tags: ['admin_moderator'] }],
    ['tags', { tags: ['language_eng', 'system_trust_veteran'] }],
    ['tags', { tags: ['language_aaa', 'language_bbb', 'language_ccc', 'language_ddd'] }],
    ['tags', { tags: [''] }],
    ['tags', { tags: 'language_eng' }],
    ['unsubscribe', { unsubscribe: 'no' }],
    ['userIcon', { userIcon: 'https://elsewhere.test/me.png' }],
    ['userIcon', { userIcon: 'http://plaza.test.elsewhere.test/api/1/file/file_1' }],
    ['profilePicOverride', { profilePicOverride: 'https://elsewhere.test/me.png' }],
    ['profilePicOverride', { profilePicOverride: 1 }],
    ['bioLinks', { bioLinks: ['https://plaza.example@elsewhere.test/'] }],
    ['allowAvatarCopying', { allowAvatarCopying: 'true' }],
    ['homeLocation', { homeLocation: newId('world', new Date()) }],
    ['homeLocation', { homeLocation: 'offline' }],
    ['homeLocation', { homeLocation: newId('file', new Date()) }],
    ['displayName', { displayName: 'abc' }],
    ['displayName', { displayName: 'x'.repeat(16) }],
    ['displayName', { displayName: 'has\nlines' }],
    ['displayName', { displayName: '    ' }],
    ['displayName', { displayName: 'a\u202Ecba' }],
    ['displayName', { displayName: 4_000 }],
    ['username', { username: 'abc' }],
    ['username', { username: 'me@plaza.test' }],
    ['email', { email: 'not an address' }],
    ['email', { email: `${'x'.repeat(250)}@plaza.test` }],
    ['password', { password: 'short' }],
    ['password', { password: 'password1' }],
    ['password', { password: 'x'.repeat(257) }],
    ['currentPassword', { currentPassword: 1 }],
    ['revertDisplayName', { revertDisplayName: 'yes' }],
    ['revertDisplayName', { revertDisplayName: true }],
  ])('refuses a bad %s (%j) by its name and changes nothing of the rest', async (field, change) => {
    const before = await rows(viewer)
    const good = {
      bio: 'half',
      status: 'busy',
      unsubscribe: true,
      currentPassword: viewer.password,
      tags: ['language_fra'],
    }
    expect(await update(viewer, { ...good, ...change })).toMatchObject(refusal(400, new RegExp(`\\b${field}\\b`)))
    expect(await rows(viewer)).toEqual(before)
  })

  it('keeps the tags that only admins can change', async () => {
    const marked = await aUser(app)
    await app.scope().db.user.update({
      where: { id: marked.id },
      data: { tags: ['system_trust_basic', 'admin_warned', 'language_fra'] },
    })
    expect(await update(marked, { tags: ['language_deu'] })).toMatchObject({
      status: 200,
      body: { tags: ['system_trust_basic', 'admin_warned', 'language_deu', ...CREATOR_TAGS] },
    })
    const whole = ['system_trust_basic', 'admin_warned', 'language_jpn', ...CREATOR_TAGS]
    expect(await update(marked, { tags: whole })).toMatchObject({ status: 200, body: { tags: whole } })
    expect(await update(marked, { tags: [] })).toMatchObject({
      status: 200,
      body: { tags: ['system_trust_basic', 'admin_warned', ...CREATOR_TAGS] },
    })
    const admin = await anAdmin(app)
    expect(await update(marked, { tags: ['system_trust_known'] }, admin.api)).toMatchObject({
      status: 200,
      body: { tags: ['system_trust_known', ...CREATOR_TAGS] },
    })
  })

  it('keeps a history of status texts and pronouns', async () => {
    const person = await aUser(app)
    expect(await own(person)).toMatchObject({ statusFirstTime: true, statusHistory: [], pronounsHistory: [] })
    for (const text of ['one', 'two', 'one', '', 'three'])
      await update(person, { statusDescription: text, pronouns: text })
    expect(await own(person)).toMatchObject({
      statusFirstTime: false,
      statusHistory: ['one', 'two'],
      pronounsHistory: ['one', 'two'],
    })
  })

  it('keeps the last ten status texts and pronouns', async () => {
    const person = await aUser(app)
    const texts = Array.from({ length: 12 }, (_, at) => `text ${at}`)
    for (const text of texts)
      expect(await update(person, { statusDescription: text, pronouns: text })).toMatchObject({ status: 200 })
    const past = texts.slice(1, 11).reverse()
    expect(await own(person)).toMatchObject({ statusHistory: past, pronounsHistory: past })
  })

  it('is allowed to the person and admins', async () => {
    const [other, admin] = [await aUser(app), await anAdmin(app)]
    expect(await update(viewer, { bio: 'not mine' }, other.api)).toMatchObject(
      refusal(403, 'User ID must be your own.'),
    )
    expect(await update(viewer, {}, other.api)).toMatchObject(refusal(403, 'User ID must be your own.'))
    const platform = { userId: PLATFORM_USER_ID, body: { bio: 'mine now' } }
    expect(await admin.api.try('updateUser', platform)).toMatchObject(refusal(403, 'User ID must be your own.'))
    expect(await update(viewer, { bio: 'x' }, aRestClient(app))).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await update(viewer, { bio: 'mended', displayName: aName('d') }, admin.api)).toMatchObject({
      status: 200,
      body: { id: viewer.id, bio: 'mended' },
    })
    const userId = newId('user', app.scope().now)
    expect(await admin.api.try('updateUser', { userId, body: { bio: 'x' } })).toMatchObject(
      refusal(404, `User ${userId} not found`),
    )
    expect(await admin.api.try('updateUser', { userId: 'x', body: {} })).toMatchObject(refusal(404, 'User x not found'))
  })

  it('works while the same person logs in', async () => {
    const person = await aUser(app)
    const apis = Array.from({ length: 8 }, () => aRestClient(app))
    const logins = apis.map((api) =>
      api.try('getCurrentUser', { headers: basicAuthHeader(person.username, person.password) }),
    )
    const updates = apis.map((_, at) => update(person, { bio: `bio ${at}`, acceptedTOSVersion: at }))
    const statuses = (await Promise.all([...logins, ...updates])).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 16 }, () => 200))
  })
})
