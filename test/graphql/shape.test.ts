import { buildSchema } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import { graphSchema } from '../../src/edges/graphql/schema.ts'
import { OPEN_NAMES, OPEN_PLACES } from './shape/openTexts.ts'
import { shapeOf } from './shape/shape.ts'

const rules = shapeOf(graphSchema())

test.each(rules.map(({ title, ...found }) => [title, found] as const))('the schema has no %s', (_title, found) => {
  expect(found.count).toBeGreaterThan(10)
  expect(found.faults).toEqual([])
})

const FAULTY = buildSchema(`
  enum Colour { RED DARK_BLUE }
  type Apple { id: ID!, name: String!, skinType: String!, visibility: String, mood: String, colour(as: String): Colour }
  type AppleConnection { nodes: [Apple!]! }
  type PickApplePayload { apple: Apple! }
  input PickAppleInput { name: String, "\`red\` or \`DARK_BLUE\`" colour: Colour }
  type Query { apples: AppleConnection! }
  type Mutation { pickApple(input: PickAppleInput!): PickApplePayload!, eatApple(apple: ID!): Apple! }
`)

describe('the check of the shape', () => {
  const faults = Object.fromEntries(shapeOf(FAULTY).map((rule) => [rule.title, rule.faults]))

  it('finds what breaks a rule', () => {
    expect(faults).toMatchObject({
      'mutations without an input and a payload of their own': ['eatApple'],
      'connections without totalCount': ['AppleConnection'],
      'types with an id that are no Node': ['Apple'],
      'texts that could be of a closed set of values, and are not listed': [
        ...['Apple.skinType', 'Apple.visibility', 'Apple.mood', 'Apple.colour.as'],
      ],
      'descriptions that spell values of an enum in another way': ['PickAppleInput.colour'],
    })
    expect(faults['reasons of refusals that the schema does not publish']).toContain('signed_out')
    expect(faults['listed texts that the schema does not have']).toContain('*.platform')
  })

  it('lists each text once, and with its reason', () => {
    const [names, places] = [Object.values(OPEN_NAMES).flat(), Object.values(OPEN_PLACES).flat()]
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(places).size).toBe(places.length)
    for (const reason of [...Object.keys(OPEN_NAMES), ...Object.keys(OPEN_PLACES)])
      expect(reason).toMatch(/^[A-Z].+\.$/)
  })
})
