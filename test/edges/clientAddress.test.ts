import { describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, basicAuthHeader } from '../support/users.ts'

const rooms = await Promise.all(['0', '1', '2'].map((proxies) => anApp({ TRUST_PROXY: proxies, MAX_SESSIONS: '100' })))
const people = await Promise.all(rooms.map((room) => aUser(room)))

/** The client address that a login is stored with. */
async function addressOf(proxies: 0 | 1 | 2, forwarded: string | string[] | undefined): Promise<string | undefined> {
  const [room, person] = [rooms[proxies], people[proxies]]
  if (!room || !person) throw new Error('no such room')
  const headers = {
    ...basicAuthHeader(person.username, person.password),
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
  }
  expect(await sendRawRequest(room.origin, { path: '/api/1/auth/user', headers })).toMatchObject({ status: 200 })
  const session = await room.scope().db.session.findFirst({ where: { userId: person.id }, orderBy: { id: 'desc' } })
  return session?.address
}

describe('the client address', () => {
  it('is that of the connection if no proxy is trusted, despite X-Forwarded-For', async () => {
    for (const claimed of [undefined, '6.6.6.6', '6.6.6.6, 7.7.7.7'])
      expect(await addressOf(0, claimed)).toBe('127.0.0.1')
  })

  it('is the last one in X-Forwarded-For behind one trusted proxy', async () => {
    expect(await addressOf(1, '203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '6.6.6.6,127.0.0.1 ,  203.0.113.7 ')).toBe('203.0.113.7')
    expect(await addressOf(1, ['6.6.6.6', '203.0.113.7'])).toBe('203.0.113.7')
    expect(await addressOf(1, '::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '2001:db8::7')).toBe('2001:db8::7')
  })

  it('is that of the connection without X-Forwarded-For', async () => {
    for (const claimed of [undefined, '', ' , ']) expect(await addressOf(1, claimed)).toBe('127.0.0.1')
  })

  it('is the one before the last behind two trusted proxies', async () => {
    expect(await addressOf(2, '6.6.6.6, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
    expect(await addressOf(2, '203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
    expect(await addressOf(2, '203.0.113.7')).toBe('203.0.113.7')
  })

  it('is used by rate limits, which a forged X-Forwarded-For does not lift', async () => {
    const [room] = rooms
    if (!room) throw new Error('no room')
    const victim = await aUser(room)
    const guess = (at: number) =>
      aRestClient(room, { address: `198.51.100.${at}` }).try('getCurrentUser', {
        headers: basicAuthHeader(victim.username, 'wrong guess'),
      })
    const statuses: number[] = []
    for (let at = 0; at < 7; at++) statuses.push((await guess(at)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})
