import { describe, expect, it } from 'vitest'
import { sessionOf } from '../support/viewers.ts'
import type { Exchange } from './exchanges.ts'
import { findLeaks } from './leaks.ts'

const user = (digit: string) => `usr_${digit.repeat(8)}-0000-7000-8000-000000000000`
const [ADA, BOB] = [user('a'), user('b')]
const TOKEN = 'authcookie_00000000-0000-4000-8000-000000000000'

type Asker = Exchange['viewer']
const as = (id: string | null, admin = false): Asker => ({ id, admin, session: sessionOf(id === ADA ? TOKEN : '') })
const [ada, bob, admin, somebody] = [as(ADA), as(BOB), as(user('c'), true), as(null)]

const told = (body: unknown, viewer: Asker, more: Partial<Exchange> = {}): Exchange => ({
  ...{ method: 'GET', path: '/api/1/somewhere', status: 200, body, viewer },
  ...more,
})
const leaksOf = (...exchanges: Exchange[]) => findLeaks(exchanges).leaks

const ACCOUNT = { id: ADA, username: 'ada', obfuscatedEmail: 'a*@plaza.test' }
const STRANGER = { id: ADA, isFriend: false, location: '', state: 'offline', last_login: '', friendKey: '' }
const NOTE = { id: 'unt_x', userId: ADA, targetUserId: BOB, note: 'odd' }
const MODERATION = { id: 'pmod_x', type: 'block', sourceUserId: ADA, targetUserId: BOB }
const GROUP = { id: 'fvgrp_x', ownerId: ADA, visibility: 'private' }
const INSTANCE = { id: 'wrld_x:1', creatorId: ADA, nonce: 'n' }
const MESSAGE = { id: 'invm_x', messageType: 'message', slot: 0, canBeUpdated: true }
const SENT = { id: 'not_x', receiverUserId: ADA, senderUserId: BOB }
const OF_ADA = { path: `/api/1/message/${ADA}/message` }

describe('a private field of REST', () => {
  it.each([
    ['the record of somebody else', told(ACCOUNT, bob)],
    ['a record in a record in a list', told([{ of: [{ at: ACCOUNT }] }], bob)],
    ['an account to nobody', told(ACCOUNT, null)],
    ['a birthday, even the own', told({ id: ADA, birthday: '1990-01-01' }, ada)],
    ['what the database keeps, even to an admin', told({ id: ADA, passwordHash: 'x' }, admin)],
    ['the token of a registration to an admin', told({ id: ADA, authToken: 'x' }, admin)],
    ['where a stranger is', told({ ...STRANGER, location: 'wrld_x:1' }, bob)],
    ['that a stranger is here', told({ ...STRANGER, state: 'online' }, bob)],
    ['when a stranger was here, to an admin', told({ ...STRANGER, last_login: '2026-01-01' }, admin)],
    ['a note to the one it is about', told(NOTE, bob)],
    ['a note to an admin', told(NOTE, admin)],
    ['a moderation to the one who is blocked', told(MODERATION, bob)],
    ['a moderation to an admin', told(MODERATION, admin)],
    ['a report to whoever lists them', told({ results: [{ id: 'modReport_x' }] }, bob)],
    ['a private group of favorites', told([GROUP], bob)],
    ['a nonce to an admin', told(INSTANCE, admin)],
    ['who is in an instance', told({ ...INSTANCE, nonce: undefined, users: [] }, bob)],
    ['who is in an instance, to an admin', told({ ...INSTANCE, nonce: undefined, users: [] }, admin)],
    ['a message for invites', told([MESSAGE], bob, OF_ADA)],
    ['a notification to neither of the two', told(SENT, as(user('d')))],
    ['the token of another session', told({ token: TOKEN }, bob)],
  ])('is found: %s', (_, exchange) => {
    expect(leaksOf(exchange)).not.toEqual([])
  })

  it.each([
    ['a notification', { id: 'not_x', type: 'invite' }],
    ['a favorite', { id: 'fvrt_x', tags: ['worlds1'] }],
    ['a favorite world', { id: 'wrld_x', favoriteGroup: 'worlds1', favoriteId: 'fvrt_x' }],
    ['a secret of a second factor', { qrCodeDataUrl: 'data:', secret: 'S' }],
    ['a recovery code', { otp: [{ code: '1234-5678', used: false }] }],
  ])('that is one person’s is found with the second: %s', (_, body) => {
    expect(leaksOf(told(body, ada), told(body, ada))).toEqual([])
    expect(leaksOf(told(body, ada), told(body, bob))).toHaveLength(1)
    expect(leaksOf(told(body, ada), told(body, null))).toHaveLength(1)
  })

  it('is found in what a refusal says', () => {
    const refused = { error: { message: 'ada@plaza.test is taken', status_code: 400 } }
    expect(leaksOf(told(ACCOUNT, ada), told(refused, bob, { status: 400 }))).toHaveLength(1)
    expect(leaksOf(told(ACCOUNT, ada), told(refused, ada, { status: 400 }))).toEqual([])
  })

  it.each([
    ['the own account', told({ ...ACCOUNT, authToken: TOKEN }, ada)],
    ['an account that an admin has changed', told(ACCOUNT, admin)],
    ['nothing of a stranger', told(STRANGER, bob)],
    ['a friend', told({ ...STRANGER, isFriend: true, location: 'wrld_x:1', state: 'online' }, bob)],
    ['oneself', told({ ...STRANGER, location: 'wrld_x:1', state: 'online' }, ada)],
    ['the own note', told(NOTE, ada)],
    ['the own moderation', told([MODERATION], ada)],
    ['a report to an admin', told({ id: 'modReport_x' }, admin)],
    ['a report to whoever sends it', told({ id: 'modReport_x' }, ada, { method: 'POST' })],
    ['a public group', told({ ...GROUP, visibility: 'public' }, bob)],
    ['the own instance', told({ ...INSTANCE, users: [] }, ada)],
    ['the own messages', told([MESSAGE], ada, OF_ADA)],
    ['what one has sent', told(SENT, bob)],
    ['the own token', told({ token: TOKEN }, ada)],
  ])('is told rightly: %s', (_, exchange) => {
    expect(leaksOf(exchange)).toEqual([])
  })

  it('is counted where nobody knows whose the session is', () => {
    expect(findLeaks([told(ACCOUNT, somebody)])).toMatchObject({ leaks: [] })
    expect(findLeaks([told(ACCOUNT, somebody)]).unknown).toBeGreaterThan(0)
    expect(leaksOf(told({ passwordHash: 'x' }, somebody))).toHaveLength(1)
  })
})

