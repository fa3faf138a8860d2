import { beforeAll, describe, expect, test } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { graphql } from '../../generated/index.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { auditRowsAddedBy } from '../../support/audit.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aStaffMember } from '../../support/staff.ts'
import {
  aConfirmedUser,
  aName,
  anAdmin,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  type TestUser,
} from '../../support/users.ts'

const Person = graphql(`
  query HelpedPerson($id: ID!) {
    user(id: $id) {
      displayName
      account {
        username email isEmailVerified twoFactorEnabledAt unusedRecoveryCodes deletionAt
        loginPlaces { network lastUsedAt }
        pastDisplayNames(first: 10) { nodes { id displayName } }
        loginLocks { kind network attempts maxAttempts isInForce endsAt }
        sessions(first: 10) { nodes { id } }
        friends(first: 10) { totalCount nodes { id } }
        permissions(first: 10) { nodes { name } }
        storage { usedBytes }
      }
    }
  }
`)

let app: TestApp
let staff: TestUser
let graph: GraphClient
beforeAll(async () => {
  app = await anApp()
  staff = await aStaffMember(app, 'people')
  graph = aGraphClient(app, staff.api)
})

const REASON = 'Asked for it by mail'
const send = (act: string, userId: string, more = '', client = graph) =>
  client.send(`mutation { ${act}(input: { userId: "${userId}", reason: "${REASON}" ${more} }) { clientMutationId } }`)
const accountOf = async ({ id }: Pick<TestUser, 'id'>) => (await graph.run(Person, { id })).user?.account
const reasonOf = ({ errors }: Awaited<ReturnType<typeof send>>) => errors?.[0]?.extensions.reason
const tryLogin = ({ api, username }: TestUser, password: string) =>
  api.try('getCurrentUser', { headers: basicAuthHeader(username, password) })
const mailsTo = ({ email }: TestUser) => app.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('a person who is locked out by wrong passwords', () => {
  test('is shown so to the staff, and logs in once the lock is lifted', async () => {
    const person = await aUser(app)
    person.api.cookies.clear()
    for (let count = 0; count < 5; count++) await tryLogin(person, 'not the password')
    expect((await tryLogin(person, person.password)).status).toBe(429)
    expect((await accountOf(person))?.loginLocks).toEqual(
      expect.arrayContaining([
        {
          ...{ kind: 'PASSWORD', network: person.api.address, attempts: 5, maxAttempts: 5, isInForce: true },
          endsAt: expect.any(String),
        },
      ]),
    )
    const { answer, added } = await auditRowsAddedBy(app, () => send('liftAccountLock', person.id))
    expect(answer).not.toHaveProperty('errors')
    expect(added).toMatchObject([
      { act: 'liftAccountLock', actorId: staff.id, subjectId: person.id, details: { reason: REASON } },
    ])
    expect((await accountOf(person))?.loginLocks).toEqual([])
    expect((await tryLogin(person, person.password)).status).toBe(200)
  })

  test('by too many of a whole network is let in by lifting its lock', async () => {
    const person = await aUser(app)
    person.api.cookies.clear()
    for (let count = 0; count < 20; count++)
      await person.api.try('getCurrentUser', { headers: basicAuthHeader(aName(), 'not the password') })
    expect((await tryLogin(person, person.password)).status).toBe(429)
    const { address } = person.api
    const locks = `query { networkLocks(address: "${address}") { kind network attempts isInForce } }`
    expect((await graph.send(locks)).data).toEqual({
      networkLocks: [{ kind: 'NETWORK_PASSWORD', network: address, attempts: 20, isInForce: true }],
    })
    const lift = `mutation { liftNetworkLock(input: { address: "${address}", reason: "${REASON}" }) { locks { kind } } }`
    expect((await graph.send(lift)).data).toEqual({ liftNetworkLock: { locks: [] } })
    expect((await tryLogin(person, person.password)).status).toBe(200)
    expect(
      (await graph.send('query { networkLocks(address: "nowhere") { kind } }')).errors?.[0]?.extensions,
    ).toMatchObject({
      code: 'BAD_INPUT',
    })
  })
})

