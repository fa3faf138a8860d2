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
import {
  chance,
  type Generator,
  HOSTILE_TEXTS,
  hostileValue,
  INVALID_CURSORS,
  type KnownNames,
  pick,
} from './values.ts'

/** How arguments are generated: the placeholders of known values, and the percentage of hostile values. */
export interface ArgumentOptions {
  readonly g: Generator
  readonly names: KnownNames
  readonly hostility: number
}

const SMALL_NUMBERS = { min: 0, max: 5 }
const DATES = { min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }

/** Generates a value for an argument or input field: valid, or hostile in `hostility` percent of cases. */
export function generateArgument(options: ArgumentOptions, type: GraphQLInputType, field: string): unknown {
  const { g, hostility } = options
  if (chance(g, hostility)) return chance(g, 60) ? extremeValue(g, type) : hostileValue(g)
  if (isNonNullType(type)) return generateArgument(options, type.ofType, field)
  if (isListType(type))
    return Array.from({ length: g(fc.nat, { max: 3 }) }, () => generateArgument(options, type.ofType, field))
  if (isEnumType(type))
    return pick(
      g,
      type.getValues().map(({ name }) => name),
    )
  if (isInputObjectType(type)) return inputObject(options, Object.values(type.getFields()))
  return scalar(options, type.name, field)
}

const inputObject = (options: ArgumentOptions, declared: readonly GraphQLInputField[]) =>
  Object.fromEntries(
    declared
      .filter(({ type }) => isNonNullType(type) || chance(options.g, 40))
      .map(({ name, type }) => [name, generateArgument(options, type, name)]),
  )

/** Chooses the arguments to pass: all required and some optional ones, mostly with `first` to keep pages small. */
export const chooseArguments = ({ g }: ArgumentOptions, args: readonly GraphQLArgument[]) =>
  args.filter(({ name, type }) => isNonNullType(type) || chance(g, name === 'first' ? 80 : 25))

const SCALARS: Readonly<Record<string, (g: Generator) => unknown>> = {
  Int: (g) => g(fc.integer, SMALL_NUMBERS),
  Float: (g) => g(fc.integer, SMALL_NUMBERS),
  Boolean: (g) => g(fc.boolean),
  Date: (g) => g(fc.date, DATES).toISOString().slice(0, 10),
  DateTime: (g) => g(fc.date, DATES).toISOString(),
  JSON: (g) => g(fc.jsonValue),
  JSONObject: (g) => ({ [g(fc.string)]: g(fc.jsonValue) }),
}

const ORDINARY_TEXTS = [
  'plaza',
  'Some words',
  'language_eng',
  'http://plaza.test/x',
  '1',
  '2022.3.22f1',
  'us',
  'public',
] as const

function scalar({ g, names }: ArgumentOptions, type: string, field: string): unknown {
  const generate = SCALARS[type]
  if (generate) return generate(g)
  if (field === 'after' || field === 'before') return pick(g, INVALID_CURSORS)
  const known = names.of(field)
  return known.length > 0 && chance(g, 85) ? pick(g, known) : pick(g, ORDINARY_TEXTS)
}

/** A value of the right type that the act must reject or survive. */
function extremeValue(g: Generator, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return extremeValue(g, type.ofType)
  if (isListType(type)) return Array.from({ length: g(fc.nat, { max: 120 }) }, () => extremeValue(g, type.ofType))
  if (isEnumType(type) || isInputObjectType(type)) return hostileValue(g)
  return (EXTREME_SCALARS[type.name] ?? extremeText)(g)
}

const extremeText = (g: Generator) => pick(g, HOSTILE_TEXTS)
const EXTREME_SCALARS: Readonly<Record<string, (g: Generator) => unknown>> = {
  Int: (g) => pick(g, [0, -1, 101, 1_000_000, 2_147_483_647, -2_147_483_648]),
  Float: (g) => pick(g, [0, -1, 1e308, 5e-324, 2 ** 53]),
  Boolean: (g) => g(fc.boolean),
  Date: (g) => pick(g, ['0001-01-01', '9999-12-31', '2026-02-30', '-000001-01-01']),
  DateTime: (g) =>
    pick(g, ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '2026-02-30T00:00:00Z']),
}
