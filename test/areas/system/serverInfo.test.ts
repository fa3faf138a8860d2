import { describe, expect, it } from 'vitest'
import { VERSION } from '../../../src/version.ts'
import { anApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aSubscriber } from '../../support/groups.ts'
import { mutate } from '../../support/jams.ts'

const app = await anApp({ SERVER_NAME: 'Engine' })
const nobody = aGraphClient(app)

const RULE = 'input field isRequired minLength maxLength pattern maxEntries minimum maximum'

async function rulesOf(...inputs: string[]): Promise<Record<string, Record<string, unknown>>> {
  const { data, errors } = await nobody.send(
    `query ($inputs: [String!]!) { serverInfo { fieldRules(inputs: $inputs) { ${RULE} } } }`,
    { inputs },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  const rules: readonly Record<string, unknown>[] = Object(data).serverInfo.fieldRules
  return Object.fromEntries(rules.map((rule) => [`${rule.input}.${rule.field}`, rule]))
}

it('names the server, its version, what it offers and where uploads go, to anybody', async () => {
  const { data } = await nobody.send('{ serverInfo { name version features uploadOrigins } }')
  expect(Object(data).serverInfo).toMatchObject({
    name: 'Engine',
    version: VERSION,
    features: expect.arrayContaining(['REGISTRATION']),
    uploadOrigins: ['http://plaza.test'],
  })
})

describe('rules of fields', () => {
  it('are those of names, passwords and texts', async () => {
    const rules = await rulesOf(
      'RegisterUserAccountInput',
      'UpdateProfileInput',
      'CreateGroupInput',
      'ResetPasswordInput',
    )
    expect(rules['RegisterUserAccountInput.username']).toMatchObject({ isRequired: true, minLength: 4, maxLength: 15 })
    expect(rules['RegisterUserAccountInput.password']).toMatchObject({ minLength: 8, maxLength: 256 })
    expect(rules['ResetPasswordInput.password']).toMatchObject({ minLength: 8, maxLength: 256 })
    expect(rules['UpdateProfileInput.bio']).toMatchObject({ isRequired: false })
    expect(rules['CreateGroupInput.name']).toMatchObject({ minLength: 3, maxLength: 64 })
    expect(rules['CreateGroupInput.shortCode']).toMatchObject({ minLength: 3, maxLength: 6 })
    expect(String(rules['CreateGroupInput.shortCode']?.pattern)).toContain('[A-Za-z0-9]')
  })

  it('are what the server refuses beyond, with the same bounds', async () => {
    const person = await aSubscriber(app)
    const required: Readonly<Record<string, object>> = {
      UpdateProfileInput: {},
      UpdateNoteInput: { targetUserId: person.id },
      CreateGroupInput: { name: 'Name', shortCode: 'ABCD', roleTemplate: 'DEFAULT' },
    }
    const rules = await rulesOf(...Object.keys(required))
    const texts = Object.values(rules).filter(({ maxLength, maxEntries }) => maxLength !== null && maxEntries === null)
    expect(texts.length).toBeGreaterThan(8)
    for (const { input, field, maxLength } of texts) {
      const mutation = String(input)
        .replace(/Input$/, '')
        .replace(/^./, (letter) => letter.toLowerCase())
      const { error } = await mutate(app, person, mutation, {
        ...required[String(input)],
        [String(field)]: 'x'.repeat(Number(maxLength) + 1),
      })
      const issues: readonly Record<string, unknown>[] = Array.isArray(error?.extensions.issues)
        ? error.extensions.issues
        : []
      const own = issues.filter(({ path }) => Array.isArray(path) && path.includes(field))
      expect(own, `${input}.${field}`).not.toEqual([])
    }
  })

  it('are none of unknown inputs, each input once, and of 20 inputs at most', async () => {
    expect(await rulesOf('Query', '__proto__', 'toString')).toEqual({})
    const twice = await nobody.send('{ serverInfo { fieldRules(inputs: ["FriendInput", "FriendInput"]) { field } } }')
    expect(Object(twice.data).serverInfo.fieldRules).toEqual([{ field: 'userId' }])
    const inputs = JSON.stringify(Array.from({ length: 21 }, (_, at) => `Input${at}`))
    const { errors } = await nobody.send(`{ serverInfo { fieldRules(inputs: ${inputs}) { field } } }`)
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'TOO_MANY_ENTRIES' })
  })
})
