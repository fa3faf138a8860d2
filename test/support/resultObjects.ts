import { getNamedType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { graphSchema } from '../../src/edges/graphql/schema.ts'
import { getOrCreate } from '../../src/kernel/maps.ts'

const JSON_SCALARS = ['JSON', 'JSONObject']

interface Keys {
  /** Keys of scalars that are JSON, whose objects are no objects of the schema. */
  readonly json: ReadonlySet<string>
  /** Whether the document asks for the schema, which has a price of its own. */
  readonly isIntrospection: boolean
}

const known = new Map<string, Keys>()

function keysOf(query: string): Keys {
  const json = new Set<string>()
  const info = new TypeInfo(graphSchema())
  let isIntrospection = false
  const enter = {
    Field({ name, alias }: { readonly name: { readonly value: string }; readonly alias?: { readonly value: string } }) {
      if (name.value === '__schema' || name.value === '__type') isIntrospection = true
      const type = info.getType()
      if (type && JSON_SCALARS.includes(getNamedType(type).name)) json.add((alias ?? name).value)
    },
  }
  visit(parse(query), visitWithTypeInfo(info, enter))
  return { json, isIntrospection }
}

function countObjects(value: unknown, json: ReadonlySet<string>): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countObjects(item, json), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, below]) => sum + (json.has(key) ? 0 : countObjects(below, json)), 1)
}

/** Number of objects that an answer to a document has below its root; null for introspection. */
export function objectsIn(query: string, data: unknown): number | null {
  const { json, isIntrospection } = getOrCreate(known, query, () => keysOf(query))
  return isIntrospection ? null : Math.max(0, countObjects(data, json) - 1)
}
