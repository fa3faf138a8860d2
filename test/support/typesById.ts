import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql'
import { getOrCreate } from '../../src/kernel/maps.ts'

/** Ids that have named objects of two types since the last look; a test file that causes one fails. */
export const idsOfTwoTypes: string[] = []

const watched = new WeakMap<GraphQLSchema, Map<string, string>>()

/**
 * Watches the ids that a server of this process resolves, whichever client asks for them and by whichever transport.
 * Calls `report` for an id of objects of two types: a store that normalises answers by bare id would mix the two.
 * Returns the types seen so far, by id.
 */
export function watchTypesById(schema: GraphQLSchema, report = (fault: string) => void idsOfTwoTypes.push(fault)) {
  return getOrCreate(watched, schema, () => {
    const types = new Map<string, string>()
    const note = (id: unknown, type: string) => {
      const known = getOrCreate(types, String(id), () => type)
      if (known !== type) report(`${id} is the id of types ${known} and ${type}`)
    }
    for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) watchIdsOf(type, note)
    return types
  })
}

function watchIdsOf(type: GraphQLObjectType, note: (id: unknown, type: string) => void): void {
  const { id } = type.getFields()
  const resolve = id?.resolve
  if (!id || !resolve) return
  id.resolve = (...given) => {
    const value: unknown = resolve(...given)
    if (value instanceof Promise)
      return value.then((settled: unknown) => {
        note(settled, type.name)
        return settled
      })
    note(value, type.name)
    return value
  }
}
