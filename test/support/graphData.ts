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

/** A field of an object in an answer. */
export interface Told {
  readonly type: string
  readonly field: string
  readonly value: unknown
  /** All that the answer says of the object, by the fields' own names. */
  readonly object: Data
}

/** An answer beside the document it is for. */
export interface Shown {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly data: unknown
}

interface Walk {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly told: Told[]
  readonly wrong: string[]
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every field that an answer tells, and where the answer is not what the schema and the document say. */
export function readShown({ schema, document, operationName, data }: Shown): Pick<Walk, 'told' | 'wrong'> {
  const fragments = new Map(document.definitions.filter(isFragment).map((each) => [each.name.value, each]))
  const walk: Walk = { schema, fragments, told: [], wrong: [] }
  const operations = document.definitions.filter(isOperation)
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
  const root = operation && schema.getRootType(operation.operation)
  if (operation && root && isData(data)) object(walk, root, [operation.selectionSet], { value: data, path: '' })
  return walk
}

const isFragment = (node: { kind: string }): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION
const isOperation = (node: { kind: string }): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION

interface At<T> {
  readonly value: T
  readonly path: string
}
type Sets = readonly SelectionSetNode[]

function object(walk: Walk, type: GraphQLObjectType, sets: Sets, { value, path }: At<Data>): void {
  const asked = new Map<string, FieldNode[]>()
  for (const set of sets) collect(walk, type, set, asked)
  const own = [...asked].map(([key, nodes]) => [nodes[0]?.name.value ?? key, value[key]])
  for (const [key, nodes] of asked) {
    const [{ name } = { name: { value: key } }] = nodes
    const at = { value: value[key], path: `${path}.${key}` }
    if (!(key in value)) absent(walk, nodes, at.path)
    else if (name.value !== '__typename') field(walk, type, nodes, { ...at, object: Object.fromEntries(own) })
  }
  const unasked = Object.keys(value).filter((key) => !asked.has(key))
  walk.wrong.push(...unasked.map((key) => `${path}.${key} was not asked for`))
}

function absent(walk: Walk, nodes: readonly FieldNode[], path: string) {
  if (nodes.every(({ directives = [] }) => directives.length === 0)) walk.wrong.push(`${path} is missing`)
}

function field(walk: Walk, type: GraphQLObjectType, nodes: FieldNode[], at: At<unknown> & { object: Data }) {
  const name = nodes[0]?.name.value ?? ''
  const declared = type.getFields()[name]
  // What the schema tells of itself.
  if (!declared) return
  walk.told.push({ type: type.name, field: name, value: at.value, object: at.object })
  valueOfType(walk, declared.type, setsOf(nodes), at)
}

const setsOf = (nodes: readonly FieldNode[]) => nodes.flatMap(({ selectionSet }) => selectionSet ?? [])

function valueOfType(walk: Walk, type: GraphQLOutputType, sets: Sets, at: At<unknown>): void {
  const { value, path } = at
  const nullable = isNonNullType(type) ? type.ofType : type
  if (value === null && isNonNullType(type)) walk.wrong.push(`${path} is null`)
  if (value === null) return
  if (isListType(nullable)) list(walk, nullable.ofType, sets, at)
  else if (!isLeafType(nullable)) composite(walk, nullable, sets, at)
  else if (!fits(nullable, value)) walk.wrong.push(`${path} is ${JSON.stringify(value)}`)
}

function composite(walk: Walk, type: GraphQLNamedType, sets: Sets, { value, path }: At<unknown>): void {
  const found = isData(value) ? concrete(walk, type, sets, value) : undefined
  if (found && isData(value)) object(walk, found, sets, { value, path })
  else if (!isAbstractType(type)) walk.wrong.push(`${path} is no object`)
}

function list(walk: Walk, type: GraphQLOutputType, sets: Sets, { value, path }: At<unknown>): void {
  if (!Array.isArray(value)) walk.wrong.push(`${path} is no list`)
  else for (const [at, each] of value.entries()) valueOfType(walk, type, sets, { value: each, path: `${path}.${at}` })
}

/** The type of an object: where it may be one of several, the one it says, or the only one it was asked for as. */
function concrete(walk: Walk, type: GraphQLNamedType, sets: Sets, value: Data): GraphQLObjectType | undefined {
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

function collect(walk: Walk, type: GraphQLObjectType, set: SelectionSetNode, asked: Map<string, FieldNode[]>): void {
  for (const node of set.selections.filter((each) => !isLeftOut(each))) {
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value
      asked.set(key, [...(asked.get(key) ?? []), node])
      continue
    }
    const part = node.kind === Kind.INLINE_FRAGMENT ? node : walk.fragments.get(node.name.value)
    if (part && applies(walk, type, part.typeCondition?.name.value)) collect(walk, type, part.selectionSet, asked)
  }
}

/** What the document itself leaves out; a variable may. */
const isLeftOut = ({ directives = [] }: SelectionNode) =>
  directives.some(({ name, arguments: [condition] = [] }) => {
    const literal = condition?.value.kind === Kind.BOOLEAN ? condition.value.value : undefined
    return literal === (name.value === 'skip')
  })

function applies({ schema }: Walk, type: GraphQLObjectType, condition: string | undefined): boolean {
  const wanted = condition === undefined ? type : schema.getType(condition)
  return wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type))
}

const MOST = 2 ** 31
const isString = (value: unknown) => typeof value === 'string'
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: isString,
  String: isString,
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= MOST,
  Float: (value) => Number.isFinite(value),
  Date: matches(/^\d{4}-\d\d-\d\d$/),
  DateTime: matches(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  JSON: (value) => value !== undefined,
  JSONObject: isData,
}

function fits(type: GraphQLNamedType, value: unknown): boolean {
  if (isEnumType(type)) return type.getValue(String(value)) !== undefined
  return FITS[getNamedType(type).name]?.(value) ?? false
}
