import { beforeAll, describe, expect, it } from 'vitest'
import { revokeSessions } from '../../src/areas/accounts/sessions/sessions.ts'
import { accounts } from '../../src/contract/accounts.ts'
import { friends } from '../../src/contract/friends.ts'
import { system } from '../../src/contract/system.ts'
import { users } from '../../src/contract/users.ts'
import { isId, newId, type UserId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aName, aRegistration, mailedLink, PASSWORD, totpCode } from '../support/users.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal, signedInUser } from './sdkClient.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp({ LOGIN_PLACE_CHECK: 'on' })
  sdk = sdkFor(app)
})

/** A new user, registered through the SDK, and a client that is logged in as that user. */
async function aMember() {
  const wanted = aRegistration()
  const client = sdk.make(wanted)
  const { id } = signedInUser(await dataOf(client.registerUserAccount({ body: wanted })))
  return { ...wanted, id, client, credentials: { username: wanted.username, password: PASSWORD } }
}

function userIdOf(text: string): UserId {
  if (!isId('user', text)) throw new Error(`${text} is not a user id`)
  return text
}

const MANUAL = { redirect: 'manual' } as const

/** The query parameters of the link in the user's newest mail. */
const mailed = (email: string, name: string) => mailedLink(app, email).searchParams.get(name) ?? ''

/** Two TOTP steps, in milliseconds: a code is valid in its own step and the adjacent ones. */
const TWO_STEPS = 60_000

describe('sessions by the public SDK', () => {
  it('registers, confirms the e-mail address, logs in without a code and logs out', async () => {
    const { client, credentials, email, username, id } = await aMember()
    expect(await dataOf(client.checkUserExists({ query: { username } }))).toMatchObject({ userExists: true })
    expect(await dataOf(client.checkUserExists({ query: { username: aName() } }))).toMatchObject({ userExists: false })

    const sent = app.mails.length
    expect(await dataOf(client.resendEmailConfirmation())).toMatchObject({
      success: { message: 'Verification Email Sent!' },
    })
    expect(app.mails.length).toBe(sent + 1)
    const { response } = await client.confirmEmail({
      query: { id, verify_email: mailed(email, 'verify_email') },
      ...MANUAL,
    })
    expect(response.status).toBe(302)
    expect(signedInUser(await dataOf(client.getCurrentUser()))).toMatchObject({ id, username, emailVerified: true })

    const fresh = sdk.make()
    const { id: loggedIn } = signedInUser(await dataOf(fresh.login(credentials)))
    expect(loggedIn).toBe(id)
    expect(await dataOf(fresh.verifyAuthToken())).toMatchObject({
      ok: true,
      token: expect.stringMatching(/^authcookie_/),
    })
    expect(await dataOf(fresh.logout())).toMatchObject({ success: { message: 'Ok!', status_code: 200 } })
    expect(await app.scope().db.session.count({ where: { userId: id } })).toBe(1)
    const stranger = sdk.make({ ...credentials, password: 'not the password' })
    expect(await sdkRefusal(stranger.getUserNotes())).toEqual({
      status: 401,
      message: 'Invalid Username/Email or Password',
    })
  })

  it('logs in again automatically when its session has ended', async () => {
    const { client, id } = await aMember()
    expect(await revokeSessions(app.scope(), userIdOf(id))).toHaveLength(1)
    expect(await dataOf(client.getUserNotes())).toEqual([])
    expect(await app.scope().db.session.count({ where: { userId: id } })).toBe(1)
  })

  it('marks an account for deletion, which the next request cancels', async () => {
    const { client, id } = await aMember()
    const leaving = await dataOf(client.deleteUser({ path: { userId: id } }))
    expect(leaving.accountDeletionDate).not.toBeNull()
    expect(leaving.accountDeletionLog?.[0]).toMatchObject({ message: 'Deletion requested' })
    expect(signedInUser(await dataOf(client.getCurrentUser())).accountDeletionDate).toBeNull()
  })
})

