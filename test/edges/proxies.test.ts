import { describe, expect, it } from 'vitest'
import { anApi } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { aUser, basic } from '../support/people.ts'
import { raw } from './raw.ts'

const rooms = await Promise.all(['0', '1', '2'].map((proxies) => anApp({ TRUST_PROXY: proxies, MAX_SESSIONS: '100' })))
const people = await Promise.all(rooms.map((room) => aUser(room)))

/** The address that a login is written down with. */
async function addressOf(proxies: 0 | 1 | 2, forwarded: string | string[] | undefined): Promise<string | undefined> {
  const [room, person] = [rooms[proxies], people[proxies]]
  if (!room || !person) throw new Error('no such room')
  const headers = {
    ...basic(person.username, person.password),
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
  }
  expect(await raw(room.origin, { path: '/api/1/auth/user', headers })).toMatchObject({ status: 200 })
  const session = await room.scope().db.session.findFirst({ where: { userId: person.id }, orderBy: { id: 'desc' } })
  return session?.address
}

describe('the address of a caller', () => {
  it('is that of the connection where no proxy is trusted, whatever is claimed', async () => {
    for (const claimed of [undefined, '6.6.6.6', '6.6.6.6, 7.7.7.7'])
      expect(await addressOf(0, claimed)).toBe('127.0.0.1')
  })

  it('is what the one trusted proxy saw: the last one', async () => {
    expect(await addressOf(1, '203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '6.6.6.6,127.0.0.1 ,  203.0.113.7 ')).toBe('203.0.113.7')
    expect(await addressOf(1, ['6.6.6.6', '203.0.113.7'])).toBe('203.0.113.7')
    expect(await addressOf(1, '::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf(1, '2001:db8::7')).toBe('2001:db8::7')
  })

  it('is that of the connection when no proxy said one', async () => {
    for (const claimed of [undefined, '', ' , ']) expect(await addressOf(1, claimed)).toBe('127.0.0.1')
  })

  it('is what the outer of two trusted proxies saw', async () => {
    expect(await addressOf(2, '6.6.6.6, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
    expect(await addressOf(2, '203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
    expect(await addressOf(2, '203.0.113.7')).toBe('203.0.113.7')
  })

  it('is what limits go by, so that claiming others lifts none', async () => {
    const [room] = rooms
    if (!room) throw new Error('no room')
    const victim = await aUser(room)
    const guess = (at: number) =>
      anApi(room, { address: `198.51.100.${at}` }).try('getCurrentUser', {
        headers: basic(victim.username, 'wrong guess'),
      })
    const statuses: number[] = []
    for (let at = 0; at < 7; at++) statuses.push((await guess(at)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})
