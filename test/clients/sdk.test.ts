import { setTimeout as delay } from 'node:timers/promises'
import { generate } from 'otplib'
import { beforeAll, describe, expect, it } from 'vitest'
import { revokeSessions } from '../../src/areas/accounts/sessions.ts'
import { accounts, friends, system, users } from '../../src/contract/index.ts'
import { isId, newId, type UserId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aName, aRegistration, linkIn, PASSWORD } from '../support/people.ts'
import { methodsOf, ok, person, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp({ LOGIN_PLACE_CHECK: 'on' })
  sdk = sdkFor(app)
})

/** Somebody new, registered through the SDK, and a client that is logged in as them. */
async function aMember() {
  const wanted = aRegistration()
  const client = sdk.make(wanted)
  const { id } = person(await ok(client.registerUserAccount({ body: wanted })))
  return { ...wanted, id, client, credentials: { username: wanted.username, password: PASSWORD } }
}

function userIdOf(text: string): UserId {
  if (!isId('user', text)) throw new Error(`${text} is no id of a user`)
  return text
}

const MANUAL = { redirect: 'manual' } as const

/** Follows the link of the newest mail to somebody, as the query of an SDK call. */
const mailed = (email: string, name: string) => linkIn(app, email).searchParams.get(name) ?? ''

/** Seconds of a step. Codes are made well inside one, so that none is too old when it arrives; timers may fire early. */
const STEP = 30
async function code(secret: string, steps: number): Promise<string> {
  const left = STEP * 1000 - (Date.now() % (STEP * 1000))
  if (left < 8_000) await delay(left + 100)
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP })
}

describe('sessions by the public SDK', () => {
  it('registers, confirms the e-mail address, logs in without a code and logs out', async () => {
    const { client, credentials, email, username, id } = await aMember()
    expect(await ok(client.checkUserExists({ query: { username } }))).toMatchObject({ userExists: true })
    expect(await ok(client.checkUserExists({ query: { username: aName() } }))).toMatchObject({ userExists: false })

    const sent = app.mails.length
    expect(await ok(client.resendEmailConfirmation())).toMatchObject({
      success: { message: 'Verification Email Sent!' },
    })
    expect(app.mails.length).toBe(sent + 1)
    const { response } = await client.confirmEmail({
      query: { id, verify_email: mailed(email, 'verify_email') },
      ...MANUAL,
    })
    expect(response.status).toBe(302)
    expect(person(await ok(client.getCurrentUser()))).toMatchObject({ id, username, emailVerified: true })

    const fresh = sdk.make()
    const { id: loggedIn } = person(await ok(fresh.login(credentials)))
    expect(loggedIn).toBe(id)
    expect(await ok(fresh.verifyAuthToken())).toMatchObject({ ok: true, token: expect.stringMatching(/^authcookie_/) })
    expect(await ok(fresh.logout())).toMatchObject({ success: { message: 'Ok!', status_code: 200 } })
    expect(await app.scope().db.session.count({ where: { userId: id } })).toBe(1)
    const stranger = sdk.make({ ...credentials, password: 'not the password' })
    expect(await refusal(stranger.getUserNotes())).toEqual({
      status: 401,
      message: 'Invalid Username/Email or Password',
    })
  })

  it('logs in again by itself when its session has ended', async () => {
    const { client, id } = await aMember()
    expect(await revokeSessions(app.scope(), userIdOf(id))).toHaveLength(1)
    expect(await ok(client.getUserNotes())).toEqual([])
    expect(await app.scope().db.session.count({ where: { userId: id } })).toBe(1)
  })

  it('marks an account for deletion, which the next request calls off', async () => {
    const { client, id } = await aMember()
    const leaving = await ok(client.deleteUser({ path: { userId: id } }))
    expect(leaving.accountDeletionDate).not.toBeNull()
    expect(leaving.accountDeletionLog?.[0]).toMatchObject({ message: 'Deletion requested' })
    expect(person(await ok(client.getCurrentUser())).accountDeletionDate).toBeNull()
  })
})

