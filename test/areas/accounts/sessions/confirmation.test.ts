import { describe, expect, it } from 'vitest'
import { graphql } from '../../../generated/index.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { auditRowsAddedBy } from '../../../support/audit.ts'
import { aGraphClient, type GraphClient } from '../../../support/graphClient.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import {
  ageSessions,
  aName,
  anAdmin,
  aUser,
  enableTotp,
  logIn,
  PASSWORD,
  type TestUser,
  totpCode,
  wrongCode,
} from '../../../support/users.ts'

const app = await sharedClockApp()
const LIFETIME = 10 * 60_000

const Confirm = graphql(`
  mutation ConfirmIdentity($input: ConfirmIdentityInput!) { confirmIdentity(input: $input) { session { id } } }
`)
const Confirmed = graphql(`query Confirmed { session { confirmationExpiresAt } }`)
const Update = graphql(
  `mutation UpdateOther($input: UpdateAccountInput!) { updateAccount(input: $input) { user { id } } }`,
)
const UpdateTexts = graphql(`
  mutation UpdateTexts($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }
`)
const Delete = graphql(`
  mutation DeleteOther($input: DeleteAccountInput!) { deleteAccount(input: $input) { user { id } } }
`)
const Disable = graphql(`mutation DisableOwn { disable2FA(input: {}) { viewer { id } } }`)

/** An admin who logged in an hour ago. */
async function anIdleAdmin() {
  const admin = await anAdmin(app)
  await ageSessions(app, admin)
  return { admin, graph: aGraphClient(app, admin.api) }
}

const refusalOf = async (graph: GraphClient, document: { toString(): string }, input?: object) =>
  (await graph.send(document.toString(), { input })).errors?.[0]?.extensions
const CONFIRMATION_REQUIRED = { code: 'FORBIDDEN', reason: 'CONFIRMATION_REQUIRED' }
const codesOf = async ({ api }: TestUser) => {
  const answer = await api.call('getRecoveryCodes')
  return 'otp' in answer ? (answer.otp ?? []).map(({ code }) => code) : []
}

/** An admin with a second factor older than the session, in which nothing was confirmed for ten minutes. */
async function anAdminWithFactor() {
  const admin = await anAdmin(app)
  const secret = await enableTotp(app, admin)
  const codes = await codesOf(admin)
  await logIn(admin.api, admin)
  await admin.api.call('verifyRecoveryCode', { body: { code: codes[0] ?? '' } })
  app.clock.advance(LIFETIME)
  return { admin, secret, codes, graph: aGraphClient(app, admin.api) }
}
const newPassword = ({ id: userId }: TestUser) => ({ userId, password: aName('new-password-') })

describe('an admin who changes the account of somebody else', () => {
  it.each(['password', 'email', 'username', 'displayName'])('needs a confirmation to set %s', async (field) => {
    const [{ admin, graph }, person] = [await anIdleAdmin(), await aUser(app)]
    const value = field === 'email' ? `${aName()}@plaza.test` : aName(field === 'password' ? 'new-password-' : 'n')
    const change = { [field]: value }
    expect(await refusalOf(graph, Update, { userId: person.id, ...change })).toMatchObject(CONFIRMATION_REQUIRED)
    const refused = await admin.api.try('updateUser', { userId: person.id, body: change })
    expect(refused).toMatchObject(refusal(403, /Confirm your identity/))
    await graph.run(Confirm, { input: { password: PASSWORD } })
    expect(await refusalOf(graph, Update, { userId: person.id, ...change })).toBeUndefined()
  })

  it('needs a confirmation to change its texts or to delete it, which are refused without a trace', async () => {
    const [{ graph }, person] = [await anIdleAdmin(), await aUser(app)]
    const texts = { userId: person.id, bio: 'Moderated' }
    const { added } = await auditRowsAddedBy(app, async () => {
      expect(await refusalOf(graph, UpdateTexts, texts)).toMatchObject(CONFIRMATION_REQUIRED)
      expect(await refusalOf(graph, Delete, { userId: person.id })).toMatchObject(CONFIRMATION_REQUIRED)
    })
    expect(added).toEqual([])
    expect(await person.api.call('getCurrentUser')).toMatchObject({ bio: '', accountDeletionDate: null })
    await graph.run(Confirm, { input: { password: PASSWORD } })
    expect(await refusalOf(graph, UpdateTexts, texts)).toBeUndefined()
    expect(await refusalOf(graph, Delete, { userId: person.id })).toBeUndefined()
  })

  it('can give the own current password in the request instead, which no entry of the audit log repeats', async () => {
    const [{ admin }, person] = [await anIdleAdmin(), await aUser(app)]
    const update = (currentPassword: string) =>
      admin.api.try('updateUser', { userId: person.id, body: { password: aName('new-password-'), currentPassword } })
    expect(await update('wrong one')).toMatchObject(refusal(400, '"Current password is wrong"'))
    const { answer, added } = await auditRowsAddedBy(app, () => update(PASSWORD))
    expect(answer).toMatchObject({ status: 200 })
    expect(added).toMatchObject([{ act: 'updateUser', details: { fields: ['password'] } }])
  })
})

