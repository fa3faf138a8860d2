import { type GraphQLSchema, getNamedType, isAbstractType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { CachePolicies } from '../edges/graphql/cachePolicies.ts'

interface UsedParts {
  /** Names of types. */
  readonly types: ReadonlySet<string>
  /** Fields, such as `World.instances`. */
  readonly fields: ReadonlySet<string>
}

/** What documents read of a schema. */
function usedParts(schema: GraphQLSchema, documents: readonly string[]): UsedParts {
  const [types, fields] = [new Set<string>(), new Set<string>()]
  const info = new TypeInfo(schema)
  const note = {
    Field() {
      const [parent, type] = [info.getParentType(), getNamedType(info.getType())]
      if (!parent || !type) return
      const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : []
      for (const { name } of [parent, type, ...possible]) types.add(name)
      fields.add(`${parent.name}.${info.getFieldDef()?.name}`)
    },
  }
  for (const document of documents) visit(parse(document), visitWithTypeInfo(info, note))
  return { types, fields }
}

/** The part of cache policies that some documents need. */
export function usedPolicies(
  schema: GraphQLSchema,
  { possibleTypes, typePolicies }: CachePolicies,
  documents: readonly string[],
): CachePolicies {
  const { types, fields } = usedParts(schema, documents)
  const pick = <Value>(record: Readonly<Record<string, Value>>, isUsed: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => isUsed(name)))
  const used = Object.entries(pick(typePolicies, (name) => types.has(name)))
  return {
    possibleTypes: pick(possibleTypes, (name) => types.has(name)),
    typePolicies: Object.fromEntries(
      used.map(([type, { fields: lists = {}, ...policy }]) => [
        type,
        { ...policy, fields: pick(lists, (field) => fields.has(`${type}.${field}`)) },
      ]),
    ),
  }
}
