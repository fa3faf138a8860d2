import { beforeAll, describe, expect, it } from 'vitest'
import { sharedClockApp } from '../../../support/app.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type Exchange, type RestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  aUser,
  enableTotp,
  logIn,
  mailedLink,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const app = await sharedClockApp()
let viewer: TestUser

beforeAll(async () => {
  viewer = await aUser(app)
})

type Change = Record<string, unknown>
const update = (person: TestUser, body?: Change, api: RestClient = person.api) =>
  api.try('updateUser', { userId: person.id, body })
const proven = (person: TestUser, change: Change) => update(person, { ...change, currentPassword: person.password })
const own = (person: TestUser) =>
  person.api.call('getCurrentUser').then((record) => ('id' in record ? record : undefined))
const rows = ({ id }: TestUser) => app.scope().db.user.findUniqueOrThrow({ where: { id }, include: { account: true } })

describe('the current password', () => {
  it.each(['email', 'password', 'displayName', 'username', 'revertDisplayName'])(
    'is needed to change %s',
    async (field) => {
      const value = {
        email: 'new@plaza.test',
        password: 'a brand new one',
        displayName: 'Brand New',
        username: 'brandnew',
        revertDisplayName: true,
      }
      const before = await rows(viewer)
      const change = Object.fromEntries(Object.entries(value).filter(([name]) => name === field))
      expect(await update(viewer, change)).toMatchObject(refusal(400, '"Current password is required"'))
      expect(await update(viewer, { ...change, currentPassword: '' })).toMatchObject(
        refusal(400, '"Current password is required"'),
      )
      const wrong = aRestClient(app, { address: `192.0.2.${field.length}` })
      wrong.cookies.set('auth', viewer.api.cookies.get('auth') ?? '')
      expect(await update(viewer, { ...change, currentPassword: 'wrong one' }, wrong)).toMatchObject(
        refusal(400, '"Current password is wrong"'),
      )
      expect(await rows(viewer)).toEqual(before)
    },
  )

  it('can be wrong five times at most', async () => {
    const person = await aUser(app)
    const guess = () => update(person, { displayName: 'Guessed', currentPassword: 'wrong guess' })
    for (let at = 0; at < 5; at++) expect(await guess()).toMatchObject(refusal(400, '"Current password is wrong"'))
    const refused = await proven(person, { displayName: 'Guessed' })
    expect(refused).toMatchObject(refusal(429, /too many/i))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await update(person, { bio: 'needs none' })).toMatchObject({ status: 200 })
  })
})

describe('a new password', () => {
  it('must not be the name of the person', async () => {
    const person = await aUser(app)
    for (const change of [
      { password: person.username.toUpperCase() },
      { displayName: 'Brandnew', password: 'brandnew' },
    ])
      expect(await proven(person, change)).toMatchObject(refusal(400, /^password: /))
    expect(await own(person)).toMatchObject({ displayName: person.username })
  })

  it('ends every other session and trusted device, but not this session', async () => {
    const person = await aUser(app)
    const secret = await enableTotp(app, person)
    const trusted = aRestClient(app)
    await logIn(trusted, person)
    await trusted.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    expect(await logIn(trusted, person)).toMatchObject({ id: person.id })
    expect(await proven(person, { password: 'a brand new one' })).toMatchObject({ status: 200 })
    expect(await person.api.try('getCurrentUser')).toMatchObject({ status: 200, body: { id: person.id } })
    expect(await trusted.try('getCurrentUser')).toMatchObject(refusal(401, '"Missing Credentials"'))
    const again = { ...person, password: 'a brand new one' }
    expect(await logIn(trusted, again)).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
    await expect(logIn(aRestClient(app), person)).rejects.toThrow('401')
  })
})