describe('second factors by the public SDK', () => {
  it('enables time-based codes, logs in with them and with a recovery code, and disables them', async () => {
    const { client, credentials, id } = await aMember()
    await dataOf(client.enable2Fa())
    expect(await dataOf(client.cancelPending2Fa())).toEqual({ removed: true })
    const { secret, qrCodeDataUrl } = await dataOf(client.enable2Fa())
    expect(qrCodeDataUrl).toMatch(/^data:image\/png/)
    // The SDK generates a code for now, and no older code is accepted after it: the first one is from the past.
    app.clock.advance(-TWO_STEPS)
    const pending = await dataOf(client.verifyPending2Fa({ body: { code: await totpCode(app, secret) } }))
    expect(pending).toMatchObject({ verified: true })
    app.clock.advance(TWO_STEPS)

    const login = sdk.make({ ...credentials, totpSecret: secret })
    const { id: loggedIn } = signedInUser(await dataOf(login.login({ ...credentials, totpSecret: secret })))
    expect(loggedIn).toBe(id)
    const { otp = [] } = await dataOf(login.getRecoveryCodes())
    expect(otp).toHaveLength(10)

    const byCode = sdk.make()
    expect(await sdkRefusal(byCode.login(credentials))).toMatchObject({ status: 400 })
    app.clock.advance(TWO_STEPS)
    expect(await dataOf(byCode.verify2Fa({ body: { code: await totpCode(app, secret) } }))).toEqual({
      verified: true,
      enabled: true,
    })
    expect(signedInUser(await dataOf(byCode.getCurrentUser()))).toMatchObject({ id, twoFactorAuthEnabled: true })

    const byRecovery = sdk.make()
    expect(await sdkRefusal(byRecovery.login(credentials))).toMatchObject({ status: 400 })
    const body = { code: otp[0]?.code ?? '' }
    expect(await dataOf(byRecovery.verifyRecoveryCode({ body }))).toEqual({ verified: true, enabled: true })
    const left = await dataOf(byRecovery.getRecoveryCodes())
    expect(left.otp?.filter(({ used }) => used)).toEqual([{ code: body.code, used: true }])

    expect(await dataOf(byRecovery.disable2Fa())).toEqual({ removed: true })
    expect(signedInUser(await dataOf(sdk.make().login(credentials)))).toMatchObject({ twoFactorAuthEnabled: false })
  })

  it('approves a login from a new location by the mailed code or link', async () => {
    const { client, credentials, email, id } = await aMember()
    await client.confirmEmail({ query: { id, verify_email: mailed(email, 'verify_email') }, ...MANUAL })
    const forget = () => app.scope().db.loginPlace.deleteMany({ where: { userId: id } })

    await forget()
    const byCode = sdk.make()
    expect(await sdkRefusal(byCode.login(credentials))).toMatchObject({ status: 400 })
    const [sent = ''] = /\b\d{6}\b/.exec(app.mails.findLast(({ to }) => to === email)?.text ?? '') ?? []
    expect(await dataOf(byCode.verify2FaEmailCode({ body: { code: sent } }))).toMatchObject({ verified: true })
    expect(signedInUser(await dataOf(byCode.getCurrentUser())).id).toBe(id)

    await forget()
    const byLink = sdk.make()
    await sdkRefusal(byLink.login(credentials))
    const { response } = await byLink.verifyLoginPlace({ query: { token: mailed(email, 'token') }, ...MANUAL })
    expect(response.status).toBe(302)
    expect(signedInUser(await dataOf(byLink.getCurrentUser())).id).toBe(id)
  })
})

describe('users by the public SDK', () => {
  it('reads, searches and updates users', async () => {
    const { client, id } = await aMember()
    const displayName = aName('d')
    const change = { bio: 'Out walking', displayName, birthday: new Date('1991-02-03'), currentPassword: PASSWORD }
    const changed = await dataOf(client.updateUser({ path: { userId: id }, body: change }))
    expect(changed).toMatchObject({ bio: 'Out walking', displayName })
    expect(changed.pastDisplayNames[0]?.updated_at).toBeInstanceOf(Date)
    expect((await app.scope().db.account.findUniqueOrThrow({ where: { userId: id } })).birthday).toEqual(
      change.birthday,
    )

    const tagged = await dataOf(
      client.addTags({ path: { userId: id }, body: { tags: ['language_eng', 'language_nld'] } }),
    )
    expect(tagged.tags).toEqual(expect.arrayContaining(['language_eng', 'language_nld']))
    const untagged = await dataOf(client.removeTags({ path: { userId: id }, body: { tags: ['language_nld'] } }))
    expect(untagged.tags).not.toContain('language_nld')

    const { client: other } = await aMember()
    expect(await dataOf(other.getUser({ path: { userId: id } }))).toMatchObject({ id, bio: 'Out walking' })
    expect(await dataOf(other.searchUsers({ query: { search: displayName, n: 5 } }))).toEqual([
      expect.objectContaining({ id }),
    ])
    expect(await dataOf(other.searchUsers())).toEqual([])
  })

  it('writes notes about users', async () => {
    const [{ client, id }, { id: about }] = [await aMember(), await aMember()]
    const note = await dataOf(client.updateUserNote({ body: { targetUserId: about, note: 'Met in the garden' } }))
    expect(note).toMatchObject({ userId: id, targetUserId: about, note: 'Met in the garden' })
    expect(note.createdAt).toBeInstanceOf(Date)
    expect(await dataOf(client.getUserNote({ path: { userNoteId: note.id } }))).toEqual(note)
    expect(await dataOf(client.getUserNotes({ query: { n: 10, offset: 0 } }))).toEqual([note])
    expect(await dataOf(client.getUser({ path: { userId: about } }))).toMatchObject({ note: 'Met in the garden' })
  })

  it('shows badges and permissions, and usernames to admins only', async () => {
    const { client, id, username, credentials } = await aMember()
    const { badgeId, permissionId } = await decorate(id)
    await dataOf(client.updateBadge({ path: { userId: id, badgeId }, body: { showcased: true } }))
    expect(signedInUser(await dataOf(client.getCurrentUser())).badges).toEqual([
      expect.objectContaining({ badgeId, showcased: true }),
    ])
    const [permission] = await dataOf(client.getAssignedPermissions())
    expect(permission).toMatchObject({ id: permissionId })
    expect(await dataOf(client.getPermission({ path: { permissionId } }))).toEqual(permission)

    expect(await sdkRefusal(client.getUserByName({ path: { username } }))).toMatchObject({ status: 403 })
    await app.scope().db.user.update({ where: { id }, data: { admin: true } })
    const admin = sdk.make()
    await dataOf(admin.login(credentials))
    expect(await dataOf(admin.getUserByName({ path: { username } }))).toMatchObject({ id })
  })
})

