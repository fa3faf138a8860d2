import zlib, { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { updateUserRole } from '../../src/areas/accounts/account/roles.ts'
import { contract } from '../../src/areas/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { anAvatar, aPackageOf } from '../support/avatars.ts'
import { favoriteAs } from '../support/favorites.ts'
import { aFileWithoutContent } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { enterAs } from '../support/instances.ts'
import { anEditedMessage, EDITED_SLOT } from '../support/invites.ts'
import { aNotification } from '../support/notifications.ts'
import { aPrint, aProp } from '../support/props.ts'
import { type RawRequest, sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'
import { aUserReportRequest, submitReport } from '../support/reports.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aPackage, aWorld } from '../support/worlds.ts'
import { GROUP_PARAMETERS } from './groupParameters.ts'
import { OWNED_PARAMETERS } from './ownedParameters.ts'

const app = await sharedApp()
let person: TestUser
let cookie: string

beforeAll(async () => {
  person = await aUser(app)
  cookie = `auth=${person.api.cookies.get('auth')}`
})

const LIMIT = 1024 * 1024
const JSON_TYPE = 'application/json'

/** Sends a body to an operation that reads one, with this Content-Type unless it is null. */
const put = (body: RawRequest['body'], type: string | null = JSON_TYPE, headers: Record<string, string> = {}) =>
  sendRawRequest(app.origin, {
    method: 'PUT',
    path: `/api/1/users/${person.id}`,
    headers: { cookie, ...(type !== null && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body }),
  })

const chunked = (body: string) => [body.slice(0, 3), body.slice(3)]
const accepted = { status: 200, body: { username: expect.any(String) } }
const notJson = refusal(400, 'The body is not valid JSON')

describe('a body that the operation reads', () => {
  it.each([
    ['{"bio":"plain"}', 'plain'],
    ['{"bio":"\\ud83c\\udf0d"}', '🌍'],
    ['\ufeff{"bio":"marked"}', 'marked'],
    [' \n{"bio":"first","bio":"last"}\n', 'last'],
    [`{"bio":"deep","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'deep'],
    ['{"bio":"odd","constructor":{"prototype":{"bio":1}},"toString":1,"hasOwnProperty":1}', 'odd'],
    [`{"bio":"wide","x":"${'x'.repeat(LIMIT - 100)}"}`, 'wide'],
  ])('is accepted, whole or chunked: %.40s', async (body, bio) => {
    expect(await put(body)).toMatchObject({ status: 200, body: { bio } })
    expect(await put(chunked(body))).toMatchObject({ status: 200, body: { bio } })
  })

  it.each([
    'application/json;charset=utf-8',
    'Application/JSON; Charset=UTF-8',
    'application/json;',
    'application/json; charset="utf-8"',
    'application/json; charset=us-ascii',
    'application/merge-patch+json',
    'application/vnd.api+json',
  ])('is accepted as %s', async (type) => {
    expect(await put('{"bio":"typed"}', type)).toMatchObject({ status: 200, body: { bio: 'typed' } })
    expect(await put('{"bio":5}', type)).toMatchObject(refusal(400, /^bio: /))
  })

  it('may be absent, empty, or {}', async () => {
    for (const body of [undefined, '', '{}', chunked('{}'), ['']]) expect(await put(body)).toMatchObject(accepted)
    for (const body of [undefined, '']) expect(await put(body, null)).toMatchObject(accepted)
    expect(await put('', 'text/plain')).toMatchObject(accepted)
  })

  it('is stored without lone surrogates', async () => {
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

  it.each(['[]', '[{"bio":"x"}]'])('is 400 for an array: %s', async (body) => {
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
  ])('is 415 with the Content-Type %j', async (type) => {
    const said = refusal(415, 'The body must be JSON')
    expect(await put('{"bio":"x"}', type)).toMatchObject(said)
    expect(await put(chunked('{"bio":"x"}'), type)).toMatchObject(said)
  })

  it.each(['utf-16', 'iso-8859-1', '"utf-7"', 'nonsense'])('is 415 in the charset %s', async (charset) => {
    const said = refusal(415, 'The charset of the body must be UTF-8')
    const type = `application/json; charset=${charset}`
    expect(await put('{"bio":"x"}', type)).toMatchObject(said)
    expect(await put(chunked('{"bio":"x"}'), type)).toMatchObject(said)
  })

  it('is 415 without a Content-Type, unless it is empty', async () => {
    for (const body of ['{"bio":"untyped"}', chunked('{"bio":"untyped"}'), Buffer.alloc(2 * LIMIT)])
      expect(await put(body, null)).toMatchObject(refusal(415, 'The body must be JSON'))
    expect(await put([''], null)).toMatchObject(accepted)
  })

  it('is 413 beyond 1 MiB, also when it is chunked', async () => {
    const body = `{"bio":"${'x'.repeat(LIMIT)}"}`
    const said = refusal(413, 'The body is too large')
    expect(await put(body)).toMatchObject(said)
    expect(await put(chunked(body))).toMatchObject(said)
    expect(await put(Buffer.alloc(20 * LIMIT, 'x'))).toMatchObject(said)
    expect(await put('{}')).toMatchObject(accepted)
  })

  it('is 413 beyond 64 KiB without a session, at both APIs', async () => {
    const register = (size: number) =>
      sendRawRequest(app.origin, {
        method: 'POST',
        path: '/api/1/auth/register',
        headers: { 'content-type': JSON_TYPE },
        body: '['.repeat(size),
      })
    expect(await register(64 * 1024)).toMatchObject(notJson)
    expect(await register(64 * 1024 + 1)).toMatchObject(refusal(413, 'The body is too large'))
    const query = (size: number, headers = {}) =>
      sendRawRequest(app.origin, {
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': JSON_TYPE, ...headers },
        body: '{"query":"{ onlineCount }"}'.padEnd(size),
      })
    expect(await query(64 * 1024)).toMatchObject({ status: 200 })
    expect(await query(64 * 1024 + 1)).toMatchObject({ status: 413, body: { errors: [expect.anything()] } })
    expect(await query(64 * 1024 + 1, { cookie })).toMatchObject({ status: 200 })
  })

  it('may be compressed by gzip, and is limited by its uncompressed size', async () => {
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

  it('leaves no decompressor behind, however it is answered', async () => {
    const created = vi.spyOn(zlib, 'createUnzip')
    onTestFinished(() => created.mockRestore())
    const bodies = [gzipSync('{}'), gzipSync(Buffer.alloc(50 * LIMIT, ' ')), Buffer.from('no gzip')]
    const answers = await Promise.all(bodies.map((body) => put(body, JSON_TYPE, { 'content-encoding': 'gzip' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 413, 400])
    const decompressors = created.mock.results.map(({ value }) => value)
    expect(decompressors).toHaveLength(bodies.length)
    await expect.poll(() => decompressors.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
  })
})

const own = async ({ id }: TestUser): Promise<string> => id
const message = ({ id }: TestUser) => aNotification(app, id, { type: 'message' })
const notice = ({ id }: TestUser) => aNotification(app, id)
const draft = (somebody: TestUser) => aWorld(app, somebody, { releaseStatus: 'private' })
const SOME_WORLD = 'wrld_00000000-0000-4000-8000-000000000000'
async function avatarWithAsset(somebody: TestUser): Promise<string> {
  const avatarId = await anAvatar(app, somebody)
  await aPackageOf(app, avatarId)
  return avatarId
}

const THINGS: Readonly<Record<string, (somebody: TestUser) => Promise<string>>> = {
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
  deleteOwnNotificationV2: notice,
  removeFavorite: async (somebody) => (await favoriteAs(somebody, 'avatar', await anAvatar(app, somebody))).id,
  clearFavoriteGroup: async () => 'avatar',
  publishProp: (somebody) => aProp(app, somebody),
  unpublishProp: (somebody) => aProp(app, somebody),
  deleteProp: (somebody) => aProp(app, somebody),
  deletePrint: async (somebody) => (await aPrint(somebody)).id,
  startFileDataUpload: async (somebody) => (await aFileWithoutContent(somebody, Buffer.from('x'))).id,
  deleteFileVersion: async (somebody) => (await aFileWithoutContent(somebody, Buffer.from('x'))).id,
  deleteFile: async (somebody) => (await aFileWithoutContent(somebody, Buffer.from('x'))).id,
  deleteModerationReport: async (somebody) => {
    const { id } = await aUser(app)
    await updateUserRole(app.scope(), somebody.id, { admin: true })
    return submitReport(somebody, aUserReportRequest(id))
  },
  publishWorld: draft,
  unpublishWorld: draft,
  deleteWorld: draft,
  deleteAvatar: (somebody) => anAvatar(app, somebody),
  selectAvatar: (somebody) => anAvatar(app, somebody),
  selectFallbackAvatar: (somebody) => anAvatar(app, somebody, { tags: ['author_quest_fallback'] }),
  enqueueImpostor: avatarWithAsset,
  deleteImpostor: avatarWithAsset,
  inviteMyselfTo: draft,
  inviteMyselfToInstance: draft,
  resetInviteMessage: ({ id }) => anEditedMessage(app, id),
  closeInstance: async (somebody) => {
    const worldId = await draft(somebody)
    await enterAs(app, somebody, `${worldId}:1`)
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
  messageType: EDITED_SLOT.messageType,
  slot: String(EDITED_SLOT.slot),
}

/** What some ask for in the query. */
const QUERIES: Readonly<Record<string, string>> = {
  deleteGlobalAvatarModeration: `?avatarModerationType=block&targetAvatarId=${newId('avatar', new Date())}`,
}

/** The path of an operation upon new things of a person. */
async function pathTo(name: string, path: string, somebody: TestUser): Promise<string> {
  const ofGroup = await (GROUP_PARAMETERS[name] ?? OWNED_PARAMETERS[name])?.(app, somebody)
  const first = ofGroup ? undefined : await (THINGS[name] ?? own)(somebody)
  const begun = first === undefined ? path : path.replace(/\{\w+\}/, first)
  return begun.replace(/\{(\w+)\}/g, (_, part: string) => ofGroup?.[part] ?? OTHERS[part] ?? somebody.id)
}

describe('a body that the operation ignores', () => {
  const table: Readonly<Record<string, Operation>> = contract
  const bodiless = Object.entries(table).filter(([, { method, body, form }]) => method !== 'get' && !body && !form)

  // The tests of the operations send none.
  it.each(bodiless)('may be {} at %s', async (name, { method, path }) => {
    const somebody = await aUser(app)
    const target = await pathTo(name, path, somebody)
    const answer = await sendRawRequest(app.origin, {
      method: method.toUpperCase(),
      path: `/api/1${target}${QUERIES[name] ?? ''}`,
      headers: {
        cookie: `auth=${somebody.api.cookies.get('auth')}`,
        'content-type': 'application/json;charset=utf-8',
      },
      body: '{}',
    })
    expect(answer).toMatchObject({ status: 200 })
  })

  it('must be JSON within the size limit', async () => {
    const act = { method: 'DELETE', path: '/api/1/auth/twofactorauth/totp/pending' }
    const typed = { cookie, 'content-type': 'application/json;charset=utf-8' }
    for (const body of ['{}', chunked('{}'), '', '{"unknown":[1]}'])
      expect(await sendRawRequest(app.origin, { ...act, headers: typed, body })).toMatchObject({
        status: 200,
        body: { removed: false },
      })
    expect(await sendRawRequest(app.origin, { ...act, headers: { cookie } })).toMatchObject({
      status: 200,
      body: { removed: false },
    })
    expect(await sendRawRequest(app.origin, { ...act, headers: typed, body: '{' })).toMatchObject(notJson)
    expect(
      await sendRawRequest(app.origin, { ...act, headers: { ...typed, 'content-type': 'text/plain' }, body: '{}' }),
    ).toMatchObject({ status: 415 })
    expect(await sendRawRequest(app.origin, { ...act, headers: typed, body: 'x'.repeat(LIMIT + 1) })).toMatchObject({
      status: 413,
    })
  })

  it('is not parsed for GET', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect(await sendRawRequest(app.origin, { path: '/api/1/time', headers, body: 'nonsense' })).toMatchObject({
      status: 200,
    })
  })

  it('is not parsed for a caller without access', async () => {
    const path = `/api/1/users/${person.id}`
    expect(await sendRawRequest(app.origin, { method: 'PUT', path, body: '{' })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
  })
})
