import { type GraphQLField, type GraphQLObjectType, isNonNullType, isObjectType } from 'graphql'
import { CURSORS } from './cursors.ts'
import { schema } from './documents.ts'

/** Fewer than there may be aliases. */
const AT_ONCE = 12

/** How the fields of a type are come by. */
const WAYS: Readonly<Record<string, (fields: string) => string>> = {
  Query: (fields) => `{ ${fields} }`,
  Viewer: (fields) => `{ viewer { ${fields} } }`,
  User: (fields) => `{ user(id: "~~userId~~") { ${fields} } }`,
  World: (fields) => `{ world(id: "~~worldId~~") { ${fields} } }`,
}

type Field = GraphQLField<unknown, unknown>

const isConnection = ({ args }: Field) =>
  args.some(({ name }) => name === 'after') && !args.some(({ type }) => isNonNullType(type))

/** Documents that ask every list of the graph for what follows those places; by the worlds' times, too. */
export function cursorDocuments(): string[] {
  return Object.keys(WAYS)
    .map((name) => schema.getType(name))
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(isConnection)
        .flatMap((field) => asking(type, field)),
    )
}

function asking(type: GraphQLObjectType, { name, args }: Field): string[] {
  const sorts = args.some((each) => each.name === 'sort') ? ['', ', sort: CREATED', ', sort: NAME'] : ['']
  return sorts.flatMap((sort) =>
    batches(CURSORS).map((cursors) => {
      const fields = cursors.map((cursor, at) => `c${at}: ${name}(first: 1, after: "${cursor}"${sort}) { __typename }`)
      return WAYS[type.name]?.(fields.join(' ')) ?? ''
    }),
  )
}

const batches = (list: readonly string[]) =>
  Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, at) => list.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
