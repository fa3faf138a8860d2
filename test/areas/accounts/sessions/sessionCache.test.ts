import { afterAll, describe, expect, it, vi } from 'vitest'
import { anApp, openApp } from '../../../support/app.ts'
import { PATIENCE } from '../../../support/patience.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import { aUser, basicAuthHeader, enableTotp, logIn, totpCode } from '../../../support/users.ts'

const SECRET_KEY = 'the same forty or so characters on all nodes'
const one = await anApp({ SECRET_KEY })
const stopped = one.clock.now()
/** Its clock is stopped, so its cache never expires: it learns of changes by events only. */
const two = await openApp(
  { SECRET_KEY, DATABASE_URL: one.platform.settings.DATABASE_URL ?? '' },
  { clock: { now: () => stopped } },
)
afterAll(() => two.close())

/** A client of the second node with the cookies of a client of the first. */
function onTwo({ cookies, address }: RestClient): RestClient {
  const api = aRestClient(two, { address })
  for (const [name, value] of cookies) api.cookies.set(name, value)
  return api
}

/** What the second node says, once it has heard of what the first did. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: PATIENCE, interval: 20 })

describe('two nodes on one database', () => {
  it('accept the same sessions', async () => {
    const { api, id } = await aUser(one)
    expect(await onTwo(api).call('getCurrentUser')).toMatchObject({ id })
  })

  it('end a session on both nodes', async () => {
    const { api } = await aUser(one)
    const there = onTwo(api)
    await there.call('getCurrentUser')
    await api.call('logout')
    await soon(async () => expect((await there.try('getCurrentUser')).status).toBe(401))
  })

  it('end all other sessions on both nodes when the password changes', async () => {
    const person = await aUser(one)
    const other = aRestClient(one)
    await logIn(other, person)
    const [mine, others] = [onTwo(person.api), onTwo(other)]
    await others.call('getCurrentUser')
    await mine.call('getCurrentUser')
    const body = { password: 'another horse battery', currentPassword: person.password }
    await person.api.call('updateUser', { userId: person.id, body })
    await soon(async () => expect((await others.try('getCurrentUser')).status).toBe(401))
    expect((await mine.try('getCurrentUser')).status).toBe(200)
    expect(
      (await aRestClient(two).try('getCurrentUser', { headers: basicAuthHeader(person.username, person.password) }))
        .status,
    ).toBe(401)
  })

  it('finish a login that began on the other node', async () => {
    const person = await aUser(one)
    const secret = await enableTotp(one, person)
    const api = aRestClient(one)
    await logIn(api, person)
    const there = onTwo(api)
    expect(await there.call('getCurrentUser')).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
    await api.call('verify2FA', { body: { code: await totpCode(one, secret) } })
    await soon(async () => expect(await there.call('getCurrentUser')).toMatchObject({ id: person.id }))
  })

  it('cancel a deletion that was requested on the other node', async () => {
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

  it('count failed logins of both nodes together', async () => {
    const { username, api } = await aUser(one)
    const headers = basicAuthHeader(username, 'wrong wrong wrong')
    const nodes = [one, two]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        aRestClient(nodes[at % 2] ?? one, { address: api.address }).try('getCurrentUser', { headers }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })
})
