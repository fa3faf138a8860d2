import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WorldId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let person: TestUser
let worldId: WorldId
beforeAll(async () => {
  person = await aUser(app)
  worldId = await aWorld(app, person)
})

const PIECES = [
  '12345',
  '~',
  'private',
  'hidden',
  '(',
  ')',
  'region(us)',
  'nonce(a)',
  'é',
  ' ',
  '%',
  '&shortName=x',
  "'",
  '\\',
]
/** `fetch` resolves dot segments before it sends a request, which would be for another path. */
const isDotSegment = (text: string) => text === '.' || text === '..'
const oddIds = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 200 }),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
  )
  .filter((id) => !isDotSegment(id))

const CREATE = `mutation ($input: CreateInstanceInput!) { createInstance(input: $input) { instance { id } } }`

describe('arbitrary input', () => {
  it('as the id of an instance is accepted or refused without a server error', async () => {
    await fc.assert(
      fc.asyncProperty(oddIds, async (instanceId) => {
        for (const name of [
          'getInstance',
          'getWorldInstance',
          'getShortName',
          'inviteMyselfTo',
          'closeInstance',
        ] as const)
          expect((await person.api.try(name, { worldId, instanceId })).status).toBeLessThan(500)
        const shortName = await person.api.try('getInstanceByShortName', { shortName: instanceId })
        expect(shortName.status).toBeLessThan(500)
      }),
      { numRuns: rounds(60) },
    )
  })

  it('as a new instance is accepted or refused without a server error, over REST and GraphQL', async () => {
    const body = fc.record(
      {
        type: fc.oneof(fc.constantFrom('public', 'group', 'private'), fc.jsonValue()),
        region: fc.oneof(fc.constantFrom('us', 'mars'), fc.jsonValue()),
        ownerId: fc.oneof(fc.string(), fc.jsonValue()),
        displayName: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        contentSettings: fc.jsonValue(),
        roleIds: fc.jsonValue(),
        closedAt: fc.oneof(fc.string(), fc.date({ noInvalidDate: true }), fc.jsonValue()),
        hardClose: fc.jsonValue(),
        calendarEntryId: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    )
    await fc.assert(
      fc.asyncProperty(body, async (some) => {
        expect((await person.api.try('createInstance', { body: { worldId, ...some } })).status).toBeLessThan(500)
        const { errors = [] } = await aGraphClient(app, person.api).send(CREATE, { input: { worldId, ...some } })
        expect(errors.map(({ extensions }) => extensions.code)).not.toContain('INTERNAL')
      }),
      { numRuns: rounds(100), examples: [[{ type: [], contentSettings: [{ toString: null }] }]] },
    )
  })
})