describe('second factors by the public SDK', () => {
  it('enables time-based codes, logs in with them and with a recovery code, and disables them', async () => {
    const { client, credentials, id } = await aMember()
    await ok(client.enable2Fa())
    expect(await ok(client.cancelPending2Fa())).toEqual({ removed: true })
    const { secret, qrCodeDataUrl } = await ok(client.enable2Fa())
    expect(qrCodeDataUrl).toMatch(/^data:image\/png/)
    expect(await ok(client.verifyPending2Fa({ body: { code: await code(secret, -1) } }))).toMatchObject({
      verified: true,
    })

    const login = sdk.make({ ...credentials, totpSecret: secret })
    const { id: loggedIn } = person(await ok(login.login({ ...credentials, totpSecret: secret })))
    expect(loggedIn).toBe(id)
    const { otp = [] } = await ok(login.getRecoveryCodes())
    expect(otp).toHaveLength(10)

    const byCode = sdk.make()
    expect(await refusal(byCode.login(credentials))).toMatchObject({ status: 400 })
    expect(await ok(byCode.verify2Fa({ body: { code: await code(secret, 1) } }))).toEqual({
      verified: true,
      enabled: true,
    })
    expect(person(await ok(byCode.getCurrentUser()))).toMatchObject({ id, twoFactorAuthEnabled: true })

    const byRecovery = sdk.make()
    expect(await refusal(byRecovery.login(credentials))).toMatchObject({ status: 400 })
    const body = { code: otp[0]?.code ?? '' }
    expect(await ok(byRecovery.verifyRecoveryCode({ body }))).toEqual({ verified: true, enabled: true })
    const left = await ok(byRecovery.getRecoveryCodes())
    expect(left.otp?.filter(({ used }) => used)).toEqual([{ code: body.code, used: true }])

    expect(await ok(byRecovery.disable2Fa())).toEqual({ removed: true })
    expect(person(await ok(sdk.make().login(credentials)))).toMatchObject({ twoFactorAuthEnabled: false })
  })

  it('approves a login from a new place by the mailed code or link', async () => {
    const { client, credentials, email, id } = await aMember()
    await client.confirmEmail({ query: { id, verify_email: mailed(email, 'verify_email') }, ...MANUAL })
    const forget = () => app.scope().db.loginPlace.deleteMany({ where: { userId: id } })

    await forget()
    const byCode = sdk.make()
    expect(await refusal(byCode.login(credentials))).toMatchObject({ status: 400 })
    const [sent = ''] = /\b\d{6}\b/.exec(app.mails.findLast(({ to }) => to === email)?.text ?? '') ?? []
    expect(await ok(byCode.verify2FaEmailCode({ body: { code: sent } }))).toMatchObject({ verified: true })
    expect(person(await ok(byCode.getCurrentUser())).id).toBe(id)

    await forget()
    const byLink = sdk.make()
    await refusal(byLink.login(credentials))
    const { response } = await byLink.verifyLoginPlace({ query: { token: mailed(email, 'token') }, ...MANUAL })
    expect(response.status).toBe(302)
    expect(person(await ok(byLink.getCurrentUser())).id).toBe(id)
  })
})

describe('people by the public SDK', () => {
  it('reads, finds and changes people', async () => {
    const { client, id } = await aMember()
    const displayName = aName('d')
    const change = { bio: 'Out walking', displayName, birthday: new Date('1991-02-03'), currentPassword: PASSWORD }
    const changed = await ok(client.updateUser({ path: { userId: id }, body: change }))
    expect(changed).toMatchObject({ bio: 'Out walking', displayName })
    expect(changed.pastDisplayNames[0]?.updated_at).toBeInstanceOf(Date)
    expect((await app.scope().db.account.findUniqueOrThrow({ where: { userId: id } })).birthday).toEqual(
      change.birthday,
    )

    const tagged = await ok(client.addTags({ path: { userId: id }, body: { tags: ['language_eng', 'language_nld'] } }))
    expect(tagged.tags).toEqual(expect.arrayContaining(['language_eng', 'language_nld']))
    const untagged = await ok(client.removeTags({ path: { userId: id }, body: { tags: ['language_nld'] } }))
    expect(untagged.tags).not.toContain('language_nld')

    const { client: other } = await aMember()
    expect(await ok(other.getUser({ path: { userId: id } }))).toMatchObject({ id, bio: 'Out walking' })
    expect(await ok(other.searchUsers({ query: { search: displayName, n: 5 } }))).toEqual([
      expect.objectContaining({ id }),
    ])
    expect(await ok(other.searchUsers())).toEqual([])
  })

  it('writes notes about people', async () => {
    const [{ client, id }, { id: about }] = [await aMember(), await aMember()]
    const note = await ok(client.updateUserNote({ body: { targetUserId: about, note: 'Met in the garden' } }))
    expect(note).toMatchObject({ userId: id, targetUserId: about, note: 'Met in the garden' })
    expect(note.createdAt).toBeInstanceOf(Date)
    expect(await ok(client.getUserNote({ path: { userNoteId: note.id } }))).toEqual(note)
    expect(await ok(client.getUserNotes({ query: { n: 10, offset: 0 } }))).toEqual([note])
    expect(await ok(client.getUser({ path: { userId: about } }))).toMatchObject({ note: 'Met in the garden' })
  })

  it('shows badges and permissions, and usernames to admins only', async () => {
    const { client, id, username, credentials } = await aMember()
    const { badgeId, permissionId } = await decorate(id)
    await ok(client.updateBadge({ path: { userId: id, badgeId }, body: { showcased: true } }))
    expect(person(await ok(client.getCurrentUser())).badges).toEqual([
      expect.objectContaining({ badgeId, showcased: true }),
    ])
    const [permission] = await ok(client.getAssignedPermissions())
    expect(permission).toMatchObject({ id: permissionId })
    expect(await ok(client.getPermission({ path: { permissionId } }))).toEqual(permission)

    expect(await refusal(client.getUserByName({ path: { username } }))).toMatchObject({ status: 403 })
    await app.scope().db.user.update({ where: { id }, data: { admin: true } })
    const admin = sdk.make()
    await ok(admin.login(credentials))
    expect(await ok(admin.getUserByName({ path: { username } }))).toMatchObject({ id })
  })
})