describe('a confirmation', () => {
  it('is valid for ten minutes, in its session alone, and so is a login', async () => {
    const [{ admin, graph }, person] = [await anIdleAdmin(), await aUser(app)]
    const until = async () => Date.parse(String((await graph.run(Confirmed)).session?.confirmationExpiresAt))
    expect(await until()).toBeLessThanOrEqual(app.clock.now().getTime())
    const before = app.clock.now().getTime()
    await graph.run(Confirm, { input: { password: PASSWORD } })
    expect(await until()).toBeGreaterThanOrEqual(before + LIFETIME)
    app.clock.advance(LIFETIME - 60_000)
    expect(await refusalOf(graph, Update, newPassword(person))).toBeUndefined()
    app.clock.advance(60_000)
    expect(await refusalOf(graph, Update, newPassword(person))).toMatchObject(CONFIRMATION_REQUIRED)
    const fresh = aGraphClient(app)
    await fresh.send(
      `mutation { signIn(input: { username: "${admin.username}", password: "${PASSWORD}" }) { session { pendingFactors } } }`,
    )
    expect(await refusalOf(fresh, Update, newPassword(person))).toBeUndefined()
    expect(await refusalOf(graph, Update, newPassword(person))).toMatchObject(CONFIRMATION_REQUIRED)
  })

  it('is given by a time-based or recovery code, which is used up', async () => {
    const [{ graph, secret, codes }, person] = [await anAdminWithFactor(), await aUser(app)]
    const code = await totpCode(app, secret)
    expect(await refusalOf(graph, Disable)).toMatchObject(CONFIRMATION_REQUIRED)
    expect(await refusalOf(graph, Confirm, { code: wrongCode(code) })).toMatchObject({ reason: 'WRONG_CODE' })
    await graph.run(Confirm, { input: { code } })
    expect(await refusalOf(graph, Confirm, { code })).toMatchObject({ reason: 'WRONG_CODE' })
    expect(await refusalOf(graph, Update, newPassword(person))).toBeUndefined()
    app.clock.advance(LIFETIME)
    await graph.run(Confirm, { input: { code: codes[1] } })
    expect(await refusalOf(graph, Confirm, { code: codes[1] })).toMatchObject({ reason: 'WRONG_CODE' })
    expect(await refusalOf(graph, Disable)).toBeUndefined()
  })

  it('is not given by a factor that was enabled in the session', async () => {
    const admin = await anAdmin(app)
    const secret = await enableTotp(app, admin)
    const [codes, graph] = [await codesOf(admin), aGraphClient(app, admin.api)]
    // The login is an hour ago, and the factor was enabled after it.
    await app.scope().db.session.updateMany({ where: { userId: admin.id }, data: { confirmedAt: null } })
    app.clock.advance(LIFETIME)
    for (const code of [await totpCode(app, secret), codes[0]])
      expect(await refusalOf(graph, Confirm, { code })).toMatchObject({ reason: 'WRONG_CODE' })
    expect(await refusalOf(graph, Update, newPassword(await aUser(app)))).toMatchObject(CONFIRMATION_REQUIRED)
    await graph.run(Confirm, { input: { password: PASSWORD } })
    expect(await refusalOf(graph, Disable)).toBeUndefined()
  })

  it('is not given by recovery codes that were shown in a session to which they had been unknown', async () => {
    const { admin, graph, secret } = await anAdminWithFactor()
    await graph.run(Confirm, { input: { code: await totpCode(app, secret) } })
    const [, code] = await codesOf(admin)
    app.clock.advance(LIFETIME)
    expect(await refusalOf(graph, Confirm, { code })).toMatchObject({ reason: 'WRONG_CODE' })
    const later = aRestClient(app)
    await logIn(later, admin)
    await later.call('verifyRecoveryCode', { body: { code: code ?? '' } })
  })

  it('needs exactly one proof, and wrong ones are limited', async () => {
    const { graph } = await anIdleAdmin()
    for (const input of [{}, { password: PASSWORD, code: '123456' }])
      expect(await refusalOf(graph, Confirm, input)).toMatchObject({
        code: 'BAD_INPUT',
        issues: [{ path: ['input', 'password'] }],
      })
    for (let at = 0; at < 10; at++)
      expect(await refusalOf(graph, Confirm, { code: String(135_790 + at) })).toMatchObject({ reason: 'WRONG_CODE' })
    expect(await refusalOf(graph, Confirm, { code: '975318' })).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await refusalOf(graph, Confirm, { password: PASSWORD })).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('what belongs to the second factor', () => {
  /** The acts by their names, each by REST and GraphQL. */
  const ACTS = {
    enable2FA: 'enable2FA(input: {}) { pendingSecondFactor { secret } }',
    verifyPending2FA: 'verifyPending2FA(input: { code: "135792" }) { viewer { id } }',
    cancelPending2FA: 'cancelPending2FA(input: {}) { viewer { id } }',
    disable2FA: 'disable2FA(input: {}) { viewer { id } }',
  } as const

  it.each(['enable2FA', 'verifyPending2FA', 'cancelPending2FA', 'disable2FA'] as const)(
    'is refused to anybody whose login is ten minutes old: %s',
    async (name) => {
      const person = await aUser(app)
      const call = name === 'verifyPending2FA' ? { body: { code: '135792' } } : undefined
      expect((await person.api.try(name, call)).status).not.toBe(403)
      await ageSessions(app, person)
      expect(await person.api.try(name, call)).toMatchObject(refusal(403, /Confirm your identity/))
      const answer = await aGraphClient(app, person.api).send(`mutation { ${ACTS[name]} }`)
      expect(answer.errors?.[0]?.extensions).toMatchObject(CONFIRMATION_REQUIRED)
    },
  )

  it('shows the recovery codes after a login or confirmation alone, and what is owed until the login is finished', async () => {
    const person = await aUser(app)
    await enableTotp(app, person)
    const graph = aGraphClient(app, person.api)
    const [codes, shown] = [await codesOf(person), 'query { viewer { recoveryCodes { code } } }']
    expect(codes).toHaveLength(10)
    await ageSessions(app, person)
    expect(await person.api.try('getRecoveryCodes')).toMatchObject(refusal(403, /Confirm your identity/))
    expect((await graph.send(shown)).errors?.[0]?.extensions).toMatchObject(CONFIRMATION_REQUIRED)
    await graph.run(Confirm, { input: { password: PASSWORD } })
    expect((await graph.send(shown)).data).toEqual({ viewer: { recoveryCodes: codes.map((code) => ({ code })) } })
    const unfinished = aRestClient(app)
    await logIn(unfinished, person)
    expect(await unfinished.call('getRecoveryCodes')).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
  })

  it('can neither lock the owner out nor be taken away by a session that is not new', async () => {
    const person = await aUser(app)
    const owner = aRestClient(app)
    await logIn(owner, person)
    await ageSessions(app, person)
    expect(await person.api.try('enable2FA')).toMatchObject({ status: 403 })
    expect(await owner.call('getCurrentUser')).toMatchObject({ id: person.id, twoFactorAuthEnabled: false })
    await logIn(owner, person)
    await enableTotp(app, { ...person, api: owner })
    await ageSessions(app, person)
    expect(await owner.try('disable2FA')).toMatchObject({ status: 403 })
    expect(await owner.call('getCurrentUser')).toMatchObject({ twoFactorAuthEnabled: true })
  })
})
