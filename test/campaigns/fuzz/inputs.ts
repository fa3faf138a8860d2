import fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { CURSORS } from './cursors.ts'
import { chance, type Draw, HOSTILE_TEXTS, hostile, type Names, pick } from './values.ts'

/** How arguments are drawn: what is there, and how many of a hundred values are hostile. */
export interface Inputs {
  readonly g: Draw
  readonly names: Names
  readonly hostility: number
}

const FEW = { min: 0, max: 5 }
const SOON = { min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }

/** A value for an argument of the field, or of an input object's; now and then one that nobody expects. */
export function input(inputs: Inputs, type: GraphQLInputType, field: string): unknown {
  const { g, hostility } = inputs
  if (chance(g, hostility)) return chance(g, 60) ? wrongButTyped(g, type) : hostile(g)
  if (isNonNullType(type)) return input(inputs, type.ofType, field)
  if (isListType(type)) return Array.from({ length: g(fc.nat, { max: 3 }) }, () => input(inputs, type.ofType, field))
  if (isEnumType(type))
    return pick(
      g,
      type.getValues().map(({ name }) => name),
    )
  if (isInputObjectType(type)) return fields(inputs, Object.values(type.getFields()))
  return scalar(inputs, type.name, field)
}

const fields = (inputs: Inputs, declared: readonly GraphQLInputField[]) =>
  Object.fromEntries(
    declared
      .filter(({ type }) => isNonNullType(type) || chance(inputs.g, 40))
      .map(({ name, type }) => [name, input(inputs, type, name)]),
  )

/** Which of a field's arguments are given: those that must be, some that may be, and a small page of a connection. */
export const given = ({ g }: Inputs, args: readonly GraphQLArgument[]) =>
  args.filter(({ name, type }) => isNonNullType(type) || chance(g, name === 'first' ? 80 : 25))

const MAKERS: Readonly<Record<string, (g: Draw) => unknown>> = {
  Int: (g) => g(fc.integer, FEW),
  Float: (g) => g(fc.integer, FEW),
  Boolean: (g) => g(fc.boolean),
  Date: (g) => g(fc.date, SOON).toISOString().slice(0, 10),
  DateTime: (g) => g(fc.date, SOON).toISOString(),
  JSON: (g) => g(fc.jsonValue),
  JSONObject: (g) => ({ [g(fc.string)]: g(fc.jsonValue) }),
}

const PLAIN = [
  'plaza',
  'Some words',
  'language_eng',
  'http://plaza.test/x',
  '1',
  '2022.3.22f1',
  'us',
  'public',
] as const

function scalar({ g, names }: Inputs, type: string, field: string): unknown {
  const make = MAKERS[type]
  if (make) return make(g)
  if (field === 'after' || field === 'before') return pick(g, CURSORS)
  const known = names.of(field)
  return known.length > 0 && chance(g, 85) ? pick(g, known) : pick(g, PLAIN)
}

/** Of the right type, so that it comes through to the act. */
function wrongButTyped(g: Draw, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return wrongButTyped(g, type.ofType)
  if (isListType(type)) return Array.from({ length: g(fc.nat, { max: 120 }) }, () => wrongButTyped(g, type.ofType))
  if (isEnumType(type) || isInputObjectType(type)) return hostile(g)
  return (WRONG[type.name] ?? wrongText)(g)
}

const wrongText = (g: Draw) => pick(g, HOSTILE_TEXTS)
const WRONG: Readonly<Record<string, (g: Draw) => unknown>> = {
  Int: (g) => pick(g, [0, -1, 101, 1_000_000, 2_147_483_647, -2_147_483_648]),
  Float: (g) => pick(g, [0, -1, 1e308, 5e-324, 2 ** 53]),
  Boolean: (g) => g(fc.boolean),
  Date: (g) => pick(g, ['0001-01-01', '9999-12-31', '2026-02-30', '-000001-01-01']),
  DateTime: (g) =>
    pick(g, ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '2026-02-30T00:00:00Z']),
}
