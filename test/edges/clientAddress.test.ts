import { describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, basicAuthHeader } from '../support/users.ts'

const rooms = await Promise.all(['0', '1', '2'].map((proxies) => anApp({ TRUST_PROXY: proxies, MAX_SESSIONS: '100' })))
const people = await Promise.all(rooms.map((room) => aUser(room)))

/** The client address that a login is stored with. */
async function addressOf(
  proxies: 0 | 1 | 2,
  forwarded: string | string[] | undefined,
  more: Record<string, string> = {},
): Promise<string | undefined> {
  const [room, person] = [rooms[proxies], people[proxies]]
  if (!room || !person) throw new Error('no such room')
  const headers = {
    ...basicAuthHeader(person.username, person.password),
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    ...more,
  }
  expect(await sendRawRequest(room.origin, { path: '/api/1/auth/user', headers })).toMatchObject({ status: 200 })
  const session = await room.scope().db.session.findFirst({ where: { userId: person.id }, orderBy: { id: 'desc' } })
  return session?.address
}

describe('the client address', () => {
  it('is unknown for a forwarded request if no proxy is trusted', async () => {
    for (const claimed of ['6.6.6.6', '6.6.6.6, 7.7.7.7', '127.0.0.1', ''])
      expect(await addressOf(0, claimed)).toBe('unknown')
    for (const name of ['forwarded', 'via', 'x-real-ip', 'x-forwarded-proto'])
      expect(await addressOf(0, undefined, { [name]: 'for=127.0.0.1' })).toBe('unknown')
  })

  it('is that of this machine only if PUBLIC_URL is one of it, else unknown: it may be that of a proxy without headers', async () => {
    expect(await addressOf(0, undefined)).toBe('unknown')
    const local = await anApp({ TRUST_PROXY: '0', PUBLIC_URL: 'http://localhost:3000' })
    const person = await aUser(local)
    const api = aRestClient(local, { direct: true })
    await api.call('getCurrentUser', { headers: basicAuthHeader(person.username, person.password) })
    const sessions = await local.scope().db.session.findMany({ where: { userId: person.id }, orderBy: { id: 'desc' } })
    expect(sessions[0]?.address).toBe('127.0.0.1')
  })

  it('is no known login place if it may be that of a proxy', async () => {
    const [room, person] = [rooms[0], people[0]]
    if (!room || !person) throw new Error('no such room')
    await addressOf(0, undefined)
    const places = await room.scope().db.loginPlace.findMany({ where: { userId: person.id } })
    expect(places.map(({ address }) => address)).not.toContain('127.0.0.1')
  })

  it('is the last one in X-Forwarded-For behind one trusted proxy', async () => {
    expect(await addressOf(1, '203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '6.6.6.6,127.0.0.1 ,  203.0.113.7 ')).toBe('203.0.113.7')
    expect(await addressOf(1, ['6.6.6.6', '203.0.113.7'])).toBe('203.0.113.7')
    expect(await addressOf(1, '::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '2001:db8::7')).toBe('2001:db8::7')
  })

  it('has one spelling, without port', async () => {
    const spellings = ['2001:DB8::7', '[2001:db8::7]:443', '2001:0db8:0:0:0:0:0:7', '2001:db8::0.0.0.7']
    for (const spelling of spellings) expect(await addressOf(1, spelling)).toBe('2001:db8::7')
    for (const spelling of ['203.0.113.7:443', '::ffff:cb00:7107', '::FFFF:203.0.113.7'])
      expect(await addressOf(1, spelling)).toBe('203.0.113.7')
    for (const spelling of ['_hidden', 'unknown', '203.0.113', '203.0.113.07', '2001:db8::7::'])
      expect(await addressOf(1, spelling)).toBe('unknown')
  })

  it('is that of the connection if a trusted proxy forwarded nothing, and unknown if it does not say for whom', async () => {
    expect(await addressOf(1, undefined)).toBe('127.0.0.1')
    for (const claimed of ['', ' , ']) expect(await addressOf(1, claimed)).toBe('unknown')
    expect(await addressOf(1, undefined, { forwarded: 'for=127.0.0.1' })).toBe('unknown')
  })

  it('is the one before the last behind two trusted proxies', async () => {
    expect(await addressOf(2, '6.6.6.6, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
    expect(await addressOf(2, '203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
    expect(await addressOf(2, '203.0.113.7')).toBe('203.0.113.7')
  })

  /** The statuses of wrong logins to one account from these addresses, one after the other. */
  async function guessFrom(proxies: 0 | 1, addresses: readonly string[]): Promise<number[]> {
    const room = rooms[proxies]
    if (!room) throw new Error('no such room')
    const victim = await aUser(room)
    const headers = basicAuthHeader(victim.username, 'wrong guess')
    const statuses: number[] = []
    for (const address of addresses)
      statuses.push((await aRestClient(room, { address }).try('getCurrentUser', { headers })).status)
    return statuses
  }

  it('is used by rate limits, which a forged X-Forwarded-For does not lift', async () => {
    const addresses = Array.from({ length: 7 }, (_, at) => `198.51.100.${at}`)
    expect(await guessFrom(0, addresses)).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  it('counts for rate limits whatever its port and spelling, IPv6 by /64', async () => {
    const ports = Array.from({ length: 7 }, (_, at) => `198.51.100.77:${10_000 + at}`)
    expect(await guessFrom(1, ports)).toEqual([401, 401, 401, 401, 401, 429, 429])
    const neighbours = Array.from({ length: 6 }, (_, at) => `2001:db8:77:1:${at}::${at}`)
    const spelled = [...neighbours, '2001:0DB8:0077:0001::1', '2001:db8:77:2::1']
    expect(await guessFrom(1, spelled)).toEqual([401, 401, 401, 401, 401, 429, 429, 401])
  })
})
