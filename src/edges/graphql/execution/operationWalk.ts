import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getOperationAST,
  Kind,
  type OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import type { FirstRead } from '../fieldFacts.ts'

/** An operation of a document. */
type NamedOperation = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'>

/** What tells what an operation selects. A walk keeps nothing else of a request, as plans that outlive it keep the walk. */
export interface SelectedOperation extends NamedOperation {
  /** Coerced variables. */
  readonly variables: Variables
}

export type Variables = Readonly<Record<string, unknown>>

/** Goes over the selections of an operation as execution does, without executing it. */
export interface OperationWalk {
  readonly schema: GraphQLSchema
  readonly operation: OperationTypeNode
  readonly root: GraphQLObjectType
  readonly selectionSet: SelectionSetNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Variables
  /** Names of the variables on which depends what was walked so far. */
  readonly usedVariables: Set<string>
  /** What is called before the operation reads anything else. */
  readonly firstReads: Set<FirstRead>
  /** Number of selections that were looked at. */
  steps: number
}

/** The operation has more selections, fragments repeated, than are looked at. */
export class TooManySteps extends Error {}

/** Selections that are looked at, at most. */
export const MAX_STEPS = 20_000

/** Null if the document has no such operation. */
export function startWalk({ schema, document, operationName, variables }: SelectedOperation): OperationWalk | null {
  const definition = getOperationAST(document, operationName)
  const root = definition && schema.getRootType(definition.operation)
  if (!definition || !root) return null
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const part of document.definitions)
    if (part.kind === Kind.FRAGMENT_DEFINITION) fragments.set(part.name.value, part)
  const { operation: kind, selectionSet } = definition
  return { schema, operation: kind, root, selectionSet, fragments, variables, ...startOfWalk() }
}

const startOfWalk = () => ({ usedVariables: new Set<string>(), firstReads: new Set<FirstRead>(), steps: 0 })

/** The selections of one field; there is at least one. */
export type MergedNodes = readonly [FieldNode, ...FieldNode[]]
type MutableNodes = [FieldNode, ...FieldNode[]]

/** The fields of an object by response key, merged over all fragments that apply to its type. */
export function mergedFields(
  walk: OperationWalk,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, MergedNodes> {
  const collection = { type, fields: new Map<string, MutableNodes>(), seen: new Set<string>() }
  for (const set of sets) collect(walk, collection, set)
  return collection.fields
}

interface Collection {
  readonly type: GraphQLObjectType
  readonly fields: Map<string, MutableNodes>
  /** Names of the fragments that were collected. */
  readonly seen: Set<string>
}

function collect(walk: OperationWalk, collection: Collection, { selections }: SelectionSetNode) {
  for (const selection of selections) {
    walk.steps += 1
    if (walk.steps > MAX_STEPS) throw new TooManySteps()
    if (!isIncluded(walk, selection)) continue
    if (selection.kind === Kind.FIELD) addField(collection.fields, selection)
    else collectFragment(walk, collection, selection)
  }
}

function addField(fields: Map<string, MutableNodes>, field: FieldNode) {
  const key = (field.alias ?? field.name).value
  const same = fields.get(key)
  if (same) same.push(field)
  else fields.set(key, [field])
}

type FragmentSelection = Exclude<SelectionNode, FieldNode>

function collectFragment(walk: OperationWalk, collection: Collection, selection: FragmentSelection) {
  const fragment =
    selection.kind === Kind.INLINE_FRAGMENT ? selection : unseenFragment(walk, collection, selection.name.value)
  if (!fragment) return
  const condition = fragment.typeCondition?.name.value
  if (condition === undefined || isOfType(walk, collection.type, condition))
    collect(walk, collection, fragment.selectionSet)
}

function unseenFragment({ fragments }: OperationWalk, { seen }: Collection, name: string) {
  if (seen.has(name)) return undefined
  seen.add(name)
  return fragments.get(name)
}

function isOfType({ schema }: OperationWalk, type: GraphQLObjectType, condition: string): boolean {
  if (type.name === condition) return true
  return type.getInterfaces().some(({ name }) => name === condition) || isMemberOf(schema, type, condition)
}

const isMemberOf = (schema: GraphQLSchema, type: GraphQLObjectType, condition: string) => {
  const named = schema.getType(condition)
  return named !== undefined && 'getTypes' in named && named.getTypes().includes(type)
}

/** Whether no directive leaves the selection out. */
function isIncluded(walk: OperationWalk, selection: SelectionNode): boolean {
  const { directives } = selection
  if (!directives || directives.length === 0) return true
  useVariables(
    walk,
    directives.flatMap(({ arguments: args = [] }) => args),
  )
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, walk.variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, walk.variables)?.if !== false
  )
}

/**
 * The arguments of a field; null if one is invalid, so that the field fails before it is resolved. Adds to `usedVariables`
 * those of each argument that the caller reads, or those of all arguments if one is invalid.
 */
export function argumentsOf(
  walk: OperationWalk,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): Record<string, unknown> | null {
  const { arguments: given = [] } = node
  try {
    const use = (read: string | symbol) =>
      useVariables(
        walk,
        given.filter(({ name }) => name.value === read),
      )
    return withReadListener(getArgumentValues(field, node, walk.variables), use)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    useVariables(walk, given)
    return null
  }
}

/** Returns the values as an object that calls `onRead` with the name of each value that is read. */
const withReadListener = (values: Record<string, unknown>, onRead: (name: string | symbol) => void) =>
  new Proxy(values, {
    get(target, name) {
      onRead(name)
      return Reflect.get(target, name)
    },
  })

type Arguments = ReadonlyArray<{ readonly value: ValueNode }>

function useVariables(walk: OperationWalk, args: Arguments) {
  for (const name of variableNamesOf(args)) walk.usedVariables.add(name)
}

const variableNamesOf = (args: Arguments): string[] => args.flatMap(({ value }) => variableNames(value))

/** Names of the variables in a value. */
export function variableNames(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value]
  if (value.kind === Kind.LIST) return value.values.flatMap(variableNames)
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => variableNames(field.value)) : []
}
