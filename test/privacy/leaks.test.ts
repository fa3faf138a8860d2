import { describe, expect, it } from 'vitest'
import { sessionKeyOf } from '../support/recordedSessions.ts'
import type { Exchange, Viewer } from './exchangeLog.ts'
import { findLeaks } from './leaks.ts'

const user = (digit: string) => `usr_${digit.repeat(8)}-0000-7000-8000-000000000000`
const [ADA, BOB] = [user('a'), user('b')]
const TOKEN = 'authcookie_00000000-0000-4000-8000-000000000000'

const viewerOf = (id: string | null, admin = false): Viewer => ({
  id,
  admin,
  session: sessionKeyOf(id === ADA ? TOKEN : ''),
})
const [ada, bob, admin, unknownUser] = [viewerOf(ADA), viewerOf(BOB), viewerOf(user('c'), true), viewerOf(null)]

const exchangeOf = (body: unknown, viewer: Viewer, more: Partial<Exchange> = {}): Exchange => ({
  ...{ method: 'GET', path: '/api/1/somewhere', status: 200, body, viewer },
  ...more,
})
const leaksOf = (...exchanges: Exchange[]) => findLeaks(exchanges).leaks

const ACCOUNT = { id: ADA, username: 'ada', obfuscatedEmail: 'a*@plaza.test' }
const STRANGER = { id: ADA, isFriend: false, location: '', state: 'offline', last_login: '', friendKey: '' }
const NOTE = { id: 'unt_x', userId: ADA, targetUserId: BOB, note: 'odd' }
const MODERATION = { id: 'pmod_x', type: 'block', sourceUserId: ADA, targetUserId: BOB }
const GROUP = { id: 'fvgrp_x', ownerId: ADA, visibility: 'private' }
const INSTANCE = { id: 'wrld_x:1', creatorId: ADA, ownerId: ADA, nonce: 'n' }
const SOLD = { id: 'prod_x', sellerId: ADA, priceTokens: 5, purchaseCount: 0 }
const MESSAGE = { id: 'invm_x', messageType: 'message', slot: 0, canBeUpdated: true }
const SENT = { id: 'not_x', receiverUserId: ADA, senderUserId: BOB }
const OF_ADA = { path: `/api/1/message/${ADA}/message` }

