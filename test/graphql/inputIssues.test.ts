import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { refusedInput } from '../support/refusedInputs.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, aUser, type TestUser } from '../support/users.ts'

let app: TestApp
let ada: TestUser
let graph: GraphClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const refused = (mutation: string, input: object, client = graph) => refusedInput(client, mutation, input)

const NEW_ACCOUNT = { acceptedTOSVersion: 1, subscribe: false, birthday: '1990-01-01' }

describe('a form with several faults', () => {
  test('of registration learns all of them, whichever layer finds them', async () => {
    const input = { ...NEW_ACCOUNT, username: 'x', email: 'nonsense', password: 'password1', birthday: '2024-05-06' }
    const visitor = aGraphClient(app)
    expect(await refused('registerUserAccount', input, visitor)).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'TOO_SHORT',
      issues: [{ path: ['input', 'username'], reason: 'TOO_SHORT', min: 4 }, {}, {}, {}],
      faults: [
        'input.username TOO_SHORT',
        'input.email NOT_AN_EMAIL',
        'input.password PASSWORD_TOO_COMMON',
        'input.birthday TOO_YOUNG',
      ],
    })
  })

  test('of registration learns all faults of rules, too', async () => {
    const input = { ...NEW_ACCOUNT, username: 'a?b!', email: 'nonsense', password: 'password1', birthday: '2024-05-06' }
    const { faults, issues } = await refused('registerUserAccount', input, aGraphClient(app))
    expect(faults).toEqual([
      'input.username INVALID_CHARACTERS',
      'input.email NOT_AN_EMAIL',
      'input.password PASSWORD_TOO_COMMON',
      'input.birthday TOO_YOUNG',
    ])
    expect(issues.map(({ message }) => message)).toEqual(issues.map(({ message }) => message.replace(/^\w+: /, '')))
  })

  test('of a profile learns faults of values, of rules and of what the database has', async () => {
    const input = {
      bio: 'x'.repeat(513),
      bioLinks: ['ftp://x.test'],
      tags: ['admin_moderator'],
      userIcon: 'https://elsewhere.test/x.png',
      homeLocation: newId('world', new Date()),
    }
    const { faults, issues } = await refused('updateProfile', input)
    expect(faults.toSorted()).toEqual([
      'input.bio TOO_LONG',
      'input.bioLinks.0 NOT_A_URL',
      'input.homeLocation UNKNOWN_REFERENCE',
      'input.tags.0 TAG_FORBIDDEN',
      'input.userIcon UNKNOWN_REFERENCE',
    ])
    expect(issues[0]).toMatchObject({ max: 512 })
    const { bio: _, ...rest } = input
    expect((await refused('updateProfile', rest)).faults.toSorted()).toEqual(faults.toSorted().slice(1))
  })

  test('learns nothing of other people', async () => {
    const eve = await aUser(app)
    const input = { userId: eve.id, displayName: '?', tags: ['admin_moderator'] }
    expect(await refused('updateProfile', { ...input, displayName: undefined })).toMatchObject({
      code: 'FORBIDDEN',
      issues: [],
    })
    expect(await refused('updateProfile', { userId: eve.id, bio: 'x'.repeat(513) })).toMatchObject({
      code: 'FORBIDDEN',
      issues: [],
    })
  })

  test('of a world learns of tags, names, versions and files', async () => {
    const file = 'https://elsewhere.test/x.png'
    const input = { name: ' ', imageUrl: file, assetUrl: file, tags: ['admin_featured'], unityVersion: 'five' }
    const { faults } = await refused('createWorld', input)
    expect(faults.toSorted()).toEqual(
      expect.arrayContaining([
        'input.name TOO_SHORT',
        'input.tags.0 TAG_FORBIDDEN',
        'input.unityVersion NOT_A_VERSION',
        'input.imageUrl UNKNOWN_REFERENCE',
        'input.assetUrl UNKNOWN_REFERENCE',
      ]),
    )
  })
})

