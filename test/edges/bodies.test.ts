import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { promoteUser } from '../../src/areas/accounts/ranks.ts'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { anAvatarId, mark } from '../support/favorites.ts'
import { anAnnounced } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { enter } from '../support/instances.ts'
import { anEdited, EDITED } from '../support/invites.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { aPrint, aProp } from '../support/props.ts'
import { refusal } from '../support/refusals.ts'
import { aReport, report } from '../support/reports.ts'
import { aPackage, aWorld } from '../support/worlds.ts'
import { raw, type Sent } from './raw.ts'

const app = await anApp()
let person: Person
let cookie: string

beforeAll(async () => {
  person = await aUser(app)
  cookie = `auth=${person.api.cookies.get('auth')}`
})

const LIMIT = 1024 * 1024
const JSON_TYPE = 'application/json'

/** Sends a body to an operation that reads one, of the type unless it is null. */
const put = (body: Sent['body'], type: string | null = JSON_TYPE, headers: Record<string, string> = {}) =>
  raw(app.origin, {
    method: 'PUT',
    path: `/api/1/users/${person.id}`,
    headers: { cookie, ...(type !== null && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body }),
  })

const chunked = (body: string) => [body.slice(0, 3), body.slice(3)]
const accepted = { status: 200, body: { username: expect.any(String) } }
const notJson = refusal(400, 'The body is not valid JSON')