describe('private data of REST', () => {
  it.each([
    ['the record of another user', exchangeOf(ACCOUNT, bob)],
    ['a record nested in a list', exchangeOf([{ of: [{ at: ACCOUNT }] }], bob)],
    ['an account, without a session', exchangeOf(ACCOUNT, null)],
    ['a birthday, even one’s own', exchangeOf({ id: ADA, birthday: '1990-01-01' }, ada)],
    ['a password hash, even to an admin', exchangeOf({ id: ADA, passwordHash: 'x' }, admin)],
    ['the token of a registration to an admin', exchangeOf({ id: ADA, authToken: 'x' }, admin)],
    ['the location of a stranger', exchangeOf({ ...STRANGER, location: 'wrld_x:1' }, bob)],
    ['the presence of a stranger', exchangeOf({ ...STRANGER, state: 'online' }, bob)],
    ['the last login of a stranger, to an admin', exchangeOf({ ...STRANGER, last_login: '2026-01-01' }, admin)],
    ['a note to the user whom it is about', exchangeOf(NOTE, bob)],
    ['a note to an admin', exchangeOf(NOTE, admin)],
    ['a block to the blocked user', exchangeOf(MODERATION, bob)],
    ['a moderation to an admin', exchangeOf(MODERATION, admin)],
    ['a report to a user who lists them', exchangeOf({ results: [{ id: 'modReport_x' }] }, bob)],
    ['a private group of favorites', exchangeOf([GROUP], bob)],
    ['a nonce to an admin', exchangeOf(INSTANCE, admin)],
    ['how often a listing was bought', exchangeOf([SOLD], bob)],
    ['the users in an instance', exchangeOf({ ...INSTANCE, nonce: undefined, users: [] }, bob)],
    ['the users in an instance, to an admin', exchangeOf({ ...INSTANCE, nonce: undefined, users: [] }, admin)],
    ['an invite message', exchangeOf([MESSAGE], bob, OF_ADA)],
    ['a notification to a third user', exchangeOf(SENT, viewerOf(user('d')))],
    ['the token of another session', exchangeOf({ token: TOKEN }, bob)],
  ])('is reported: %s', (_, exchange) => {
    expect(leaksOf(exchange)).not.toEqual([])
  })

  it.each([
    ['a notification', { id: 'not_x', type: 'invite' }],
    ['a favorite', { id: 'fvrt_x', tags: ['worlds1'] }],
    ['a favorite world', { id: 'wrld_x', favoriteGroup: 'worlds1', favoriteId: 'fvrt_x' }],
    ['a secret of a second factor', { qrCodeDataUrl: 'data:', secret: 'S' }],
    ['a recovery code', { otp: [{ code: '1234-5678', used: false }] }],
  ])('of a single user is reported for the second viewer: %s', (_, body) => {
    expect(leaksOf(exchangeOf(body, ada), exchangeOf(body, ada))).toEqual([])
    expect(leaksOf(exchangeOf(body, ada), exchangeOf(body, bob))).toHaveLength(1)
    expect(leaksOf(exchangeOf(body, ada), exchangeOf(body, null))).toHaveLength(1)
  })

  it('is reported in the message of a refusal', () => {
    const refused = { error: { message: 'ada@plaza.test is taken', status_code: 400 } }
    expect(leaksOf(exchangeOf(ACCOUNT, ada), exchangeOf(refused, bob, { status: 400 }))).toHaveLength(1)
    expect(leaksOf(exchangeOf(ACCOUNT, ada), exchangeOf(refused, ada, { status: 400 }))).toEqual([])
  })

  it.each([
    ['one’s own account', exchangeOf({ ...ACCOUNT, authToken: TOKEN }, ada)],
    ['an account to an admin', exchangeOf(ACCOUNT, admin)],
    ['a stranger without presence', exchangeOf(STRANGER, bob)],
    [
      'the presence of a friend',
      exchangeOf({ ...STRANGER, isFriend: true, location: 'wrld_x:1', state: 'online' }, bob),
    ],
    ['one’s own presence', exchangeOf({ ...STRANGER, location: 'wrld_x:1', state: 'online' }, ada)],
    ['one’s own note', exchangeOf(NOTE, ada)],
    ['one’s own moderation', exchangeOf([MODERATION], ada)],
    ['a report to an admin', exchangeOf({ id: 'modReport_x' }, admin)],
    ['a report to its sender', exchangeOf({ id: 'modReport_x' }, ada, { method: 'POST' })],
    ['a public group', exchangeOf({ ...GROUP, visibility: 'public' }, bob)],
    ['one’s own instance', exchangeOf({ ...INSTANCE, users: [] }, ada)],
    ['one’s own invite messages', exchangeOf([MESSAGE], ada, OF_ADA)],
    ['a notification to its sender', exchangeOf(SENT, bob)],
    ['one’s own token', exchangeOf({ token: TOKEN }, ada)],
  ])('is permitted: %s', (_, exchange) => {
    expect(leaksOf(exchange)).toEqual([])
  })

  it('is counted when the user of the session is unknown', () => {
    expect(findLeaks([exchangeOf(ACCOUNT, unknownUser)])).toMatchObject({ leaks: [] })
    expect(findLeaks([exchangeOf(ACCOUNT, unknownUser)]).unknown).toBeGreaterThan(0)
    expect(leaksOf(exchangeOf({ passwordHash: 'x' }, unknownUser))).toHaveLength(1)
  })
})

const graphExchangeOf = (query: string, data: unknown, viewer: Viewer) =>
  exchangeOf({ data }, viewer, { method: 'POST', path: '/graphql', sent: JSON.stringify({ query }) })

