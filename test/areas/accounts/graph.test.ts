import { beforeAll, describe, expect, test } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aRestClient } from '../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  aRegisteredUser,
  aUser,
  enableTotp,
  logIn,
  mailedLink,
  PASSWORD,
  type TestUser,
  totpCode,
} from '../../support/users.ts'

const SignIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) { session { pendingFactors } viewer { email user { id } } }
  }
`)
const Register = graphql(`
  mutation Register($input: RegisterUserAccountInput!) {
    registerUserAccount(input: $input) { session { pendingFactors } viewer { id username birthday isEmailVerified user { displayName } } }
  }
`)
const Me = graphql(`
  query Me {
    viewer { id user { id } email isEmailVerified twoFactorEnabledAt isTwoFactorPending deletionAt recoveryCodes { code isUsed } }
    session { id pendingFactors isCurrent }
  }
`)
const Sessions = graphql(`
  query Sessions($first: Int, $after: String) {
    viewer { sessions(first: $first, after: $after) { totalCount nodes { id isCurrent address } pageInfo { hasNextPage endCursor } } }
  }
`)
const RevokeSession = graphql(`
  mutation RevokeSession($input: RevokeSessionInput!) {
    revokeSession(input: $input) { deletedSessionId viewer { sessions { nodes { id } } } }
  }
`)
const RevokeOthers = graphql(`
  mutation RevokeOthers {
    revokeOtherSessions(input: {}) { deletedSessionIds viewer { sessions { nodes { id isCurrent } } } }
  }
`)
const Logout = graphql(`
  mutation Logout { logout(input: {}) { deletedSessionId session { id } viewer { id } } }
`)
const Verify = graphql(`
  mutation Verify($input: Verify2FAInput!) {
    verify2FA(input: $input) { session { pendingFactors } viewer { user { id } } }
  }
`)
const VerifyRecovery = graphql(`
  mutation VerifyRecovery($input: VerifyRecoveryCodeInput!) {
    verifyRecoveryCode(input: $input) { viewer { user { id } } }
  }
`)
const VerifyEmailCode = graphql(`
  mutation VerifyEmailCode($input: Verify2FAEmailCodeInput!) {
    verify2FAEmailCode(input: $input) { viewer { user { id } } }
  }
`)
const Enable = graphql(`
  mutation Enable { enable2FA(input: {}) { pendingSecondFactor { secret qrCodeDataUrl } } }
`)
const VerifyPending = graphql(`
  mutation VerifyPending($input: VerifyPending2FAInput!) {
    verifyPending2FA(input: $input) { viewer { twoFactorEnabledAt recoveryCodes { code isUsed } } }
  }
`)
const CancelPending = graphql(`
  mutation CancelPending { cancelPending2FA(input: {}) { viewer { isTwoFactorPending } } }
`)
const Disable = graphql(`
  mutation Disable { disable2FA(input: {}) { viewer { twoFactorEnabledAt recoveryCodes { code } } } }
`)
const Resend = graphql(`
  mutation Resend { resendEmailConfirmation(input: {}) { viewer { isEmailVerified } } }
`)
const Confirm = graphql(`
  mutation Confirm($input: ConfirmEmailInput!) { confirmEmail(input: $input) { session { id } } }
`)
const Approve = graphql(`
  mutation Approve($input: VerifyLoginPlaceInput!) { verifyLoginPlace(input: $input) { isLoginFinished session { id } viewer { id } } }
`)
const DeleteAccount = graphql(`
  mutation DeleteAccount($input: DeleteAccountInput!) { deleteAccount(input: $input) { viewer { deletionAt } } }
