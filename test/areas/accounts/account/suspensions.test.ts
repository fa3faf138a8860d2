import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelDeletion, DELETION_DELAY, eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { HOUR } from '../../../../src/kernel/clock.ts'
import { GUEST_USER_ID, newId, PLATFORM_USER_ID, type UserId } from '../../../../src/kernel/ids.ts'
import { graphql } from '../../../generated/index.ts'
import { openApp, sharedClockApp, type TestApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aFileWithoutContent, download, md5Of, uploadBytes } from '../../../support/files.ts'
import { aGraphClient, type GraphClient } from '../../../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, sessionTokenOf, withCookie } from '../../../support/graphSocket.ts'
import { openPipelineSocket } from '../../../support/pipelineSocket.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  anAdmin,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  mailedCode,
  mailedLink,
  stayConfirmed,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const Suspend = graphql(`
  mutation Suspend($input: SuspendUserInput!) {
    suspendUser(input: $input) { user { id } suspension { startedAt endsAt reason user { id } } report { id } }
  }
`)
const Unsuspend = graphql(`
  mutation Unsuspend($userId: ID!) { unsuspendUser(input: { userId: $userId }) { suspension { endsAt } } }
`)
const Suspended = graphql(`
  query Suspended($userId: ID!) { user(id: $userId) { account { suspension { endsAt reason } } } }
`)
const Login = graphql(`
  mutation SuspendedLogin($username: String!, $password: String!) {
    signIn(input: { username: $username, password: $password }) { viewer { id } }
  }
`)

const app = await sharedClockApp()
let admin: TestUser
let graph: GraphClient
let ada: TestUser
beforeAll(async () => {
  admin = await anAdmin(app)
  graph = aGraphClient(app, admin.api)
})
beforeEach(async () => {
  ada = await aUser(app)
})

const ahead = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds)
const suspend = (userId: UserId, until: Date | null = null, reason = 'Spam') =>
  graph.run(Suspend, { input: { userId, reason, endsAt: until?.toISOString() ?? null } })
/** A login with the password from a known place. */
const tryLogin = ({ username, password, api }: TestUser, given: TestApp = app) =>
  aRestClient(given, { address: api.address }).try('getCurrentUser', { headers: basicAuthHeader(username, password) })
const sessionsOf = ({ id }: TestUser) => app.scope().db.session.count({ where: { userId: id } })
const GOOD = refusal(403, '"Account permanently suspended. Reason: Spam"')

