import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql'

/** How a normalising cache stores the objects of a type, in the form of type policies of Apollo Client. */
interface TypePolicy {
  /** Objects without id have no key, and parts of them that were read apart belong together. */
  readonly keyFields?: false
  readonly merge?: true
  /** The connections of the type, by field, with the arguments by which one list differs from another. */
  readonly fields?: Readonly<Record<string, { readonly keyArgs: readonly string[] }>>
}

/** What a normalising cache needs to know of a schema. */
export interface CachePolicies {
  /** The object types of each interface and union. */
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>
  readonly typePolicies: Readonly<Record<string, TypePolicy>>
}

/** The policies by which stock caches store the objects and lists of a schema: the content of /apollo-policies.json. */
export function cachePolicies(schema: GraphQLSchema): CachePolicies {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const listParts = listPartsOf(types)
  const hasPolicy = (type: GraphQLObjectType) => !listParts.has(type) && !roots.slice(1).includes(type)
  return {
    possibleTypes: possibleTypesOf(schema, types),
    typePolicies: sortedRecord(
      types.filter(isObjectType).flatMap((type): [string, TypePolicy][] => {
        const policy = hasPolicy(type) ? policyOf(type, roots.includes(type)) : {}
        return Object.keys(policy).length > 0 ? [[type.name, policy]] : []
      }),
    ),
  }
}

const possibleTypesOf = (schema: GraphQLSchema, types: readonly GraphQLNamedType[]) =>
  sortedRecord(
    types.filter(isAbstractType).map((type) => [
      type.name,
      schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .toSorted(),
    ]),
  )

/** Connections, with their edges and information on pages: the policies of the fields cover them. */
const listPartsOf = (types: readonly GraphQLNamedType[]): ReadonlySet<GraphQLNamedType> =>
  new Set(
    types.filter(isConnection).flatMap((type) => {
      const { edges, pageInfo } = type.getFields()
      return [type, ...[edges, pageInfo].flatMap((field) => (field ? [getNamedType(field.type)] : []))]
    }),
  )

const isConnection = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && 'edges' in type.getFields() && 'pageInfo' in type.getFields()

/** Arguments that name a part of a list. */
const PAGE_ARGUMENTS: readonly string[] = ['first', 'last', 'after', 'before']

function policyOf(type: GraphQLObjectType, isRoot: boolean): TypePolicy {
  const fields = Object.values(type.getFields()).filter((field) => isConnection(getNamedType(field.type)))
  const keyArgsOf = ({ args }: (typeof fields)[number]) =>
    args.map(({ name }) => name).filter((name) => !PAGE_ARGUMENTS.includes(name))
  const lists = fields.map((field) => [field.name, { keyArgs: keyArgsOf(field).toSorted() }] as const)
  const isObjectWithoutId = !isRoot && !('id' in type.getFields())
  return {
    ...(isObjectWithoutId && { keyFields: false, merge: true }),
    ...(lists.length > 0 && { fields: sortedRecord(lists) }),
  }
}

const sortedRecord = <V>(entries: readonly (readonly [string, V])[]): Readonly<Record<string, V>> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
