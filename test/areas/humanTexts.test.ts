import { beforeAll, describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { aGroup, aShortCode, aSubscriber, type TestGroup } from '../support/groups.ts'
import { refusedInput } from '../support/refusedInputs.ts'
import type { OperationName } from '../support/restClient.ts'
import { aName, anAdmin, type TestUser } from '../support/users.ts'
import { aWorldRequest } from '../support/worlds.ts'

const app = await anApp()
let group: TestGroup
let owner: TestUser
let admin: GraphClient
beforeAll(async () => {
  owner = await aSubscriber(app)
  group = await aGroup(app, {}, owner)
  admin = aGraphClient(app, (await anAdmin(app)).api)
})

/** Texts that show nothing, of at least three characters. */
const BLANKS = [
  '\u200b\u200b\u200b',
  '\u3164\u3164\u3164',
  '\u2800\u2800\u2800',
  ' \u00ad\u2060\ufeff ',
  '\u3000\u2003\u00a0',
]
/** A letter of two UTF-16 units and one of one. */
const emojis = (count: number) => `${'😀'.repeat(count - 1)}x`

interface Case {
  readonly field: string
  readonly max: number
  /** What else the request needs. */
  readonly request: () => Promise<object> | object
  readonly parameters?: () => object
}

const inGroup = () => ({ groupId: group.id })
const post = { visibility: 'public', title: 'Title', text: 'Text' }
const REST: readonly [operation: OperationName, Case][] = [
  ['createGroup', { field: 'name', max: 64, request: () => ({ shortCode: aShortCode(), roleTemplate: 'default' }) }],
  ['updateGroup', { field: 'name', max: 64, request: () => ({}), parameters: inGroup }],
  ['createGroupRole', { field: 'name', max: 64, request: () => ({}), parameters: inGroup }],
  ['createGroupGallery', { field: 'name', max: 64, request: () => ({}), parameters: inGroup }],
  ['addGroupPost', { field: 'title', max: 200, request: () => post, parameters: inGroup }],
  ['addGroupPost', { field: 'text', max: 2_000, request: () => post, parameters: inGroup }],
  ['createGroupAnnouncement', { field: 'title', max: 200, request: () => ({ text: 'Text' }), parameters: inGroup }],
  [
    'updateFavoriteGroup',
    {
      field: 'displayName',
      max: 64,
      request: () => ({}),
      parameters: () => ({ favoriteGroupType: 'world', favoriteGroupName: 'worlds1', userId: owner.id }),
    },
  ],
  ['createWorld', { field: 'name', max: 64, request: () => aWorldRequest(app, owner.id) }],
  [
    'createProfileTheme',
    {
      field: 'name',
      max: 12,
      request: () => ({ buttonColor: '000000', iconColor: '000000', subtextColor: '000000' }),
    },
  ],
]

describe('a name, title or text for people, by REST', () => {
  it.each(REST)('needs a visible character, and counts characters: %s', async (operation, wanted) => {
    const { field, max, request, parameters = () => ({}) } = wanted
    const send = async (text: string) =>
      owner.api.try(operation, { ...parameters(), body: { ...(await request()), [field]: text } })
    for (const blank of BLANKS) {
      const { status, body } = await send(blank)
      expect({ blank, status, message: Object(body).error?.message }).toEqual({
        blank,
        status: 400,
        message: expect.stringContaining(field),
      })
    }
    expect(await send(emojis(max)), 'longest').toMatchObject({ status: 200 })
    expect(await send(emojis(max + 1)), 'too long').toMatchObject({ status: 400 })
  })

  it('needs a visible character in a message to those who are invited', async () => {
    for (const message of BLANKS) {
      const call = { userId: owner.id, messageType: 'message', slot: 0, body: { message } }
      expect(await owner.api.try('updateInviteMessage', call)).toMatchObject({ status: 400 })
    }
  })
})

const jam = { description: 'Text', moreInfo: 'Text', type: 'AVATAR' }
const GRAPH: readonly [mutation: string, field: string, max: number, input: object][] = [
  ['createBadge', 'name', 100, { description: 'Text', imageUrl: 'https://pictures.test/b.png' }],
  ['createReward', 'name', 100, { tokens: 5 }],
  ['createJam', 'title', 100, jam],
  ['setAvatarStyle', 'name', 64, {}],
  ['createGroupRole', 'name', 64, { groupId: '' }],
]

describe('a name or title for people, by GraphQL', () => {
  it.each(GRAPH)('needs a visible character: %s.%s', async (mutation, field, _max, input) => {
    for (const blank of BLANKS) {
      const given = 'groupId' in input ? { ...input, groupId: group.id } : input
      const client = 'groupId' in input ? aGraphClient(app, owner.api) : admin
      const { faults } = await refusedInput(client, mutation, { ...given, [field]: blank })
      expect(faults, blank).toContainEqual(`input.${field} TOO_SHORT`)
    }
  })

  it('counts characters of rewards, licenses and permissions', async () => {
    const send = (mutation: string, input: object) => {
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
      return admin.send(`mutation ($input: ${type}!) { ${mutation}(input: $input) { clientMutationId } }`, { input })
    }
    const name = aName('p').toLowerCase()
    for (const [mutation, input] of [
      ['createReward', { name: emojis(100), tokens: 5 }],
      ['setLicenseGroup', { name, description: emojis(1_000), licenses: [] }],
      ['createPermission', { name, displayName: emojis(1_000) }],
    ] as const)
      expect((await send(mutation, input)).errors, mutation).toBeUndefined()
  })
})
