import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

type Data = Readonly<Record<string, unknown>>

/** A field of an object in a response. */
export interface ResponseField {
  readonly type: string
  readonly field: string
  readonly value: unknown
  /** All fields of the object in the response, by name rather than alias. */
  readonly object: Data
}

/** A response with the document that requested it. */
export interface DocumentResponse {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly data: unknown
}

interface Walk {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly fields: ResponseField[]
  readonly mismatches: string[]
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists all fields of a response, and its mismatches with the schema and the document. */
export function readResponseFields({
  schema,
  document,
  operationName,
  data,
}: DocumentResponse): Pick<Walk, 'fields' | 'mismatches'> {
  const fragments = new Map(document.definitions.filter(isFragment).map((each) => [each.name.value, each]))
  const walk: Walk = { schema, fragments, fields: [], mismatches: [] }
  const operations = document.definitions.filter(isOperation)
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
  const root = operation && schema.getRootType(operation.operation)
  if (operation && root && isData(data)) object(walk, root, [operation.selectionSet], { value: data, path: '' })
  return walk
}

const isFragment = (node: { kind: string }): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION
const isOperation = (node: { kind: string }): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION

interface ValueAt<T> {
  readonly value: T
  readonly path: string
}
type SelectionSets = readonly SelectionSetNode[]

function object(walk: Walk, type: GraphQLObjectType, sets: SelectionSets, { value, path }: ValueAt<Data>): void {
  const requested = new Map<string, FieldNode[]>()
  for (const set of sets) collectFields(walk, type, set, requested)
  const own = [...requested].map(([key, nodes]) => [nodes[0]?.name.value ?? key, value[key]])
  for (const [key, nodes] of requested) {
    const [{ name } = { name: { value: key } }] = nodes
    const at = { value: value[key], path: `${path}.${key}` }
    if (!(key in value)) checkAbsent(walk, nodes, at.path)
    else if (name.value !== '__typename') field(walk, type, nodes, { ...at, object: Object.fromEntries(own) })
  }
  const unrequested = Object.keys(value).filter((key) => !requested.has(key))
  walk.mismatches.push(...unrequested.map((key) => `${path}.${key} was not requested`))
}

function checkAbsent(walk: Walk, nodes: readonly FieldNode[], path: string) {
  if (nodes.every(({ directives = [] }) => directives.length === 0)) walk.mismatches.push(`${path} is missing`)
}

function field(walk: Walk, type: GraphQLObjectType, nodes: FieldNode[], at: ValueAt<unknown> & { object: Data }) {
  const name = nodes[0]?.name.value ?? ''
  const declared = type.getFields()[name]
  // Introspection fields are not declared.
  if (!declared) return
  walk.fields.push({ type: type.name, field: name, value: at.value, object: at.object })
  valueOfType(walk, declared.type, setsOf(nodes), at)
}

const setsOf = (nodes: readonly FieldNode[]) => nodes.flatMap(({ selectionSet }) => selectionSet ?? [])

function valueOfType(walk: Walk, type: GraphQLOutputType, sets: SelectionSets, at: ValueAt<unknown>): void {
  const { value, path } = at
  const nullable = isNonNullType(type) ? type.ofType : type
  if (value === null && isNonNullType(type)) walk.mismatches.push(`${path} is null`)
  if (value === null) return
  if (isListType(nullable)) list(walk, nullable.ofType, sets, at)
  else if (!isLeafType(nullable)) composite(walk, nullable, sets, at)
  else if (!isValidLeaf(nullable, value)) walk.mismatches.push(`${path} is ${JSON.stringify(value)}`)
}

function composite(walk: Walk, type: GraphQLNamedType, sets: SelectionSets, { value, path }: ValueAt<unknown>): void {
  const found = isData(value) ? concreteType(walk, type, sets, value) : undefined
  if (found && isData(value)) object(walk, found, sets, { value, path })
  else if (!isAbstractType(type)) walk.mismatches.push(`${path} is not an object`)
}

function list(walk: Walk, type: GraphQLOutputType, sets: SelectionSets, { value, path }: ValueAt<unknown>): void {
  if (!Array.isArray(value)) walk.mismatches.push(`${path} is not a list`)
  else for (const [at, each] of value.entries()) valueOfType(walk, type, sets, { value: each, path: `${path}.${at}` })
}

/** The type of an object. For an abstract type: the `__typename`, or the only type that the document selects. */
function concreteType(
  walk: Walk,
  type: GraphQLNamedType,
  sets: SelectionSets,
  value: Data,
): GraphQLObjectType | undefined {
  if (isObjectType(type)) return type
  const named = sets.flatMap(({ selections }) => selections).flatMap((each) => typeIn(walk, each))
  const only = new Set(named).size === 1 && Object.keys(value).length > 1 ? named[0] : undefined
  const found = walk.schema.getType(String(value.__typename ?? only))
  return isObjectType(found) ? found : undefined
}

function typeIn({ fragments }: Walk, node: SelectionNode): string[] {
  if (node.kind === Kind.FIELD) return []
  const condition = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
  return condition?.typeCondition ? [condition.typeCondition.name.value] : []
}

function collectFields(
  walk: Walk,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  requested: Map<string, FieldNode[]>,
): void {
  for (const node of set.selections.filter((each) => !isExcluded(each))) {
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value
      requested.set(key, [...(requested.get(key) ?? []), node])
      continue
    }
    const part = node.kind === Kind.INLINE_FRAGMENT ? node : walk.fragments.get(node.name.value)
    if (part && applies(walk, type, part.typeCondition?.name.value))
      collectFields(walk, type, part.selectionSet, requested)
  }
}

/** Whether a literal `@skip` or `@include` excludes the selection; variables are ignored. */
const isExcluded = ({ directives = [] }: SelectionNode) =>
  directives.some(({ name, arguments: [condition] = [] }) => {
    const literal = condition?.value.kind === Kind.BOOLEAN ? condition.value.value : undefined
    return literal === (name.value === 'skip')
  })

function applies({ schema }: Walk, type: GraphQLObjectType, condition: string | undefined): boolean {
  const wanted = condition === undefined ? type : schema.getType(condition)
  return wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type))
}

const MAX_INT = 2 ** 31
const isString = (value: unknown) => typeof value === 'string'
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const SCALAR_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: isString,
  String: isString,
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INT,
  Float: (value) => Number.isFinite(value),
  Date: matches(/^\d{4}-\d\d-\d\d$/),
  DateTime: matches(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  JSON: (value) => value !== undefined,
  JSONObject: isData,
  URL: matches(/^https?:\/\//),
}

function isValidLeaf(type: GraphQLNamedType, value: unknown): boolean {
  if (isEnumType(type)) return type.getValue(String(value)) !== undefined
  return SCALAR_CHECKS[getNamedType(type).name]?.(value) ?? false
}