describe('null', () => {
  test('clears texts and lists', async () => {
    await graph.send(
      'mutation { updateProfile(input: { bio: "Hello", bioLinks: ["https://x.test"] }) { clientMutationId } }',
    )
    const { data, errors } = await graph.send(
      'mutation { updateProfile(input: { bio: null, bioLinks: null, clientMutationId: null }) { user { bio bioLinks } } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ updateProfile: { user: { bio: null, bioLinks: [] } } })
  })

  test('is refused for what cannot be cleared', async () => {
    expect(await refused('updateProfile', { status: null, allowsAvatarCopying: null })).toMatchObject({
      code: 'BAD_INPUT',
      faults: ['input.allowsAvatarCopying NULL_NOT_ALLOWED', 'input.status NULL_NOT_ALLOWED'],
    })
    expect((await refused('updateAccount', { displayName: null, birthday: null })).faults.toSorted()).toEqual([
      'input.birthday NULL_NOT_ALLOWED',
      'input.displayName NULL_NOT_ALLOWED',
    ])
  })

  test('means omitted where nothing exists yet', async () => {
    const input = { username: ada.username, password: ada.password, endOldestSession: null }
    const document = 'mutation ($input: SignInInput!) { signIn(input: $input) { clientMutationId } }'
    expect((await aGraphClient(app).send(document, { input })).errors).toBeUndefined()
  })
})

describe('a malformed id', () => {
  test('names nothing, with its path', async () => {
    expect(await refused('updateNote', { targetUserId: 'nonsense!', note: 'x' })).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'USER_NOT_FOUND',
      faults: ['input.targetUserId USER_NOT_FOUND'],
    })
  })

  test('is one of the issues when something else is wrong', async () => {
    expect(await refused('updateNote', { targetUserId: 'nonsense!', note: 'x'.repeat(10_000) })).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'TOO_LONG',
      faults: ['input.note TOO_LONG', 'input.targetUserId USER_NOT_FOUND'],
    })
  })
})

describe('variables that their types refuse', () => {
  const send = async (document: string, variables: Record<string, unknown>) => {
    const { errors = [] } = await graph.send(document, variables)
    expect(errors).toHaveLength(1)
    return errors[0]?.extensions
  }
  const profile = 'mutation ($i: UpdateProfileInput!) { updateProfile(input: $i) { clientMutationId } }'

  test('have all issues in one error, with paths as those of rules have them', async () => {
    const i = { bioLinks: ['https://x.test', 7], status: 'BORED', nonsense: 1, bio: 'x' }
    expect(await send(profile, { i })).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'WRONG_TYPE',
      issues: [
        { path: ['input', 'bioLinks', 1], reason: 'WRONG_TYPE' },
        { path: ['input', 'status'], reason: 'UNKNOWN_VALUE', values: expect.arrayContaining(['ACTIVE', 'BUSY']) },
        { path: ['input', 'nonsense'], reason: 'UNKNOWN_FIELD' },
      ],
    })
  })

  test.each<[what: string, document: string, variables: Record<string, unknown>, issue: [unknown[], string]]>([
    ['a missing variable', profile, {}, [['input'], 'REQUIRED']],
    ['a variable that is null', profile, { i: null }, [['input'], 'REQUIRED']],
    ['a variable that is no object', profile, { i: 'x' }, [['input'], 'WRONG_TYPE']],
    [
      'a missing field',
      'mutation ($i: UpdateNoteInput!) { updateNote(input: $i) { clientMutationId } }',
      { i: { note: 'x' } },
      [['input', 'targetUserId'], 'REQUIRED'],
    ],
    [
      'a field that is null',
      'mutation ($i: UpdateNoteInput!) { updateNote(input: $i) { clientMutationId } }',
      { i: { note: null, targetUserId: 'x' } },
      [['input', 'note'], 'REQUIRED'],
    ],
    [
      'a variable within a literal',
      'mutation ($link: String!) { updateProfile(input: { bioLinks: ["https://x.test", $link] }) { clientMutationId } }',
      { link: 7 },
      [['input', 'bioLinks', 1], 'WRONG_TYPE'],
    ],
    [
      'a date',
      'mutation ($i: UpdateAccountInput!) { updateAccount(input: $i) { clientMutationId } }',
      { i: { birthday: 'yesterday' } },
      [['input', 'birthday'], 'NOT_A_DATE'],
    ],
    [
      'an argument of a query',
      'query ($n: Int) { viewer { friends(first: $n) { totalCount } } }',
      { n: 'x' },
      [['first'], 'WRONG_TYPE'],
    ],
  ])('%s', async (_what, document, variables, [path, reason]) => {
    expect(await send(document, variables)).toMatchObject({ code: 'BAD_INPUT', reason, issues: [{ path, reason }] })
  })

  test('have a bounded number of issues', async () => {
    const extensions = await send(profile, { i: { bioLinks: Array.from({ length: 1_000 }, () => 7) } })
    expect(extensions?.issues).toHaveLength(50)
  })
})

