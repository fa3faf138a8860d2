import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract } from '../../src/areas/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { sharedApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { refusal } from '../support/refusals.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser } from '../support/users.ts'

const app = await sharedApp()
const ada = await aUser(app)

const WRONG: readonly unknown[] = [
  ...[undefined, null, true, -1, 0.5, 1e300, '', 'x', '\u{1f600}'.repeat(5_000)],
  ...[[], [1], [''], Array(2_000).fill('x'), {}, { x: 1 }, { type: 'x' }],
]
/** Words that the library of the rules uses in its own messages. */
const FOREIGN_WORDS = /\b(expected|received|zod|undefined|NaN|regex|Unrecognized|Too (big|small)|Invalid input)\b/

const messagesOf = ({ path, message, ...issue }: z.core.$ZodIssue): string[] => [
  `${path.join('.')}: ${message}`,
  ...('errors' in issue ? issue.errors.flat().flatMap(messagesOf) : []),
]

describe('the messages of refused inputs', () => {
  const rows = Object.entries<Operation>(contract).filter(([, row]) => row.body ?? row.query ?? row.form)
  it.each(rows)('speak of the fields of %s in plain words', (_name, row) => {
    const messages = [row.body, row.query, row.form].flatMap((schema) =>
      Object.keys(schema?.shape ?? {}).flatMap((field) =>
        WRONG.flatMap((value) => schema?.safeParse({ [field]: value }).error?.issues.flatMap(messagesOf) ?? []),
      ),
    )
    expect(messages.filter((message) => FOREIGN_WORDS.test(message))).toEqual([])
  })

  it.each([
    [{ name: 'x' }, 'imageUrl: is required'],
    [{ name: 5, imageUrl: 'x' }, 'name: must be a text'],
    [{ name: 'x', imageUrl: 'x', tags: 'x' }, 'tags: must be a list'],
    [{ name: 'x', imageUrl: 'x', tags: [1] }, 'tags.0: must be a text'],
    [{ name: 'x', imageUrl: 'x', recommendedCapacity: 50 }, 'recommendedCapacity: must be at most 40'],
    [{ name: 'x', imageUrl: 'x', recommendedCapacity: 1.5 }, 'recommendedCapacity: must be a whole number'],
    [{ name: 'x', imageUrl: 'x', releaseStatus: 'x' }, 'releaseStatus: must be one of all, hidden, private, public'],
  ])('name the field of the REST API: %j', async (body, message) => {
    expect(await ada.api.try('createWorld', { body })).toMatchObject(refusal(400, message))
  })

  it('of an operation without a session, and of a query, are as plain', async () => {
    const body = { username: 5 }
    expect(await aRestClient(app).try('registerUserAccount', { body })).toMatchObject(refusal(400, /^\w+: (is|must) /))
    const query = { sort: 'x' }
    expect(await ada.api.try('searchWorlds', { query })).toMatchObject(
      refusal(400, /^sort: must be one of _created_at, /),
    )
  })

  it('of the graph are said of the field that the path names', async () => {
    const mutation = 'mutation Make($input: CreateWorldInput!) { createWorld(input: $input) { world { id } } }'
    const input = { name: 'x', imageUrl: 'https://plaza.test/x.png', recommendedCapacity: 50 }
    const { errors = [] } = await aGraphClient(app, ada.api).send(mutation, { input })
    expect(errors[0]?.extensions.issues).toEqual(
      expect.arrayContaining([
        { path: ['input', 'recommendedCapacity'], reason: 'TOO_LARGE', message: 'must be at most 40', max: 40 },
      ]),
    )
  })
})