describe('a new e-mail address', () => {
  it('is pending until its confirmation while the old one stays', async () => {
    const person = await aConfirmedUser(app)
    const email = `moved.${person.username}@plaza.test`
    const changed = await proven(person, { email })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        hasPendingEmail: true,
        emailVerified: true,
        obfuscatedPendingEmail: expect.stringMatching(/^mo\*+@plaza\.test$/),
      },
    })
    expect(JSON.stringify(changed.body)).not.toContain(email)
    expect(JSON.stringify(changed.body)).not.toContain(person.email)
    await expect(
      logIn(aRestClient(app, { address: person.api.address }), { ...person, username: email }),
    ).rejects.toThrow('401')
    const link = mailedLink(app, email)
    expect((await aRestClient(app).fetch(`${link.pathname}${link.search}`)).status).toBe(302)
    expect(await own(person)).toMatchObject({ hasPendingEmail: false, emailVerified: true, obfuscatedPendingEmail: '' })
    expect(
      await logIn(aRestClient(app, { address: person.api.address }), { ...person, username: email }),
    ).toMatchObject({
      id: person.id,
    })
  })

  it('changes nothing when it is the confirmed one', async () => {
    const person = await aConfirmedUser(app)
    const sent = app.mails.length
    expect(await proven(person, { email: person.email.toUpperCase() })).toMatchObject({
      status: 200,
      body: { hasPendingEmail: false },
    })
    expect(app.mails).toHaveLength(sent)
  })

  it('is rate limited, so that nobody gets too many mails', async () => {
    const person = await aUser(app)
    const answers: Exchange[] = []
    for (let at = 0; at < 7; at++) answers.push(await proven(person, { email: 'victim@plaza.test' }))
    expect(answers.at(-1)).toMatchObject(refusal(429, /too many/i))
    expect(app.mails.filter(({ to }) => to === 'victim@plaza.test').length).toBeLessThan(7)
  })
})

describe('a new name', () => {
  it('adds the old one to the past names, and can be reverted', async () => {
    const person = await aUser(app)
    const [first, second] = [aName('n'), aName('n')]
    for (const displayName of [first, second])
      expect(await proven(person, { displayName })).toMatchObject({ status: 200, body: { displayName } })
    const names = { displayName: second, pastDisplayNames: [{ displayName: person.username }, { displayName: first }] }
    expect(await own(person)).toMatchObject(names)
    expect(await proven(person, { displayName: ` ${second} ` })).toMatchObject({ status: 200, body: names })
    expect(await proven(person, { revertDisplayName: true })).toMatchObject({
      status: 200,
      body: { displayName: first, pastDisplayNames: [{ displayName: person.username }] },
    })
    expect(await proven(person, { revertDisplayName: true })).toMatchObject({
      body: { displayName: person.username, pastDisplayNames: [] },
    })
    expect(await proven(person, { revertDisplayName: true })).toMatchObject(refusal(400, /revertDisplayName/))
    expect(await proven(person, { revertDisplayName: false })).toMatchObject({ status: 200 })
  })

  it('may differ from the old one in case alone', async () => {
    const person = await aUser(app)
    expect(await proven(person, { displayName: person.username.toUpperCase() })).toMatchObject({
      status: 200,
      body: { displayName: person.username.toUpperCase() },
    })
  })

  it("must not be another person's, in any case or form, nor one that was taken meanwhile", async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    for (const displayName of [other.username, other.username.toUpperCase(), other.username.replace('u', 'ｕ')])
      expect(await proven(person, { displayName, bio: 'half' })).toMatchObject(
        refusal(400, 'displayName: this name is taken'),
      )
    expect(await proven(person, { username: other.username, bio: 'half' })).toMatchObject(
      refusal(400, 'username: this name is taken'),
    )
    expect(await own(person)).toMatchObject({ displayName: person.username, username: person.username, bio: '' })
    await proven(person, { displayName: aName('n') })
    await proven(other, { displayName: person.username })
    expect(await proven(person, { revertDisplayName: true })).toMatchObject(
      refusal(400, /^(revertD|d)isplayName: this name is taken$/),
    )
  })

  it('is accepted at login instead of the old one', async () => {
    const person = await aUser(app)
    const username = aName('n')
    expect(await proven(person, { username })).toMatchObject({
      status: 200,
      body: { username, displayName: person.username },
    })
    expect(await logIn(aRestClient(app), { ...person, username })).toMatchObject({ id: person.id })
    await expect(logIn(aRestClient(app), person)).rejects.toThrow('401')
  })

  it('goes to one of 20 people who choose it at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
    const displayName = aName('race')
    const answers = await Promise.all(people.map((person) => proven(person, { displayName })))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const lost of answers.filter(({ status }) => status !== 200))
      expect(lost).toMatchObject(refusal(400, 'displayName: this name is taken'))
    expect(await app.scope().db.pastDisplayName.count({ where: { userId: { in: people.map(({ id }) => id) } } })).toBe(
      1,
    )
  })
})