`)

let app: TestApp
beforeAll(async () => {
  app = await sharedClockApp()
})

const credentials = ({ username }: TestUser) => ({ input: { username, password: PASSWORD } })

/** A client without a session, at the person's known address or at a new one. */
const elsewhere = (person?: TestUser): GraphClient =>
  aGraphClient(app, aRestClient(app, person && { address: person.api.address }))

describe('login', () => {
  test('sets the cookie that REST uses, and returns the viewer', async () => {
    const person = await aUser(app)
    const client = elsewhere(person)
    expect(await client.run(Me)).toEqual({ viewer: null, session: null })
    const { signIn } = await client.run(SignIn, credentials(person))
    expect(signIn).toEqual({
      session: { pendingFactors: [] },
      viewer: { email: person.email, user: { id: person.id } },
    })
    expect(client.api.cookies.get('auth')).toMatch(/^authcookie_/)
    expect(await client.api.call('getCurrentUser')).toMatchObject({ id: person.id })
    expect((await client.run(Me)).session).toMatchObject({ pendingFactors: [], isCurrent: true })
  })

  test('gives the same error for an unknown name and a wrong password', async () => {
    const person = await aUser(app)
    const wrong = { input: { username: person.username, password: 'not the password' } }
    const unknown = { input: { username: aName(), password: 'not the password' } }
    const answers = [
      await elsewhere().send(SignIn.toString(), wrong),
      await elsewhere().send(SignIn.toString(), unknown),
    ]
    for (const { errors } of answers) {
      expect(errors?.[0]?.message).toBe('Invalid Username/Email or Password')
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', reason: 'WRONG_CREDENTIALS' })
    }
  })

  test('is rate limited, with the time to wait', async () => {
    const person = await aUser(app)
    const client = elsewhere()
    const wrong = { input: { username: person.username, password: 'not the password' } }
    for (let tries = 0; tries < 5; tries++) expect(await client.refusalCodes(SignIn, wrong)).toEqual(['BAD_INPUT'])
    const { errors } = await client.send(SignIn.toString(), wrong)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
  })

  test('registers an account', async () => {
    const username = aName()
    const client = elsewhere()
    const input = {
      username,
      email: `${username}@plaza.test`,
      password: PASSWORD,
      birthday: '1991-02-03',
      acceptedTOSVersion: 1,
      subscribe: false,
    }
    const { registerUserAccount } = await client.run(Register, { input })
    expect(registerUserAccount).toMatchObject({
      session: { pendingFactors: [] },
      viewer: { username, birthday: '1991-02-03', isEmailVerified: false, user: { displayName: username } },
    })
    expect(await client.api.call('getCurrentUser')).toMatchObject({ username })
    const again = await elsewhere().send(Register.toString(), { input })
    expect(again.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      issues: [{ path: ['input', expect.any(String)] }],
    })
    const young = { input: { ...input, birthday: app.clock.now().toISOString().slice(0, 10) } }
    expect(await elsewhere().refusalCodes(Register, young)).toEqual(['BAD_INPUT'])
  })

  test('ends with a logout, which clears the cookie and deletes the session', async () => {
    const person = await aUser(app)
    const client = aGraphClient(app, person.api)
    const { session } = await client.run(Me)
    expect(await client.run(Logout)).toEqual({
      logout: { deletedSessionId: session?.id, session: null, viewer: null },
    })
    expect(client.api.cookies.has('auth')).toBe(false)
    expect(await client.refusalCodes(Logout)).toEqual(['UNAUTHENTICATED'])
  })
})

describe('sessions', () => {
  test('are listed, latest login first, and can be ended singly or all but the current one', async () => {
    const person = await aUser(app)
    const clients = [aGraphClient(app, person.api), elsewhere(person), elsewhere(person)]
    for (const client of clients.slice(1)) {
      app.clock.advance(1_000)
      await client.run(SignIn, credentials(person))
    }
    const [first, second, third] = clients
    const page = await third?.run(Sessions, { first: 2 })
    expect(page?.viewer?.sessions.totalCount).toBe(3)
    expect(page?.viewer?.sessions.nodes.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect(page?.viewer?.sessions.nodes[0]?.address).toBe(person.api.address)
    const rest = await third?.run(Sessions, { first: 2, after: page?.viewer?.sessions.pageInfo.endCursor ?? '' })
    const oldest = rest?.viewer?.sessions.nodes[0]?.id ?? ''

    const revoked = await third?.run(RevokeSession, { input: { sessionId: oldest } })
    expect(revoked?.revokeSession.deletedSessionId).toBe(oldest)
    expect(revoked?.revokeSession.viewer.sessions.nodes).toHaveLength(2)
    expect(await first?.run(Me)).toEqual({ viewer: null, session: null })
    expect(await third?.refusalCodes(RevokeSession, { input: { sessionId: oldest } })).toEqual(['NOT_FOUND'])

    const others = await third?.run(RevokeOthers)
    expect(others?.revokeOtherSessions.deletedSessionIds).toEqual([page?.viewer?.sessions.nodes[1]?.id])
    expect(others?.revokeOtherSessions.viewer.sessions.nodes).toMatchObject([{ isCurrent: true }])
    expect(await second?.run(Me)).toEqual({ viewer: null, session: null })
  })

  test('of other people can not be read or ended', async () => {
    const [ada, grace] = [await aUser(app), await aUser(app)]
    const { session } = await aGraphClient(app, ada.api).run(Me)
    const client = aGraphClient(app, grace.api)
    expect(await client.refusalCodes(RevokeSession, { input: { sessionId: session?.id ?? '' } })).toEqual(['NOT_FOUND'])
    expect((await client.send(`{ node(id: "${session?.id}") { id } }`)).data).toEqual({ node: null })
    expect((await aGraphClient(app, ada.api).run(Me)).session?.id).toBe(session?.id)
  })
})

describe('the second factor', () => {
  test('is enabled by a code, required at login and disabled again', async () => {
    const person = await aRegisteredUser(app)
    const client = aGraphClient(app, person.api)
    const { enable2FA } = await client.run(Enable)
    expect(enable2FA.pendingSecondFactor.qrCodeDataUrl).toMatch(/^data:image\/png;base64,/)
    expect((await client.run(Me)).viewer?.isTwoFactorPending).toBe(true)
    expect(await client.refusalCodes(VerifyPending, { input: { code: '000000' } })).toEqual(['BAD_INPUT'])
    const code = await totpCode(app, enable2FA.pendingSecondFactor.secret)
    const { verifyPending2FA } = await client.run(VerifyPending, { input: { code } })
    expect(verifyPending2FA.viewer.recoveryCodes).toHaveLength(10)
    expect(verifyPending2FA.viewer.twoFactorEnabledAt).not.toBeNull()
    const { disable2FA } = await client.run(Disable)
    expect(disable2FA.viewer).toEqual({ twoFactorEnabledAt: null, recoveryCodes: [] })
  })

  test('can be cancelled while it is pending', async () => {
    const client = aGraphClient(app, (await aUser(app)).api)
    await client.run(Enable)
    expect((await client.run(CancelPending)).cancelPending2FA.viewer.isTwoFactorPending).toBe(false)
  })

  test('is required by all other fields before it finishes a login, and trusts the device afterwards', async () => {
    const person = await aUser(app)
    const secret = await enableTotp(app, person)
    const client = elsewhere()
    const { signIn } = await client.run(SignIn, credentials(person))
    expect(signIn).toEqual({ session: { pendingFactors: ['TOTP', 'RECOVERY_CODE'] }, viewer: null })
    const pending = await client.run(Me)
    expect(pending).toMatchObject({ viewer: null, session: { pendingFactors: ['TOTP', 'RECOVERY_CODE'] } })
    expect(await client.refusalCodes(Resend)).toEqual(['SECOND_FACTOR_REQUIRED'])
    expect(await client.refusalCodes(Verify, { input: { code: '000000' } })).toEqual(['BAD_INPUT'])
    expect(await client.run(Verify, { input: { code: await totpCode(app, secret) } })).toEqual({
      verify2FA: { session: { pendingFactors: [] }, viewer: { user: { id: person.id } } },
    })
    expect(client.api.cookies.get('twoFactorAuth')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

    client.api.cookies.delete('auth')
    expect((await client.run(SignIn, credentials(person))).signIn.session?.pendingFactors).toEqual([])
  })

  test('can be a recovery code, once', async () => {
    const person = await aUser(app)
    await enableTotp(app, person)
    const code = (await aGraphClient(app, person.api).run(Me)).viewer?.recoveryCodes[0]?.code ?? ''
    const [first, second] = [elsewhere(), elsewhere()]
    for (const client of [first, second]) await client.run(SignIn, credentials(person))
    expect(await first.run(VerifyRecovery, { input: { code } })).toEqual({
      verifyRecoveryCode: { viewer: { user: { id: person.id } } },
    })
    expect(await second.refusalCodes(VerifyRecovery, { input: { code } })).toEqual(['BAD_INPUT'])
    expect((await first.run(Me)).viewer?.recoveryCodes[0]).toEqual({ code, isUsed: true })
  })

  test('is a mailed code at a new address, or the link of that mail', async () => {
    const person = await aConfirmedUser(app)
    const [byCode, byLink] = [elsewhere(), elsewhere()]
    expect((await byCode.run(SignIn, credentials(person))).signIn.session?.pendingFactors).toEqual(['EMAIL_CODE'])
    const mail = app.mails.findLast(({ to }) => to === person.email)?.text ?? ''
    const [code = ''] = /\b\d{6}\b/.exec(mail) ?? []
    expect(await byCode.run(VerifyEmailCode, { input: { code } })).toEqual({
      verify2FAEmailCode: { viewer: { user: { id: person.id } } },
    })

    expect((await byLink.run(SignIn, credentials(person))).signIn.session?.pendingFactors).toEqual(['EMAIL_CODE'])
    const token = mailedLink(app, person.email).searchParams.get('token') ?? ''
    expect(await elsewhere().run(Approve, { input: { token, userId: person.id } })).toEqual({
      verifyLoginPlace: { isLoginFinished: true, session: null, viewer: null },
    })
    expect((await byLink.run(Me)).viewer?.user.id).toBe(person.id)
    expect(await elsewhere().refusalCodes(Approve, { input: { token } })).toEqual(['BAD_INPUT'])
  })
})

describe('the e-mail address', () => {
  test('is confirmed by the link of a mail, which can be sent again', async () => {
    const person = await aRegisteredUser(app)
    const client = aGraphClient(app, person.api)
    expect((await client.run(Resend)).resendEmailConfirmation.viewer.isEmailVerified).toBe(false)
    const token = mailedLink(app, person.email).searchParams.get('verify_email') ?? ''
    expect(await elsewhere().run(Confirm, { input: { userId: person.id, token } })).toEqual({
      confirmEmail: { session: null },
    })
    expect((await client.run(Me)).viewer).toMatchObject({ email: person.email, isEmailVerified: true })
    expect(await client.refusalCodes(Resend)).toEqual(['BAD_INPUT'])
  })
})

describe('deletion', () => {
  test('waits 14 days, is kept by a logout and cancelled by the next request', async () => {
    const person = await aUser(app)
    const client = aGraphClient(app, person.api)
    const { deleteAccount } = await client.run(DeleteAccount, { input: {} })
    const days = (Date.parse(deleteAccount.viewer.deletionAt ?? '') - app.clock.now().getTime()) / 86_400_000
    expect(days).toBeCloseTo(14, 2)
    await client.run(Logout)
    const stored = () => app.scope().db.account.findUniqueOrThrow({ where: { userId: person.id } })
    expect((await stored()).deletionAt).not.toBeNull()
    await logIn(person.api, person)
    expect((await client.run(Me)).viewer?.deletionAt).toBeNull()
  })

  test('of another account is allowed to admins only', async () => {
    const [ada, grace] = [await aUser(app), await aUser(app)]
    const client = aGraphClient(app, ada.api)
    expect(await client.refusalCodes(DeleteAccount, { input: { userId: grace.id } })).toEqual(['FORBIDDEN'])
  })
})