describe('acts that help the owner of an account', () => {
  test('reset the second factor, which the owner is told', async () => {
    const person = await aConfirmedUser(app)
    await enableTotp(app, person)
    expect(await accountOf(person)).toMatchObject({ twoFactorEnabledAt: expect.any(String), unusedRecoveryCodes: 10 })
    expect(await send('resetSecondFactor', person.id)).not.toHaveProperty('errors')
    expect(await accountOf(person)).toMatchObject({ twoFactorEnabledAt: null, unusedRecoveryCodes: 0 })
    expect(mailsTo(person).at(-1)).toBe('Two-factor authentication was disabled')
    expect(reasonOf(await send('resetSecondFactor', person.id))).toBe('SECOND_FACTOR_DISABLED')
  })

  test('end one session or all, which the owner is told', async () => {
    const person = await aConfirmedUser(app)
    await logIn(person.api, person)
    const [first, ...others] = (await accountOf(person))?.sessions.nodes ?? []
    expect(others.length).toBeGreaterThan(0)
    await send('endSessions', person.id, `sessionIds: ["${first?.id}"]`)
    expect((await accountOf(person))?.sessions.nodes.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
    await send('endSessions', person.id)
    expect((await accountOf(person))?.sessions.nodes).toEqual([])
    expect(mailsTo(person).at(-1)).toBe('Sessions of your account were ended')
    expect((await person.api.try('getCurrentUser')).status).toBe(401)
  })

  test('rename a person and keep the former name, by which it is undone', async () => {
    const [person, other] = [await aConfirmedUser(app), await aUser(app)]
    const [displayName, username] = [aName('N'), aName('m')]
    const { added } = await auditRowsAddedBy(app, () =>
      send('renameUser', person.id, `displayName: "${displayName}", username: "${username}"`),
    )
    expect(added).toMatchObject([{ details: { reason: REASON, fields: ['displayName', 'username'] } }])
    const { user } = await graph.run(Person, { id: person.id })
    expect(user).toMatchObject({ displayName, account: { username } })
    const former = user?.account?.pastDisplayNames.nodes[0]
    expect(former?.displayName).toBe(person.username)
    expect((await graph.send(`query { node(id: "${former?.id}") { id } }`)).data).toEqual({ node: { id: former?.id } })
    expect(mailsTo(person).at(-1)).toBe('Your names were changed')
    expect(await send('renameUser', person.id, `displayName: "${former?.displayName}"`)).not.toHaveProperty('errors')
    expect(reasonOf(await send('renameUser', person.id, `displayName: "${other.username}"`))).toBe('DISPLAY_NAME_TAKEN')
    expect(reasonOf(await send('renameUser', person.id))).toBe('REQUIRED')
    expect(reasonOf(await send('renameUser', person.id, 'displayName: "no\\u0000"'))).toBeTruthy()
  })

  test('take an address for confirmed', async () => {
    const person = await aUser(app)
    expect(await accountOf(person)).toMatchObject({ isEmailVerified: false })
    expect(await send('markEmailConfirmed', person.id)).not.toHaveProperty('errors')
    expect(await accountOf(person)).toMatchObject({ isEmailVerified: true, email: person.email })
    expect(mailsTo(person).at(-1)).toBe('Your e-mail address was confirmed')
    expect(reasonOf(await send('markEmailConfirmed', person.id))).toBe('NO_PENDING_EMAIL')
  })
})

test('staff sees the friends, permissions and storage of a person, and others nothing of the account', async () => {
  const person = await aUser(app)
  const friend = await aFriendOf(app, person)
  expect(await accountOf(person)).toMatchObject({
    friends: { totalCount: 1, nodes: [{ id: friend.id }] },
    permissions: { nodes: [] },
    storage: { usedBytes: 0 },
    loginPlaces: [{ network: person.api.address, lastUsedAt: expect.any(String) }],
  })
  const others = aGraphClient(app, (await aStaffMember(app, 'content', 'economy', 'operations')).api)
  expect((await others.run(Person, { id: person.id })).user?.account).toBeNull()
})

describe('the erasure of an account', () => {
  test('takes the typed name, ends the sessions, and is done by the job', async () => {
    const person = await aUser(app)
    expect(reasonOf(await send('eraseUser', person.id, 'displayName: "Somebody else"'))).toBe('NAME_MISMATCH')
    expect(await send('eraseUser', person.id, `displayName: "${person.username}"`)).not.toHaveProperty('errors')
    expect((await person.api.try('getCurrentUser')).status).toBe(401)
    await eraseDueAccounts(app.scope(), [])
    expect((await graph.run(Person, { id: person.id })).user).toBeNull()
    expect(reasonOf(await send('eraseUser', person.id, `displayName: "${person.username}"`))).toBe('USER_NOT_FOUND')
  })

  test('is cancelled while it is pending', async () => {
    const person = await aUser(app)
    await person.api.call('deleteUser', { userId: person.id })
    expect((await accountOf(person))?.deletionAt).toEqual(expect.any(String))
    expect(await send('restoreUser', person.id)).not.toHaveProperty('errors')
    expect((await accountOf(person))?.deletionAt).toBeNull()
    expect(reasonOf(await send('restoreUser', person.id))).toBe('NOT_UNDER_DELETION')
  })
})

const ACTS: Readonly<Record<string, string>> = {
  endSessions: '',
  resetSecondFactor: '',
  markEmailConfirmed: '',
  renameUser: 'displayName: "Another One"',
  eraseUser: 'displayName: "Whoever"',
  restoreUser: '',
  liftAccountLock: '',
}

describe.each(Object.entries(ACTS))('%s', (act, more) => {
  test('is refused to others, upon the staff, and without a reason', async () => {
    const person = await aUser(app)
    const asOthers = aGraphClient(app, (await aStaffMember(app, 'reports', 'content')).api)
    expect(reasonOf(await send(act, person.id, more, asOthers))).toBe('ADMIN_ONLY')
    const blank = `mutation { ${act}(input: { userId: "${person.id}", reason: " " ${more} }) { clientMutationId } }`
    expect(reasonOf(await graph.send(blank))).toBe('TOO_SHORT')
    expect(reasonOf(await send(act, 'usr_00000000-0000-4000-8000-00000000abcd', more))).toBe('USER_NOT_FOUND')
  })

  test('is done upon the staff by admins alone', async () => {
    const colleague = await aStaffMember(app, 'reports')
    await prepare(colleague)
    const named =
      act === 'eraseUser' ? `displayName: "${colleague.username}"` : more.replace('Another', aName('A').slice(0, 8))
    const { answer, added } = await auditRowsAddedBy(app, () => send(act, colleague.id, named))
    expect(reasonOf(answer)).toBe('STAFF_PROTECTED')
    expect(added).toEqual([])
    const admin = await anAdmin(app)
    expect(await send(act, colleague.id, named, aGraphClient(app, admin.api))).not.toHaveProperty('errors')
  })
})

/** Lets a person need every kind of help. */
async function prepare(person: TestUser): Promise<void> {
  await enableTotp(app, person)
  const { db, now } = app.scope()
  const deletionAt = new Date(now.getTime() + 86_400_000)
  await db.account.update({ where: { userId: person.id }, data: { deletionAt } })
}
