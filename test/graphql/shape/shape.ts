import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { REFUSAL_REASONS } from '../../../src/kernel/refusalReasons.ts'
import { hasClosedName } from './closedNames.ts'
import { OPEN_NAMES, OPEN_PLACES } from './openTexts.ts'

/** Something that the schema keeps to. */
export interface Rule {
  /** What breaks it, in the plural: `mutations without …`. */
  readonly title: string
  /** The number of elements that were looked at. */
  readonly count: number
  /** The elements that break it, as `World.name`. */
  readonly faults: readonly string[]
}

interface Place {
  readonly at: string
  readonly name: string
  readonly type: GraphQLInputType | GraphQLOutputType
  readonly description: string
}

/** Checks that a schema is of one shape throughout. */
export function shapeOf(schema: GraphQLSchema): readonly Rule[] {
  const places = placesIn(schema)
  const texts = places.filter(({ type }) => String(getNamedType(type)) === 'String')
  const enums = places.filter(({ type }) => isEnumType(getNamedType(type)))
  const objects = objectTypesOf(schema)
  const connections = objects.filter(({ name }) => name.endsWith('Connection'))
  const withId = objects.filter((type) => 'id' in type.getFields())
  const isNode = (type: (typeof objects)[number]) => type.getInterfaces().some(({ name }) => name === 'Node')
  const hasCount = (type: (typeof objects)[number]) => String(type.getFields().totalCount?.type) === 'Int!'
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  return [
    rule('mutations without an input and a payload of their own', mutations, hasOwnTypes, ({ name }) => name),
    rule('connections without totalCount', connections, hasCount, ({ name }) => name),
    rule('types with an id that are no Node', withId, isNode, ({ name }) => name),
    rule('texts that could be of a closed set of values, and are not listed', texts, isOpen, ({ at }) => at),
    rule('descriptions that spell values of an enum in another way', enums, spellsValues, ({ at }) => at),
    publishedReasons(schema),
    neededEntries(texts),
  ]
}

function rule<E>(title: string, all: readonly E[], keeps: (each: E) => boolean, at: (each: E) => string): Rule {
  return { title, count: all.length, faults: all.filter((each) => !keeps(each)).map(at) }
}

const objectTypesOf = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))

/** All fields, arguments and fields of inputs. */
function placesIn(schema: GraphQLSchema): Place[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  return types.flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return []
    return Object.values(type.getFields()).flatMap((field) => {
      const own = `${type.name}.${field.name}`
      const given =
        'args' in field ? field.args.map((argument: Element) => placeOf(`${own}.${argument.name}`, argument)) : []
      return [placeOf(own, field), ...given]
    })
  })
}

type Element = Pick<Place, 'name' | 'type'> & { readonly description?: string | null | undefined }

const placeOf = (at: string, { name, type, description }: Element): Place => ({
  ...{ at, name, type },
  description: description ?? '',
})

function hasOwnTypes({ name, args, type }: GraphQLField<unknown, unknown>): boolean {
  const prefix = name.replace(/^./, (first) => first.toUpperCase())
  const [input, ...others] = args
  return (
    others.length === 0 &&
    input?.name === 'input' &&
    String(input.type) === `${prefix}Input!` &&
    String(type) === `${prefix}Payload!`
  )
}

const openNames = new Set(Object.values(OPEN_NAMES).flat())
const openPlaces = new Set(Object.values(OPEN_PLACES).flat())

/** A name that looks like a closed set of values is open only at the places that are listed. */
const isOpen = ({ at, name }: Place): boolean =>
  openPlaces.has(at) || openPlaces.has(`*.${name}`) || (openNames.has(name) && !hasClosedName(name))

/** Whether the values of its enum that a description names in code are spelt as in the enum. */
function spellsValues({ type, description }: Place): boolean {
  const named = getNamedType(type)
  const values = new Set(isEnumType(named) ? named.getValues().map(({ name }) => name) : [])
  const words = [...description.matchAll(/`([\w.]+)`/g)].map(([, word = '']) => word)
  return words.every((word) => values.has(word) || !values.has(word.replace(/\W/g, '_').toUpperCase()))
}

function publishedReasons(schema: GraphQLSchema): Rule {
  const type = schema.getType('RefusalReason')
  const published = new Set(isEnumType(type) ? type.getValues().map(({ name }) => name) : [])
  const known = Object.values(REFUSAL_REASONS).flatMap((reasons) => Object.keys(reasons))
  const keeps = (reason: string) => published.has(reason.toUpperCase())
  return rule('reasons of refusals that the schema does not publish', known, keeps, (reason) => reason)
}

function neededEntries(texts: readonly Place[]): Rule {
  const needed = new Set(texts.flatMap(({ at, name }) => [at, `*.${name}`, ...(hasClosedName(name) ? [] : [name])]))
  const entries = [...openNames, ...openPlaces]
  return rule('listed texts that the schema does not have', entries, (entry) => needed.has(entry), String)
}
