import { type FieldNode, Kind, parse, print, type SelectionSetNode, visit } from 'graphql'
import { getOrCreate } from '../../src/kernel/maps.ts'

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

const texts = new Map<string, string>()

/** The document with `__typename` in every selection below its root, as Apollo Client and urql send it. */
export const withTypenames = (text: string): string => getOrCreate(texts, text, () => print(addTypenames(text)))

const addTypenames = (text: string) =>
  visit(parse(text), {
    SelectionSet: (set, _key, parent): SelectionSetNode | undefined => {
      const isRoot = parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION
      return isRoot ? undefined : { ...set, selections: [...set.selections, TYPENAME] }
    },
  })

/** The type of each object that answers in this worker have shown, by its id. */
const typesById = new Map<string, string>()

/**
 * Answers the data without the `__typename` that were added to its document. Throws when an id has shown two types: a
 * store that normalises answers by bare id would mix the two objects.
 */
export function withoutTypenames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypenames)
  if (typeof value !== 'object' || value === null) return value
  const { __typename: type, ...rest } = Object(value)
  if (typeof type === 'string' && typeof rest.id === 'string') assertSameType(rest.id, type)
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, withoutTypenames(each)]))
}

function assertSameType(id: string, type: string): void {
  const known = getOrCreate(typesById, id, () => type)
  if (known !== type) throw new Error(`the id ${id} is that of a ${known} and of a ${type}`)
}