test('each entry of a list that breaks a rule has an issue with its index', async () => {
  const bioLinks = ['https://a.test', 'ftp://b.test', 'nonsense']
  expect(await refused('updateProfile', { bioLinks })).toMatchObject({
    reason: 'NOT_A_URL',
    faults: ['input.bioLinks.1 NOT_A_URL', 'input.bioLinks.2 NOT_A_URL'],
    issues: [{ path: ['input', 'bioLinks', 1] }, { path: ['input', 'bioLinks', 2] }],
  })
})

describe('a wrong password or code is a fault of its field, unlike a session that has ended', () => {
  const wrong = 'correct horse 2'
  test.each<[mutation: string, input: () => object, code: string, fault: string]>([
    ['signIn', () => ({ username: ada.username, password: wrong }), 'BAD_INPUT', 'input.password WRONG_CREDENTIALS'],
    ['confirmIdentity', () => ({ password: wrong }), 'BAD_INPUT', 'input.password CURRENT_PASSWORD_WRONG'],
    ['confirmIdentity', () => ({ code: '000000' }), 'BAD_INPUT', 'input.code WRONG_CODE'],
    [
      'updateAccount',
      () => ({ displayName: aName(), currentPassword: wrong }),
      'BAD_INPUT',
      'input.currentPassword CURRENT_PASSWORD_WRONG',
    ],
  ])('%s', async (mutation, input, code, fault) => {
    const client = mutation === 'signIn' ? aGraphClient(app) : graph
    expect(await refused(mutation, input(), client)).toMatchObject({ code, faults: [fault] })
  })
})

test('a name that is taken is told with its path', async () => {
  const input = { ...NEW_ACCOUNT, username: ada.username, email: `${aName()}@example.org`, password: 'correct horse 1' }
  expect(await refused('registerUserAccount', input, aGraphClient(app))).toMatchObject({
    code: 'CONFLICT',
    reason: 'USERNAME_TAKEN',
    faults: ['input.username USERNAME_TAKEN'],
  })
})

test('the end of a suspension is told, by which clients can show it in their own words', async () => {
  const person = await aUser(app)
  const until = new Date('2100-01-02T03:04:05.000Z')
  const data = { suspendedAt: app.scope().now, suspendedUntil: until, suspensionReason: 'Spam' }
  await app.scope().db.account.update({ where: { userId: person.id }, data })
  const input = { username: person.username, password: person.password }
  expect(
    await refused('signIn', input, aGraphClient(app, aRestClient(app, { address: person.api.address }))),
  ).toMatchObject({
    code: 'FORBIDDEN',
    reason: 'ACCOUNT_SUSPENDED',
    suspension: { reason: 'Spam', endsAt: until.toISOString() },
    suspendedUntil: until.toISOString(),
  })
})