describe('a body that is read', () => {
  it.each([
    ['{"bio":"plain"}', 'plain'],
    ['{"bio":"\\ud83c\\udf0d"}', '🌍'],
    ['\ufeff{"bio":"marked"}', 'marked'],
    [' \n{"bio":"first","bio":"last"}\n', 'last'],
    [`{"bio":"deep","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'deep'],
    ['{"bio":"odd","constructor":{"prototype":{"bio":1}},"toString":1,"hasOwnProperty":1}', 'odd'],
    [`{"bio":"wide","x":"${'x'.repeat(LIMIT - 100)}"}`, 'wide'],
  ])('is taken, whole or in chunks: %.40s', async (body, bio) => {
    expect(await put(body)).toMatchObject({ status: 200, body: { bio } })
    expect(await put(chunked(body))).toMatchObject({ status: 200, body: { bio } })
  })

  it.each([
    'application/json;charset=utf-8',
    'Application/JSON; Charset=UTF-8',
    'application/json;',
    'application/merge-patch+json',
    'application/vnd.api+json',
  ])('is taken as %s', async (type) => {
    expect(await put('{"bio":"typed"}', type)).toMatchObject({ status: 200, body: { bio: 'typed' } })
    expect(await put('{"bio":5}', type)).toMatchObject(refusal(400, /^bio: /))
  })

  it('may be left out, be empty, or be {}', async () => {
    for (const body of [undefined, '', '{}', chunked('{}'), ['']]) expect(await put(body)).toMatchObject(accepted)
    for (const body of [undefined, '']) expect(await put(body, null)).toMatchObject(accepted)
    expect(await put('', 'text/plain')).toMatchObject(accepted)
  })

  it('keeps half a pair of surrogates out of the database', async () => {
    expect(await put('{"bio":"half \\ud800"}')).toMatchObject({ status: 200, body: { bio: 'half \ufffd' } })
    expect(await put('{"displayName":"abc\\ud800","currentPassword":"x"}')).toMatchObject(refusal(400, /displayName/))
  })

  it.each([
    '{',
    '{"bio":',
    '{"bio":"x"}}',
    "{'bio':'x'}",
    'nonsense',
    'null',
    'true',
    '5',
    '"text"',
    ' ',
    '[',
    '['.repeat(100_000),
    '{"__proto__":{"admin":true}}',
    '{"bio":"\n"}',
    '\0',
  ])('is 400 when it is no JSON object: %.30j', async (body) => {
    expect(await put(body)).toMatchObject(notJson)
    expect(await put(chunked(body))).toMatchObject(notJson)
  })

  it.each(['[]', '[{"bio":"x"}]'])('is 400 when it is a list: %s', async (body) => {
    expect(await put(body)).toMatchObject(refusal(400, /^body: /))
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/octet-stream',
    'json',
    '',
  ])('is 415 of the type %j', async (type) => {
    const said = refusal(415, 'The body must be JSON')
    expect(await put('{"bio":"x"}', type)).toMatchObject(said)
    expect(await put(chunked('{"bio":"x"}'), type)).toMatchObject(said)
  })

  it('is 415 without a type, unless it turns out to be empty', async () => {
    for (const body of ['{"bio":"untyped"}', chunked('{"bio":"untyped"}'), Buffer.alloc(2 * LIMIT)])
      expect(await put(body, null)).toMatchObject(refusal(415, 'The body must be JSON'))
    expect(await put([''], null)).toMatchObject(accepted)
  })

  it('is 413 beyond a mebibyte, counted when it is not announced', async () => {
    const body = `{"bio":"${'x'.repeat(LIMIT)}"}`
    const said = refusal(413, 'The body is too large')
    expect(await put(body)).toMatchObject(said)
    expect(await put(chunked(body))).toMatchObject(said)
    expect(await put(Buffer.alloc(20 * LIMIT, 'x'))).toMatchObject(said)
    expect(await put('{}')).toMatchObject(accepted)
  })

  it('may be compressed by gzip, and is counted as it unfolds', async () => {
    const gzip = { 'content-encoding': 'gzip' }
    expect(await put(gzipSync('{"bio":"folded"}'), JSON_TYPE, gzip)).toMatchObject({
      status: 200,
      body: { bio: 'folded' },
    })
    expect(await put(gzipSync(Buffer.alloc(50 * LIMIT, ' ')), JSON_TYPE, gzip)).toMatchObject(
      refusal(413, 'The body is too large'),
    )
    expect(await put('{}', JSON_TYPE, gzip)).toMatchObject(notJson)
    const unknown = await put('{}', JSON_TYPE, { 'content-encoding': 'compress' })
    expect(unknown).toMatchObject(refusal(415, /gzip/))
  })
})

/** What an operation is called upon, made for the person: the id that stands in its path. */
const own = async ({ id }: Person): Promise<string> => id
const message = ({ id }: Person) => tell(app, id, { type: 'message' })
const notice = ({ id }: Person) => tell(app, id)
const draft = (somebody: Person) => aWorld(app, somebody, { releaseStatus: 'private' })
const SOME_WORLD = 'wrld_00000000-0000-4000-8000-000000000000'
const THINGS: Readonly<Record<string, (somebody: Person) => Promise<string>>> = {
  friend: async () => (await aUser(app)).id,
  unfriend: async (somebody) => (await aFriendOf(app, somebody)).id,
  deleteFriendRequest: async ({ api }) => {
    const { id: userId } = await aUser(app)
    await api.call('friend', { userId })
    return userId
  },
  acceptFriendRequest: async ({ id: userId }) => (await (await aUser(app)).api.call('friend', { userId })).id,
  markNotificationAsRead: message,
  deleteNotification: message,
  acknowledgeNotificationV2: notice,
  deleteNotificationV2: notice,
  removeFavorite: async (somebody) => (await mark(somebody, 'avatar', anAvatarId())).id,
  clearFavoriteGroup: async () => 'avatar',
  publishProp: (somebody) => aProp(app, somebody),
  unpublishProp: (somebody) => aProp(app, somebody),
  deleteProp: (somebody) => aProp(app, somebody),
  deletePrint: async (somebody) => (await aPrint(somebody)).id,
  startFileDataUpload: async (somebody) => (await anAnnounced(somebody, Buffer.from('x'))).id,
  deleteFileVersion: async (somebody) => (await anAnnounced(somebody, Buffer.from('x'))).id,
  deleteFile: async (somebody) => (await anAnnounced(somebody, Buffer.from('x'))).id,
  deleteModerationReport: async (somebody) => {
    const { id } = await aUser(app)
    await promoteUser(app.scope(), somebody.id, { admin: true })
    return report(somebody, aReport(id))
  },
  publishWorld: draft,
  unpublishWorld: draft,
  deleteWorld: draft,
  inviteMyselfTo: draft,
  resetInviteMessage: ({ id }) => anEdited(app, id),
  closeInstance: async (somebody) => {
    const worldId = await draft(somebody)
    await enter(app, somebody, `${worldId}:1`)
    return worldId
  },
  deleteWorldPlatform: async (somebody) => {
    const worldId = await draft(somebody)
    await aPackage(app, worldId, 'android')
    return worldId
  },
  deleteUserPersistence: async ({ id: userId }) => {
    const kept = { userId, worldId: SOME_WORLD, data: {}, updatedAt: new Date() }
    await app.scope().db.worldPersistence.create({ data: kept })
    return userId
  },
}
/** Those beside the first. */
const OTHERS: Readonly<Record<string, string>> = {
  versionId: '1',
  fileType: 'file',
  worldId: SOME_WORLD,
  publishedPlatform: 'android',
  favoriteGroupName: 'avatars1',
  instanceId: '1',
  messageType: EDITED.messageType,
  slot: String(EDITED.slot),
}

/** What some ask for in the query. */
const QUERIES: Readonly<Record<string, string>> = {
  deleteGlobalAvatarModeration: `?avatarModerationType=block&targetAvatarId=${newId('avatar', new Date())}`,
}

describe('a body that nobody asked for', () => {
  const table: Readonly<Record<string, Operation>> = contract
  const bodiless = Object.entries(table).filter(([, { method, body, form }]) => method !== 'get' && !body && !form)

  it.each(bodiless)('may be {}, or nothing at all, at %s', async (name, { method, path }) => {
    const act = async (sent: Partial<Sent>) => {
      const somebody = await aUser(app)
      const parameter = await (THINGS[name] ?? own)(somebody)
      const headers = { cookie: `auth=${somebody.api.cookies.get('auth')}`, ...sent.headers }
      return raw(app.origin, {
        ...sent,
        method: method.toUpperCase(),
        path: `/api/1${path.replace(/\{\w+\}/, parameter).replace(/\{(\w+)\}/g, (_, part: string) => OTHERS[part] ?? somebody.id)}${QUERIES[name] ?? ''}`,
        headers,
      })
    }
    const typed = { headers: { 'content-type': 'application/json;charset=utf-8' } }
    for (const sent of [{}, typed, { ...typed, body: '' }, { ...typed, body: '{}' }])
      expect(await act(sent)).toMatchObject({ status: 200 })
  })

  it('must be JSON, and no larger than any', async () => {
    const act = { method: 'DELETE', path: '/api/1/auth/twofactorauth/totp/pending' }
    const typed = { cookie, 'content-type': 'application/json;charset=utf-8' }
    for (const body of ['{}', chunked('{}'), '', '{"unknown":[1]}'])
      expect(await raw(app.origin, { ...act, headers: typed, body })).toMatchObject({
        status: 200,
        body: { removed: false },
      })
    expect(await raw(app.origin, { ...act, headers: { cookie } })).toMatchObject({
      status: 200,
      body: { removed: false },
    })
    expect(await raw(app.origin, { ...act, headers: typed, body: '{' })).toMatchObject(notJson)
    expect(
      await raw(app.origin, { ...act, headers: { ...typed, 'content-type': 'text/plain' }, body: '{}' }),
    ).toMatchObject({ status: 415 })
    expect(await raw(app.origin, { ...act, headers: typed, body: 'x'.repeat(LIMIT + 1) })).toMatchObject({
      status: 413,
    })
  })

  it('is passed over at a GET', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect(await raw(app.origin, { path: '/api/1/time', headers, body: 'nonsense' })).toMatchObject({ status: 200 })
  })

  it('is not even looked at of somebody who may not act', async () => {
    const path = `/api/1/users/${person.id}`
    expect(await raw(app.origin, { method: 'PUT', path, body: '{' })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
  })
})
