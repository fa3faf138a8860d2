import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import {
  aName,
  aRegisteredUser,
  aRegistration,
  confirmEmail,
  mailedLink,
  PASSWORD,
  type TestUser,
} from '../../../support/users.ts'

const app = await anApp({ REGISTRATIONS_PER_HOUR: '10' })
const TAKEN = refusal(400, /^email: .*exists/)

const register = (change: object, api = aRestClient(app)) =>
  api.try('registerUserAccount', { body: { ...aRegistration(), ...change } })
const mailsTo = (start: string) => app.mails.filter(({ to }) => to?.toLowerCase().startsWith(start)).length
const emailOf = async ({ id }: Pick<TestUser, 'id'>) =>
  (await app.scope().db.account.findUniqueOrThrow({ where: { userId: id } })).email
/** Asks for another address, whose link is mailed there. */
const claim = (person: TestUser, email: string) =>
  person.api.call('updateUser', { userId: person.id, body: { email, currentPassword: PASSWORD } })

describe('registrations', () => {
  it('are limited to 10 in an hour from one network, also in parallel and for addresses of one /64', async () => {
    const answers = await runConcurrently(app, 25, (at) =>
      register({}, aRestClient(app, { address: `2001:db8:5:5::${at + 1}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const { headers } of answers.filter(({ status }) => status === 429))
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(55 * 60)
  })

  it('mail one mailbox three times in an hour, whatever its case and tag', async () => {
    const name = aName()
    const emails = [1, 2, 3, 4, 5].map((tag) => `${tag % 2 ? name : name.toUpperCase()}+${tag}@plaza.test`)
    const statuses: number[] = []
    for (const email of emails) statuses.push((await register({ email })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(mailsTo(name)).toBe(3)
    expect(await register({ email: `${name}2@plaza.test` })).toMatchObject({ status: 200 })
  })

  it('that fail do not count against the mailbox', async () => {
    const [name, { username }] = [aName(), await aRegisteredUser(app)]
    for (let tries = 0; tries < 5; tries++)
      expect(await register({ username, email: `${name}+${tries}@plaza.test` })).toMatchObject({ status: 400 })
    expect(await register({ email: `${name}@plaza.test` })).toMatchObject({ status: 200 })
  })
})

describe('an address that somebody registered and did not confirm', () => {
  it('can be registered again after 7 days', async () => {
    const squatter = await aRegisteredUser(app)
    app.clock.advance(7 * DAY - 60_000)
    expect(await register({ email: squatter.email })).toMatchObject(TAKEN)
    app.clock.advance(60_000)
    const answers = await runConcurrently(app, 5, () => register({ email: squatter.email.toUpperCase() }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect(await emailOf(squatter)).toBeNull()
    expect(await squatter.api.call('getCurrentUser')).toMatchObject({ id: squatter.id, obfuscatedEmail: '' })
  })

  it('belongs at once to whoever confirms it, and the link of the other is void', async () => {
    const squatter = await aRegisteredUser(app)
    const old = mailedLink(app, squatter.email)
    const owner = await aRegisteredUser(app)
    await claim(owner, squatter.email)
    await confirmEmail(app, { ...owner, email: squatter.email })
    expect([await emailOf(squatter), await emailOf(owner)]).toEqual([null, squatter.email])
    expect(await aRestClient(app).fetch(`${old.pathname}${old.search}`)).toMatchObject({ status: 400 })
    expect(await squatter.api.try('resendEmailConfirmation')).toMatchObject({ status: 400 })
  })

  it('stays with its owner once it is confirmed, also after 7 days', async () => {
    const [owner, other] = [await aRegisteredUser(app), await aRegisteredUser(app)]
    await confirmEmail(app, owner)
    await claim(other, owner.email)
    const link = mailedLink(app, owner.email)
    expect(await aRestClient(app).fetch(`${link.pathname}${link.search}`)).toMatchObject(
      refusal(400, /another account has this address/),
    )
    app.clock.advance(8 * DAY)
    expect(await register({ email: owner.email })).toMatchObject(TAKEN)
    expect(await emailOf(owner)).toBe(owner.email)
  })

  it('goes to one of two that confirm it at once', async () => {
    const squatter = await aRegisteredUser(app)
    const [first, second] = [await aRegisteredUser(app), await aRegisteredUser(app)]
    const links: URL[] = []
    for (const person of [first, second]) {
      await claim(person, squatter.email)
      links.push(mailedLink(app, squatter.email))
    }
    const answers = await runConcurrently(app, 2, (at) =>
      aRestClient(app).fetch(`${links[at]?.pathname}${links[at]?.search}`),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400])
    const emails = [await emailOf(squatter), await emailOf(first), await emailOf(second)]
    expect(emails.filter((email) => email === squatter.email)).toHaveLength(1)
  })
})