describe('private data of GraphQL', () => {
  const USER = '{ user(id: "x") { id isFriend place: whereabouts { kind } standing } }'
  const NODE = '{ node(id: "x") { id ... on Session { userAgent } } }'
  const session = { node: { id: 'ses_x', userAgent: '' } }

  it.each([
    [
      'the viewer of another user',
      graphExchangeOf('{ viewer { id email } }', { viewer: { id: ADA.replace('usr_', 'vwr_'), email: null } }, bob),
    ],
    [
      'the location of a stranger, under an alias',
      graphExchangeOf(
        USER,
        { user: { id: ADA, isFriend: false, place: { kind: 'IN_INSTANCE' }, standing: 'OFFLINE' } },
        bob,
      ),
    ],
    [
      'a report',
      graphExchangeOf(
        '{ node(id: "x") { ... on Report { id moderation { updatedAt } } } }',
        { node: { id: 'r', moderation: { updatedAt: '' } } },
        bob,
      ),
    ],
  ])('is reported: %s', (_, exchange) => {
    expect(leaksOf(exchange)).not.toEqual([])
  })

  it('of a single user is reported for the second viewer', () => {
    expect(leaksOf(graphExchangeOf(NODE, session, ada), graphExchangeOf(NODE, session, ada))).toEqual([])
    expect(leaksOf(graphExchangeOf(NODE, session, ada), graphExchangeOf(NODE, session, bob))).not.toEqual([])
  })

  it('without a session is that of the subject of the token that was sent', () => {
    const token = `e30.${Buffer.from(JSON.stringify({ sub: ADA })).toString('base64url')}.x`
    const query = 'mutation($token: String) { appeal(input: { token: $token, text: "x" }) { appeal { id status } } }'
    const appealed = graphExchangeOf(query, { appeal: { appeal: { id: 'apl_x', status: 'OPEN' } } }, null)
    const held = { ...appealed, sent: JSON.stringify({ query, variables: { token } }) }
    expect(leaksOf(appealed)).not.toEqual([])
    expect(leaksOf(held, { ...appealed, viewer: ada })).toEqual([])
    expect(leaksOf(held, { ...appealed, viewer: bob })).not.toEqual([])
  })

  it('is reported in each response of a batch', () => {
    const one = graphExchangeOf(
      '{ viewer { id email } }',
      { viewer: { id: ADA.replace('usr_', 'vwr_'), email: 'x' } },
      bob,
    )
    const several = { ...one, sent: `[${one.sent},${one.sent}]`, body: [one.body, one.body] }
    expect(leaksOf(several)).toHaveLength(2 * leaksOf(one).length)
  })

  it('is not ignored when the request can’t be parsed', () => {
    const recorded = graphExchangeOf(
      '{ viewer { id email } }',
      { viewer: { id: ADA.replace('usr_', 'vwr_'), email: 'x' } },
      ada,
    )
    for (const sent of ['', '{}', JSON.stringify({ query: '{ viewer {' })])
      expect(() => leaksOf({ ...recorded, sent })).toThrow()
  })

  it('is reported by an e-mail address in any response', () => {
    const known = exchangeOf(ACCOUNT, ada)
    const mail = graphExchangeOf('{ viewer { email } }', { viewer: { email: 'Ada@plaza.test' } }, bob)
    expect(leaksOf(known, mail)).toHaveLength(1)
  })

  it.each([
    [
      'one’s own viewer',
      graphExchangeOf('{ viewer { id email } }', { viewer: { id: ADA.replace('usr_', 'vwr_'), email: 'x' } }, ada),
    ],
    [
      'a stranger without presence',
      graphExchangeOf(USER, { user: { id: ADA, isFriend: false, place: '', standing: 'OFFLINE' } }, bob),
    ],
    ['a response without data', graphExchangeOf('{ viewer { id } }', null, bob)],
    ['a malformed document without data', graphExchangeOf('{ viewer {', null, bob)],
  ])('is permitted: %s', (_, exchange) => {
    expect(leaksOf(exchange)).toEqual([])
  })
})