/** A badge and a permission for somebody, made behind the doors. */
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
  it('asks, takes back, accepts, boops, tells whom both know, and parts', async () => {
    const [ada, grace, linus] = [await aMember(), await aMember(), await aMember()]
    const [toAda, toGrace] = [{ path: { userId: ada.id } }, { path: { userId: grace.id } }]
    expect(await ok(ada.client.friend(toGrace))).toMatchObject({ type: 'friendRequest', senderUserId: ada.id })
    expect(await ok(ada.client.deleteFriendRequest(toGrace))).toMatchObject({
      success: { message: 'Friendship request deleted' },
    })
    const { id: notificationId } = await ok(ada.client.friend(toGrace))
    expect(await ok(grace.client.getFriendStatus(toAda))).toEqual({
      isFriend: false,
      incomingRequest: true,
      outgoingRequest: false,
    })
    expect(await ok(grace.client.acceptFriendRequest({ path: { notificationId } }))).toMatchObject({
      success: { message: 'Ok' },
    })
    expect(await ok(ada.client.getFriends())).toMatchObject([{ id: grace.id, isFriend: true }])
    expect(await ok(ada.client.boop({ ...toGrace, body: {} }))).toMatchObject({ success: { message: 'User booped!' } })

    for (const { client, id } of [ada, grace]) {
      await ok(client.friend({ path: { userId: linus.id } }))
      await ok(linus.client.friend({ path: { userId: id } }))
    }
    expect(await ok(ada.client.getMutualFriends(toGrace))).toMatchObject([{ id: linus.id }])
    expect(await ok(ada.client.getMutuals(toGrace))).toEqual({ friends: 1, groups: 0 })

    expect(await ok(ada.client.unfriend(toGrace))).toMatchObject({ success: { message: 'Friendship destroyed' } })
    expect(await refusal(ada.client.unfriend(toGrace))).toEqual({ status: 400, message: 'These users are not friends' })
  })
})

describe('the system by the public SDK', () => {
  it('reads configuration, time, notices and the frontend', async () => {
    const client = sdk.make()
    expect(await ok(client.getConfig())).toMatchObject({ clientApiKey: expect.stringMatching(/./) })
    const time = await ok(client.getSystemTime())
    expect(Math.abs(new Date(time).getTime() - app.clock.now().getTime())).toBeLessThan(5_000)
    expect(await ok(client.getCurrentOnlineUsers())).toEqual(expect.any(Number))
    expect(await ok(client.getCss())).toBeTruthy()
    expect(await ok(client.getJavaScript({ query: { variant: 'public', branch: 'main' } }))).toBeTruthy()

    const { client: member } = await aMember()
    const { db, now } = app.scope()
    const notice = { id: aName('notice-'), tags: ['sdk'], data: {}, hash: '0', createdAt: now, updatedAt: now }
    await db.infoPush.create({ data: notice })
    expect(await ok(member.getInfoPush({ query: { include: 'sdk' } }))).toEqual([
      expect.objectContaining({ id: notice.id }),
    ])
    // A 401 makes the SDK log in, which it can't here: what it answers is its own.
    expect(await ok(client.getHealth())).toMatchObject({ error: { message: 'Missing Credentials' } })
  })
})

describe('the tests above', () => {
  it('called every method of the operations that are served', () => {
    const methods = methodsOf({ ...accounts, ...users, ...friends, ...system })
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