const asked = (query: string, data: unknown, viewer: Asker) =>
  told({ data }, viewer, { method: 'POST', path: '/graphql', sent: JSON.stringify({ query }) })

describe('a private field of the graph', () => {
  const USER = '{ user(id: "x") { id isFriend place: location standing } }'
  const NODE = '{ node(id: "x") { id ... on Session { userAgent } } }'
  const session = { node: { id: 'ses_x', userAgent: '' } }

  it.each([
    ['the viewer of somebody else', asked('{ viewer { id email } }', { viewer: { id: ADA, email: null } }, bob)],
    [
      'where a stranger is, under another name',
      asked(USER, { user: { id: ADA, isFriend: false, place: 'wrld_x:1', standing: 'OFFLINE' } }, bob),
    ],
    [
      'a report',
      asked('{ node(id: "x") { ... on ModerationReport { id reason } } }', { node: { id: 'r', reason: '' } }, bob),
    ],
  ])('is found: %s', (_, exchange) => {
    expect(leaksOf(exchange)).not.toEqual([])
  })

  it('that is one person’s is found with the second', () => {
    expect(leaksOf(asked(NODE, session, ada), asked(NODE, session, ada))).toEqual([])
    expect(leaksOf(asked(NODE, session, ada), asked(NODE, session, bob))).not.toEqual([])
  })

  it('is found in each of several answers', () => {
    const one = asked('{ viewer { id email } }', { viewer: { id: ADA, email: 'x' } }, bob)
    const several = { ...one, sent: `[${one.sent},${one.sent}]`, body: [one.body, one.body] }
    expect(leaksOf(several)).toHaveLength(2 * leaksOf(one).length)
  })

  it('is not passed over where it can not be read', () => {
    const told = asked('{ viewer { id email } }', { viewer: { id: ADA, email: 'x' } }, ada)
    for (const sent of ['', '{}', JSON.stringify({ query: '{ viewer {' })])
      expect(() => leaksOf({ ...told, sent })).toThrow()
  })

  it('is found by an address of mails, whatever was asked', () => {
    const known = told(ACCOUNT, ada)
    const mail = asked('{ viewer { email } }', { viewer: { email: 'Ada@plaza.test' } }, bob)
    expect(leaksOf(known, mail)).toHaveLength(1)
  })

  it.each([
    ['the own', asked('{ viewer { id email } }', { viewer: { id: ADA, email: 'x' } }, ada)],
    ['nothing of a stranger', asked(USER, { user: { id: ADA, isFriend: false, place: '', standing: 'OFFLINE' } }, bob)],
    ['nothing at all', asked('{ viewer { id } }', null, bob)],
    ['no document', asked('{ viewer {', null, bob)],
  ])('is told rightly: %s', (_, exchange) => {
    expect(leaksOf(exchange)).toEqual([])
  })
})