describe('a suspension', () => {
  it('shows its end and reason at login, and ends by itself', async () => {
    const until = ahead(HOUR)
    expect((await suspend(ada.id, until)).suspendUser).toMatchObject({
      user: { id: ada.id },
      suspension: { endsAt: until.toISOString(), reason: 'Spam', user: { id: ada.id } },
      report: null,
    })
    const text = `"Account temporarily suspended until ${until.toISOString()}. Reason: Spam"`
    const refused = await tryLogin(ada)
    expect(refused).toMatchObject(refusal(403, text))
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(await sessionsOf(ada)).toBe(0)
    expect(await tryLogin({ ...ada, password: 'not the right one' })).toMatchObject({ status: 401 })
    app.clock.advance(HOUR + 1_000)
    expect(await tryLogin(ada)).toMatchObject({ status: 200, body: { id: ada.id } })
    await logIn(admin.api, admin)
    await stayConfirmed(app, admin)
    expect((await graph.run(Suspended, { userId: ada.id })).user?.account?.suspension).toBeNull()
    expect(await graph.refusalCodes(Unsuspend, { userId: ada.id })).toEqual(['CONFLICT'])
  })

  it('without an end lasts until an admin lifts it; then logins work, and old sessions do not', async () => {
    const before = sessionTokenOf(ada)
    await suspend(ada.id, null, 'Quotes " and \\ too')
    expect(await tryLogin(ada)).toMatchObject(
      refusal(403, JSON.stringify('Account permanently suspended. Reason: Quotes " and \\ too')),
    )
    expect((await graph.run(Suspended, { userId: ada.id })).user?.account?.suspension).toMatchObject({ endsAt: null })
    expect((await graph.run(Unsuspend, { userId: ada.id })).unsuspendUser.suspension).toBeNull()
    const old = aRestClient(app, { address: ada.api.address })
    old.cookies.set('auth', before)
    expect(await old.try('verifyAuthToken')).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await tryLogin(ada)).toMatchObject({ status: 200 })
  })

  it('is reported by GraphQL, too', async () => {
    await suspend(ada.id)
    const answer = await aGraphClient(app, aRestClient(app, { address: ada.api.address })).send(Login.toString(), {
      username: ada.username,
      password: ada.password,
    })
    expect(answer.errors).toMatchObject([
      {
        message: 'Account permanently suspended. Reason: Spam',
        extensions: {
          code: 'FORBIDDEN',
          reason: 'ACCOUNT_SUSPENDED',
          suspension: { endsAt: null },
          suspendedUntil: null,
        },
      },
    ])
  })

  it('ends every session at once, by REST, GraphQL and sockets of every node', async () => {
    const other = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    const apis = [app, app, other].map((node) => aRestClient(node, { address: ada.api.address }))
    for (const api of apis) await logIn(api, ada)
    const lines = [await aGraphSocket(app, withCookie(ada)), await aGraphSocket(other, withCookie(ada))]
    for (const line of lines) await line.until(isAcknowledged)
    const pipelines = [app, other].map((node) => openPipelineSocket(node, `/?authToken=${sessionTokenOf(ada)}`))
    const legacy = await Promise.all(pipelines)
    await suspend(ada.id, ahead(HOUR))
    expect(await Promise.all(lines.map((line) => line.closed()))).toEqual([4401, 4401])
    await Promise.all(legacy.map((line) => line.closed()))
    for (const api of [ada.api, ...apis]) {
      expect(await api.try('getCurrentUser')).toMatchObject({ status: 401 })
      expect(await api.try('getFriends')).toMatchObject(refusal(401, '"Missing Credentials"'))
      expect((await aGraphClient(app, api).send('{ badges { totalCount } }')).errors).toMatchObject([
        { extensions: { code: 'UNAUTHENTICATED' } },
      ])
    }
    // The other node updates the presence of its sockets with its next round.
    const standing = async () => (await app.scope().presence.statuses([ada.id], app.clock.now())).get(ada.id)
    await expect.poll(standing).toBe('offline')
    expect(await tryLogin(ada, other)).toMatchObject({ status: 403 })
    await other.close()
  })

  it('leaves a started upload unfinished and sockets closed, despite later requests', async () => {
    const bytes = Buffer.from('what was on its way')
    const { id: fileId } = await aFileWithoutContent(ada, bytes)
    const key = { fileId, versionId: 1, fileType: 'file' }
    const { url } = await ada.api.call('startFileDataUpload', key)
    const lines = [
      await aGraphSocket(app, withCookie(ada)),
      await openPipelineSocket(app, `/?authToken=${sessionTokenOf(ada)}`),
    ] as const
    await lines[0].until(isAcknowledged)
    await suspend(ada.id, ahead(HOUR))
    expect(await lines[0].closed()).toBe(4401)
    await lines[1].closed()
    expect(await uploadBytes(app, url, bytes, { md5: md5Of(bytes) })).toMatchObject({ status: 200 })
    const unauthenticated = refusal(401, '"Missing Credentials"')
    const body = { maxParts: 0, nextPartNumber: 0 }
    expect(await ada.api.try('finishFileDataUpload', { ...key, body })).toMatchObject(unauthenticated)
    expect(await ada.api.try('startFileDataUpload', key)).toMatchObject(unauthenticated)
    expect(await ada.api.try('getFileDataUploadStatus', key)).toMatchObject(unauthenticated)
    expect(await ada.api.try('getFile', { fileId })).toMatchObject(unauthenticated)
    const finish = `mutation { finishFileDataUpload(input: { fileId: "${fileId}", version: 1, type: FILE }) { file { id } } }`
    expect((await aGraphClient(app, ada.api).send(finish)).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ])
    const address = `http://plaza.test/api/1/file/${fileId}/1/file`
    expect((await download(app, address, { person: ada })).status).toBe(401)
    expect((await download(app, address, { person: admin })).status).toBe(404)
    const { status } = await app.scope().db.fileData.findFirstOrThrow({ where: { fileId, type: 'file' } })
    expect(status).toBe('waiting')
  })

  it('refuses concurrent logins', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => aUser(app)))
    for (const person of others) {
      const [, ...answers] = await runConcurrently(app, 6, async (at) => {
        if (at === 0) return suspend(person.id)
        return tryLogin(person)
      })
      expect(answers.length).toBe(5)
      expect(await sessionsOf(person)).toBe(0)
    }
  })
})

describe('the second factor of a suspended person', () => {
  it('finishes no login, and trusted devices are not trusted any more', async () => {
    const secret = await enableTotp(app, ada)
    const api = aRestClient(app, { address: ada.api.address })
    await logIn(api, ada)
    await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    const trust = api.cookies.get('twoFactorAuth') ?? ''
    app.clock.advance(60_000)
    await logIn(admin.api, admin)
    await stayConfirmed(app, admin)
    const owing = aRestClient(app, { address: ada.api.address })
    await logIn(owing, ada)
    await suspend(ada.id, ahead(HOUR))
    expect(await owing.try('verify2FA', { body: { code: await totpCode(app, secret) } })).toMatchObject({ status: 401 })
    expect(await tryLogin(ada)).toMatchObject({ status: 403 })
    await graph.run(Unsuspend, { userId: ada.id })
    const again = aRestClient(app, { address: ada.api.address })
    again.cookies.set('twoFactorAuth', trust)
    const answer = await again.call('getCurrentUser', { headers: basicAuthHeader(ada.username, ada.password) })
    expect(answer).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
  })

  it('is not mailed, and an earlier mailed link finishes no login', async () => {
    const grace = await aConfirmedUser(app)
    const away = aRestClient(app)
    await logIn(away, grace)
    const [link, code] = [mailedLink(app, grace.email), mailedCode(app, grace.email)]
    await suspend(grace.id)
    const mails = app.mails.length
    await aRestClient(app).fetch(`${link.pathname}${link.search}`)
    expect(await away.try('verify2FAEmailCode', { body: { code } })).toMatchObject({ status: 401 })
    expect(await away.try('getFriends')).toMatchObject({ status: 401 })
    expect(
      await aRestClient(app).try('getCurrentUser', { headers: basicAuthHeader(grace.username, grace.password) }),
    ).toMatchObject(GOOD)
    expect(app.mails.length).toBe(mails)
    expect(await sessionsOf(grace)).toBe(0)
  })
})

