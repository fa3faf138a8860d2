import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Api, anApi } from '../../support/api.ts'
import { anApp, open } from '../../support/app.ts'
import { aUser, basic, login, totp, withTotp } from '../../support/people.ts'

const SECRET_KEY = 'the same forty or so characters on all nodes'
const one = await anApp({ SECRET_KEY })
const two = await open({ SECRET_KEY, DATABASE_URL: one.platform.settings.DATABASE_URL ?? '' })
afterAll(() => two.close())

/** A client of the second node with the cookies of one of the first. */
function onTwo({ cookies, address }: Api): Api {
  const api = anApi(two, { address })
  for (const [name, value] of cookies) api.cookies.set(name, value)
  return api
}

/** What the second node says, once it has heard of what the first did: in far less than its cache lives. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 3_000, interval: 20 })

describe('two nodes on one database', () => {
  it('know the same sessions', async () => {
    const { api, id } = await aUser(one)
    expect(await onTwo(api).call('getCurrentUser')).toMatchObject({ id })
  })

  it('end a session together', async () => {
    const { api } = await aUser(one)
    const there = onTwo(api)
    await there.call('getCurrentUser')
    await api.call('logout')
    await soon(async () => expect((await there.try('getCurrentUser')).status).toBe(401))
  })

  it('end all other sessions when the password changes', async () => {
    const person = await aUser(one)
    const other = anApi(one)
    await login(other, person)
    const [mine, others] = [onTwo(person.api), onTwo(other)]
    await others.call('getCurrentUser')
    await mine.call('getCurrentUser')
    const body = { password: 'another horse battery', currentPassword: person.password }
    await person.api.call('updateUser', { userId: person.id, body })
    await soon(async () => expect((await others.try('getCurrentUser')).status).toBe(401))
    expect((await mine.try('getCurrentUser')).status).toBe(200)
    expect((await anApi(two).try('getCurrentUser', { headers: basic(person.username, person.password) })).status).toBe(
      401,
    )
  })

  it('finish a login together', async () => {
    const person = await aUser(one)
    const secret = await withTotp(one, person)
    const api = anApi(one)
    await login(api, person)
    const there = onTwo(api)
    expect(await there.call('getCurrentUser')).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
    await api.call('verify2FA', { body: { code: await totp(one, secret) } })
    await soon(async () => expect(await there.call('getCurrentUser')).toMatchObject({ id: person.id }))
  })

  it('call a deletion off together', async () => {
    const person = await aUser(one)
    const there = onTwo(person.api)
    await there.call('getCurrentUser')
    await person.api.call('deleteUser', { userId: person.id })
    const stored = () => one.scope().db.account.findUniqueOrThrow({ where: { userId: person.id } })
    expect((await stored()).deletionAt).not.toBeNull()
    await soon(async () => {
      await there.call('getCurrentUser')
      expect((await stored()).deletionAt).toBeNull()
    })
  })

  it('count wrong logins together', async () => {
    const { username, api } = await aUser(one)
    const headers = basic(username, 'wrong wrong wrong')
    const nodes = [one, two]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        anApi(nodes[at % 2] ?? one, { address: api.address }).try('getCurrentUser', { headers }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })
})
