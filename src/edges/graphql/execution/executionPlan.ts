import {
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  getOperationAST,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import {
  type MergedNodes,
  mergedFields,
  type OperationWalk,
  type SelectedOperation,
  startWalk,
  type Variables,
  variableNames,
} from './operationWalk.ts'

/** How the execution of a query completes what resolvers return. Found out once for each document, not for each row. */
export interface QueryPlan {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: Record<string, FragmentDefinitionNode>
  readonly selection: PlannedSelection
}

/** What a document selects of the objects of one type. */
export interface PlannedSelection {
  readonly fields: readonly PlannedField[]
  /** An object of the result with all its keys. To copy it costs less than to add the keys one after the other. */
  readonly blank: Readonly<Record<string, null>>
}

export interface PlannedField {
  /** The name in the result: the alias, or the name of the field. */
  readonly key: string
  readonly name: string
  /** Undefined for `__typename`. */
  readonly field: GraphQLField<unknown, unknown> | undefined
  readonly parentType: GraphQLObjectType
  readonly nodes: MergedNodes
  readonly shape: Shape
  /** The arguments; undefined if they depend on variables. */
  readonly fixedArguments: Record<string, unknown> | undefined
}

/** The form of a value. */
export type Shape = { readonly isNonNull: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType; readonly selection: () => PlannedSelection }
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType; readonly selectionOf: SelectionOf }
  | { readonly kind: 'list'; readonly item: Shape }
)

type SelectionOf = (type: GraphQLObjectType) => PlannedSelection

/** Plans of a document by operation and by the variables of its directives. */
const plans = new WeakMap<object, Map<string, QueryPlan | null>>()
/** Plans of one document. Further ones, for other values in directives, are made for each execution. */
const MAX_PLANS = 8

/**
 * The plan of a valid query, or of the events of a subscription; null for mutations, for introspection, and for directives
 * that execution refuses. It is made of the document and the variables of its directives alone: it outlives the request.
 */
export function planOf({ schema, document, operationName, variables: all }: SelectedOperation): QueryPlan | null {
  const known = getOrCreate(plans, document, () => new Map<string, QueryPlan | null>())
  const variables = variablesOfDirectives(document, all)
  // No operation has an empty name, so it is not the same as none.
  const key = JSON.stringify([operationName ?? null, variables])
  const found = known.get(key)
  if (found !== undefined) return found
  const plan = createPlan({ schema, document, operationName, variables })
  if (known.size < MAX_PLANS) known.set(key, plan)
  return plan
}

function variablesOfDirectives(document: SelectedOperation['document'], all: Variables): Variables {
  const names = getOrCreate(directiveVariables, document, () => variablesInDirectives(document))
  return Object.fromEntries(names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]))
}

/** Names of the variables on which depends what a document selects. */
const directiveVariables = new WeakMap<object, readonly string[]>()

function variablesInDirectives(document: SelectedOperation['document']): readonly string[] {
  const names: string[] = []
  visit(document, {
    Directive: (directive) =>
      visit(directive, {
        Variable: ({ name }) => {
          names.push(name.value)
        },
      }),
  })
  return names
}

function createPlan(selected: SelectedOperation): QueryPlan | null {
  const operation = getOperationAST(selected.document, selected.operationName)
  const walk = startWalk(selected)
  if (!operation || operation.operation === 'mutation' || !walk) return null
  const selection = rootSelection(walk)
  if (!selection || selection.fields.some(({ field, name }) => !field && name !== TYPENAME)) return null
  return { schema: walk.schema, operation, fragments: Object.fromEntries(walk.fragments), selection }
}

/** Null if a directive is refused. */
function rootSelection(walk: OperationWalk): PlannedSelection | null {
  try {
    return planSelection(walk, walk.root, [walk.selectionSet])
  } catch (error) {
    if (error instanceof GraphQLError) return null
    throw error
  }
}

const TYPENAME = '__typename'
/** An alias like any other in GraphQL. */
export const PROTOTYPE = '__proto__'

type Sets = Parameters<typeof mergedFields>[2]

function planSelection(walk: OperationWalk, type: GraphQLObjectType, sets: Sets): PlannedSelection {
  walk.steps = 0
  const fields = [...mergedFields(walk, type, sets)].map(([key, nodes]) => planField(walk, type, { key, nodes }))
  const blank = Object.fromEntries(fields.map(({ key }) => [key, null]))
  return { fields, blank }
}

function planField(
  walk: OperationWalk,
  parentType: GraphQLObjectType,
  { key, nodes }: Pick<PlannedField, 'key' | 'nodes'>,
): PlannedField {
  const name = nodes[0].name.value
  const field = parentType.getFields()[name]
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  const shape = field ? shapeOf(walk, field.type, sets) : TYPENAME_SHAPE
  return { key, name, field, parentType, nodes, shape, fixedArguments: fixedArguments(field, nodes) }
}

/** `__typename` is the name of its object, which completes nothing. */
const TYPENAME_SHAPE: Shape = { kind: 'leaf', type: GraphQLString, isNonNull: true }

function shapeOf(walk: OperationWalk, type: GraphQLOutputType, sets: Sets): Shape {
  const isNonNull = isNonNullType(type)
  const nullable = isNonNullType(type) ? type.ofType : type
  if (isListType(nullable)) return { kind: 'list', isNonNull, item: shapeOf(walk, nullable.ofType, sets) }
  if (isLeafType(nullable)) return { kind: 'leaf', isNonNull, type: nullable }
  const selectionOf = plannedOnce(walk, sets)
  if (isAbstractType(nullable)) return { kind: 'abstract', isNonNull, type: nullable, selectionOf }
  return { kind: 'object', isNonNull, type: nullable, selection: () => selectionOf(nullable) }
}

/** Plans what is selected of a type when its first object comes: a document may select far more than there is. */
function plannedOnce(walk: OperationWalk, sets: Sets): SelectionOf {
  const planned = new Map<GraphQLObjectType, PlannedSelection>()
  return (type) => getOrCreate(planned, type, () => planSelection(walk, type, sets))
}

/** Undefined, too, for arguments that are refused: execution refuses them again. */
function fixedArguments(field: GraphQLField<unknown, unknown> | undefined, [node]: MergedNodes) {
  if (!field || node.arguments?.some(({ value }) => variableNames(value).length > 0)) return undefined
  try {
    return getArgumentValues(field, node, {})
  } catch {
    return undefined
  }
}