describe('a suspended account', () => {
  it('can not cancel its deletion by a login, and is erased in time', async () => {
    await ada.api.call('deleteUser', { userId: ada.id })
    await suspend(ada.id)
    expect(await tryLogin(ada)).toMatchObject({ status: 403 })
    const { deletionAt } = await app.scope().db.account.findUniqueOrThrow({ where: { userId: ada.id } })
    expect(deletionAt).not.toBeNull()
    app.clock.advance(DELETION_DELAY + 1_000)
    await eraseDueAccounts(app.scope(), erasers)
    expect(await app.scope().db.account.count({ where: { userId: ada.id } })).toBe(0)
    await logIn(admin.api, admin)
    await stayConfirmed(app, admin)
  })

  it('can not cancel its deletion by a request that was let in before, but can when the suspension has ended', async () => {
    await ada.api.call('deleteUser', { userId: ada.id })
    await suspend(ada.id, ahead(HOUR))
    const isDeletionPending = async () => {
      await cancelDeletion(app.scope(), ada.id)
      const { deletionAt } = await app.scope().db.account.findUniqueOrThrow({ where: { userId: ada.id } })
      return deletionAt !== null
    }
    expect(await isDeletionPending()).toBe(true)
    app.clock.advance(2 * HOUR)
    expect(await isDeletionPending()).toBe(false)
  })

  it('stays suspended when an admin changes its password', async () => {
    await suspend(ada.id)
    const password = 'another horse battery'
    await admin.api.call('updateUser', { userId: ada.id, body: { password, currentPassword: admin.password } })
    expect(await tryLogin({ ...ada, password })).toMatchObject(GOOD)
    expect(await sessionsOf(ada)).toBe(0)
  })
})

describe('who can be suspended', () => {
  it('excludes admins, the viewer and system users', async () => {
    const second = await anAdmin(app)
    for (const userId of [admin.id, second.id, PLATFORM_USER_ID, GUEST_USER_ID])
      expect(await graph.refusalCodes(Suspend, { input: { userId, reason: 'Spam' } })).toEqual(['FORBIDDEN'])
    expect(await sessionsOf(second)).toBeGreaterThan(0)
  })

  it('excludes unknown and erased people', async () => {
    for (const userId of [newId('user', new Date()), 'nonsense!'])
      expect(await graph.refusalCodes(Suspend, { input: { userId, reason: 'Spam' } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(Unsuspend, { userId: newId('user', new Date()) })).toEqual(['NOT_FOUND'])
  })

  it.each([
    ['a time that is over', { endsAt: new Date(0).toISOString(), reason: 'Spam' }],
    ['no reason', { reason: '  ' }],
    ['too long a reason', { reason: 'x'.repeat(2_001) }],
  ])('is nobody by %s', async (_what, wrong) => {
    expect(await graph.refusalCodes(Suspend, { input: { userId: ada.id, ...wrong } })).toEqual(['BAD_INPUT'])
    expect(await tryLogin(ada)).toMatchObject({ status: 200 })
  })

  it('is decided by admins only', async () => {
    const other = aGraphClient(app, (await aUser(app)).api)
    expect(await other.refusalCodes(Suspend, { input: { userId: ada.id, reason: 'Spam' } })).toEqual(['FORBIDDEN'])
    expect(await other.refusalCodes(Unsuspend, { userId: ada.id })).toEqual(['FORBIDDEN'])
    expect(await other.run(Suspended, { userId: ada.id })).toEqual({ user: { account: null } })
  })

  it('can be suspended again, which replaces the suspension, and unsuspended once', async () => {
    const until = ahead(HOUR)
    await suspend(ada.id, null, 'First')
    await suspend(ada.id, until, 'Second')
    expect((await graph.run(Suspended, { userId: ada.id })).user?.account?.suspension).toEqual({
      endsAt: until.toISOString(),
      reason: 'Second',
    })
    const answers = await runConcurrently(app, 4, () => graph.send(Unsuspend.toString(), { userId: ada.id }))
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect(answers.flatMap(({ errors = [] }) => errors)).toMatchObject(
      Array.from({ length: 3 }, () => ({ extensions: { code: 'CONFLICT' } })),
    )
  })
})
