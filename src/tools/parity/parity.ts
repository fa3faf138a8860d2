import type { GraphQLSchema } from 'graphql'
import { documentedEquivalents } from './documentedEquivalents.ts'
import { type Equivalents, extendedEquivalents } from './extendedEquivalents.ts'
import { fieldUses } from './fieldUses.ts'
import { UNSHOWN_FIELDS } from './unshownFields.ts'

/** GraphQL fields that correspond to each REST operation, or the reason why there is none. */
export const EQUIVALENTS: Readonly<Record<string, Equivalents>> = { ...documentedEquivalents, ...extendedEquivalents }

const fieldsOf = (places: Equivalents): readonly string[] => ('hole' in places ? [] : places)

/** Fields that a REST operation has as equivalents, and all other mutations: what people can do by the graph. */
export function capabilities(schema: GraphQLSchema): {
  readonly rest: readonly string[]
  readonly more: readonly string[]
} {
  const rest = new Set(Object.values(EQUIVALENTS).flatMap(fieldsOf))
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {}).map((name) => `Mutation.${name}`)
  return { rest: [...rest], more: mutations.filter((mutation) => !rest.has(mutation)).sort() }
}

/** Why the web UI does not use fields; a field may be in it by mistake, or twice. */
export const reasons = (): readonly (readonly [field: string, why: string])[] =>
  UNSHOWN_FIELDS.flatMap(({ why, fields }) => fields.map((field) => [field, why] as const))

/** Finds where the web UI uses fields: the parts of it that do, else why none does. */
export function uiFinder(schema: GraphQLSchema, folder: string): (fields: readonly string[]) => string {
  const uses = fieldUses(schema, folder)
  const why = new Map(reasons())
  return (fields) => {
    const places = new Set(fields.flatMap((field) => [...(uses.get(field) ?? [])]))
    if (places.size > 0)
      return [...places]
        .sort()
        .map((place) => `\`${place}\``)
        .join(', ')
    return [...new Set(fields.flatMap((field) => why.get(field) ?? []))].join(' ')
  }
}