/** Gives a user a badge and a permission directly in the database. */
async function decorate(userId: string) {
  const { db, now } = app.scope()
  const badgeId = newId('badge', now)
  const made = { createdAt: now, updatedAt: now }
  await db.badge.create({ data: { id: badgeId, name: badgeId, description: 'For tests', imageUrl: '', ...made } })
  await db.userBadge.create({ data: { userId, badgeId, assignedAt: now, updatedAt: now } })
  const { id: permissionId } = await db.permission.findFirstOrThrow()
  await db.permissionGrant.create({ data: { userId, permissionId, grantedAt: now } })
  return { badgeId, permissionId }
}

describe('friends by the public SDK', () => {
  it('requests, cancels, accepts, boops, lists mutual friends and unfriends', async () => {
    const [ada, grace, linus] = [await aMember(), await aMember(), await aMember()]
    const [toAda, toGrace] = [{ path: { userId: ada.id } }, { path: { userId: grace.id } }]
    expect(await dataOf(ada.client.friend(toGrace))).toMatchObject({ type: 'friendRequest', senderUserId: ada.id })
    expect(await dataOf(ada.client.deleteFriendRequest(toGrace))).toMatchObject({
      success: { message: 'Friendship request deleted' },
    })
    const { id: notificationId } = await dataOf(ada.client.friend(toGrace))
    expect(await dataOf(grace.client.getFriendStatus(toAda))).toEqual({
      isFriend: false,
      incomingRequest: true,
      outgoingRequest: false,
    })
    expect(await dataOf(grace.client.acceptFriendRequest({ path: { notificationId } }))).toMatchObject({
      success: { message: 'Ok' },
    })
    expect(await dataOf(ada.client.getFriends())).toMatchObject([{ id: grace.id, isFriend: true }])
    expect(await dataOf(ada.client.boop({ ...toGrace, body: {} }))).toMatchObject({
      success: { message: 'User booped!' },
    })

    for (const { client, id } of [ada, grace]) {
      await dataOf(client.friend({ path: { userId: linus.id } }))
      await dataOf(linus.client.friend({ path: { userId: id } }))
    }
    expect(await dataOf(ada.client.getMutualFriends(toGrace))).toMatchObject([{ id: linus.id }])
    expect(await dataOf(ada.client.getMutuals(toGrace))).toEqual({ friends: 1, groups: 0 })

    expect(await dataOf(ada.client.unfriend(toGrace))).toMatchObject({ success: { message: 'Friendship destroyed' } })
    expect(await sdkRefusal(ada.client.unfriend(toGrace))).toEqual({
      status: 400,
      message: 'These users are not friends',
    })
  })
})

describe('the system by the public SDK', () => {
  it('reads configuration, time, notices and the frontend', async () => {
    const client = sdk.make()
    expect(await dataOf(client.getConfig())).toMatchObject({ clientApiKey: expect.stringMatching(/./) })
    // The server's time has a precision of one second.
    const begun = app.clock.now().setMilliseconds(0)
    const time = await dataOf(client.getSystemTime())
    expect(new Date(time).getTime()).toBeGreaterThanOrEqual(begun)
    expect(new Date(time).getTime()).toBeLessThanOrEqual(app.clock.now().getTime())
    expect(await dataOf(client.getCurrentOnlineUsers())).toEqual(expect.any(Number))
    expect(await dataOf(client.getCss())).toBeTruthy()
    expect(await dataOf(client.getJavaScript({ query: { variant: 'public', branch: 'main' } }))).toBeTruthy()

    const { client: member } = await aMember()
    const { db, now } = app.scope()
    const notice = { id: aName('notice-'), tags: ['sdk'], data: {}, hash: '0', createdAt: now, updatedAt: now }
    await db.infoPush.create({ data: notice })
    expect(await dataOf(member.getInfoPush({ query: { include: 'sdk' } }))).toEqual([
      expect.objectContaining({ id: notice.id }),
    ])
    // A 401 makes the SDK log in, which is impossible in this test: the error is the SDK's own.
    expect(await dataOf(client.getHealth())).toMatchObject({ error: { message: 'Missing Credentials' } })
  })
})

describe('the tests above', () => {
  it('calls every SDK method whose operation is implemented', () => {
    // Downloads of archives are links of pages and mails, and none of the SDK.
    const { downloadDataExport: _, ...known } = accounts
    const methods = methodsOf({ ...known, ...users, ...friends, ...system })
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
