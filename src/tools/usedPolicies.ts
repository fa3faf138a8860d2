import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { CachePolicies } from '../edges/graphql/cachePolicies.ts'

interface UsedParts {
  /** Names of types. */
  readonly types: ReadonlySet<string>
  /** Fields, such as `World.instances`. */
  readonly fields: ReadonlySet<string>
}

/** The types of what mutations answer. */
const answersOf = (schema: GraphQLSchema): ReadonlySet<GraphQLNamedType> =>
  new Set(Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ type }) => getNamedType(type)))

/** What documents read of a schema that a cache keeps. */
function usedParts(schema: GraphQLSchema, documents: readonly string[]): UsedParts {
  const [types, fields] = [new Set<string>(), new Set<string>()]
  const info = new TypeInfo(schema)
  const answers = answersOf(schema)
  const note = {
    Field() {
      const [parent, type] = [info.getParentType(), getNamedType(info.getType())]
      if (!parent || !type) return
      const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : []
      // What a mutation answers is not kept: only the objects in it, which have ids.
      const isAnswer = (one: GraphQLNamedType) => answers.has(one)
      for (const one of [parent, type, ...possible]) if (!isAnswer(one)) types.add(one.name)
      fields.add(`${parent.name}.${info.getFieldDef()?.name}`)
    },
  }
  for (const document of documents) visit(parse(document), visitWithTypeInfo(info, note))
  return { types, fields }
}

/** What the cache of the UI needs to know of a schema, in few words. */
interface UsedPolicies {
  /** The object types of each interface and union. */
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>
  /** Types without ids, whose objects belong to those that have them. */
  readonly embedded: readonly string[]
  /** The connections of each type, by the names of their fields. */
  readonly connections: Readonly<Record<string, readonly string[]>>
}

/** The part of cache policies that some documents need. */
export function usedPolicies(
  schema: GraphQLSchema,
  { possibleTypes, typePolicies }: CachePolicies,
  documents: readonly string[],
): UsedPolicies {
  const { types, fields } = usedParts(schema, documents)
  const pick = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.entries(record).filter(([name]) => types.has(name))
  const used = pick(typePolicies)
  const listsOf = (type: string, lists: object = {}) =>
    Object.keys(lists).filter((field) => fields.has(`${type}.${field}`))
  return {
    possibleTypes: Object.fromEntries(pick(possibleTypes)),
    embedded: used.filter(([, { keyFields }]) => keyFields === false).map(([type]) => type),
    connections: Object.fromEntries(
      used
        .map(([type, policy]) => [type, listsOf(type, policy.fields)] as const)
        .filter(([, lists]) => lists.length > 0),
    ),
  }
}
