import { describe, expect, it } from 'vitest'
import { removeTotp } from '../../../../src/areas/accounts/login/totp.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { aRestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  anAdmin,
  aRegisteredUser,
  aUser,
  enableTotp,
  logIn,
  mailedCode,
  mailedLink,
  PASSWORD,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const app = await sharedClockApp()

/** The mails that an address receives during the work. */
async function mailsTo(email: string, work: () => Promise<unknown>) {
  const before = app.mails.length
  await work()
  return app.mails.slice(before).filter(({ to }) => to === email)
}

const update = (by: TestUser, { id: userId }: Pick<TestUser, 'id'>, body: Record<string, string>) =>
  by.api.call('updateUser', { userId, body })
const changePassword = (person: TestUser) => update(person, person, { password: aName(), currentPassword: PASSWORD })

describe('a changed password', () => {
  it('is told to the owner, with the network address and a link that ends the sessions', async () => {
    const person = await aConfirmedUser(app)
    const mails = await mailsTo(person.email, () => changePassword(person))
    expect(mails).toMatchObject([{ subject: 'Your password was changed' }])
    expect(mails[0]?.text).toContain(`Network address: ${person.api.address}`)
    expect(mailedLink(app, person.email).pathname).toBe('/account/end-sessions')
  })

  it('by an admin is told without the address of the admin', async () => {
    const [person, admin] = [await aConfirmedUser(app), await anAdmin(app)]
    const mails = await mailsTo(person.email, () => update(admin, person, { password: aName() }))
    expect(mails).toMatchObject([{ text: expect.stringContaining('By: an administrator') }])
    expect(mails[0]?.text).not.toContain(admin.api.address)
  })

  it('is told to no address that was never confirmed', async () => {
    const person = await aUser(app)
    expect(await mailsTo(person.email, () => changePassword(person))).toEqual([])
  })
})

describe('a changed e-mail address', () => {
  it('is told to the old one when it is entered, and to both when it is confirmed', async () => {
    const person = await aConfirmedUser(app)
    const email = `${aName('moved')}@plaza.test`
    const entered = () => update(person, person, { email, currentPassword: PASSWORD })
    expect(await mailsTo(person.email, entered)).toMatchObject([{ subject: 'A new e-mail address for your account' }])
    const { pathname, search } = mailedLink(app, email)
    const sent = app.mails.length
    await aRestClient(app).fetch(`${pathname}${search}`)
    const told = app.mails.slice(sent)
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, 'Your e-mail address was changed'],
      [email, 'Your e-mail address was changed'],
    ])
    for (const { text } of told) expect(text).not.toContain(email)
  })

  it('is no change when the first address is confirmed', async () => {
    const person = await aRegisteredUser(app)
    const { pathname, search } = mailedLink(app, person.email)
    expect(await mailsTo(person.email, () => person.api.fetch(`${pathname}${search}`))).toEqual([])
  })
})

describe('the second factor', () => {
  it('is told to the owner when it is enabled and disabled, by the owner or the operator', async () => {
    const person = await aConfirmedUser(app)
    const subjects = async (work: () => Promise<unknown>) =>
      (await mailsTo(person.email, work)).map(({ subject }) => subject)
    const enabled = ['Two-factor authentication was enabled']
    const disabled = ['Two-factor authentication was disabled']
    expect(await subjects(() => enableTotp(app, person))).toEqual(enabled)
    expect(await subjects(() => person.api.call('disable2FA'))).toEqual(disabled)
    expect(await subjects(() => person.api.call('disable2FA'))).toEqual([])
    expect(await subjects(() => enableTotp(app, person))).toEqual(enabled)
    expect(await subjects(() => removeTotp(app.scope(), person.id))).toEqual(disabled)
    expect(app.mails.at(-1)?.text).toContain('By: the operator of the server')
  })

  it('ends every other session at once, with its sockets, but not the one that enabled it', async () => {
    const person = await aConfirmedUser(app)
    const other = aRestClient(app, { address: person.api.address })
    await logIn(other, person)
    const [own, others] = await Promise.all([
      aPipelineSocket(app, person),
      aPipelineSocket(app, { ...person, api: other }),
    ])
    await enableTotp(app, person)
    await others.closed()
    expect(await other.try('getCurrentUser')).toMatchObject({ status: 401 })
    expect(await person.api.call('getCurrentUser')).toMatchObject({ id: person.id })
    expect(own.socket.readyState).toBe(own.socket.OPEN)
    await own.close()
  })
})

describe('a login from a new place', () => {
  it('with a second factor is told to the owner, once for a place', async () => {
    const person = await aConfirmedUser(app)
    const secret = await enableTotp(app, person)
    const api = aRestClient(app)
    const logInThere = async () => {
      await logIn(api, person)
      await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
      app.clock.advance(60_000)
    }
    const mails = await mailsTo(person.email, logInThere)
    expect(mails).toMatchObject([{ subject: 'A login from a new place' }])
    expect(mails[0]?.text).toContain(api.address)
    api.cookies.clear()
    expect(await mailsTo(person.email, logInThere)).toEqual([])
  })

  it('that a mailed code approves is told by that mail alone', async () => {
    const person = await aConfirmedUser(app)
    const api = aRestClient(app)
    const mails = await mailsTo(person.email, async () => {
      await logIn(api, person)
      await api.call('verify2FAEmailCode', { body: { code: mailedCode(app, person.email) } })
    })
    expect(mails).toMatchObject([{ subject: 'Your login code' }])
  })
})

it('a mail is sent with the commit, or not at all', async () => {
  const to = `${aName()}@plaza.test`
  const failing = transact(app.scope(), async (tx) => {
    tx.sendMail({ to, subject: 'Never', text: 'Never' })
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  const message = { to, subject: 'Once', text: 'Once' }
  await transact(app.scope(), async (tx) => tx.sendMail(message))
  expect(app.mails.filter((mail) => mail.to === to)).toEqual([message])
})
