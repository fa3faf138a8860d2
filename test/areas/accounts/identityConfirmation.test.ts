import { describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { anApp } from '../../support/app.ts'
import { auditRowsAddedBy } from '../../support/audit.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { refusal } from '../../support/refusals.ts'
import { aName, anAdmin, aUser, enableTotp, PASSWORD, type TestUser, totpCode, wrongCode } from '../../support/users.ts'

const app = await anApp()
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

/** An admin who logged in more than ten minutes ago. */
async function anIdleAdmin() {
  const admin = await anAdmin(app)
  app.clock.advance(LIFETIME)
  return { admin, graph: aGraphClient(app, admin.api) }
}

const refusalOf = async (graph: GraphClient, document: { toString(): string }, input?: object) =>
  (await graph.send(document.toString(), { input })).errors?.[0]?.extensions
const CONFIRMATION_REQUIRED = { code: 'FORBIDDEN', reason: 'CONFIRMATION_REQUIRED' }
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

  it('needs a confirmation to delete it, and none to change its texts', async () => {
    const [{ graph }, person] = [await anIdleAdmin(), await aUser(app)]
    expect(await refusalOf(graph, UpdateTexts, { userId: person.id, bio: 'Moderated' })).toBeUndefined()
    expect(await refusalOf(graph, Delete, { userId: person.id })).toMatchObject(CONFIRMATION_REQUIRED)
    await graph.run(Confirm, { input: { password: PASSWORD } })
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
    const [{ admin, graph }, person] = [await anIdleAdmin(), await aUser(app)]
    const secret = await enableTotp(app, admin)
    app.clock.advance(LIFETIME)
    const code = await totpCode(app, secret)
    expect(await refusalOf(graph, Disable)).toMatchObject(CONFIRMATION_REQUIRED)
    expect(await refusalOf(graph, Confirm, { code: wrongCode(code) })).toMatchObject({ reason: 'WRONG_CODE' })
    await graph.run(Confirm, { input: { code } })
    expect(await refusalOf(graph, Confirm, { code })).toMatchObject({ reason: 'WRONG_CODE' })
    expect(await refusalOf(graph, Update, newPassword(person))).toBeUndefined()
    app.clock.advance(LIFETIME)
    const codes = await admin.api.call('getRecoveryCodes')
    await graph.run(Confirm, { input: { code: 'otp' in codes ? codes.otp?.[0]?.code : '' } })
    expect(await refusalOf(graph, Disable)).toBeUndefined()
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
