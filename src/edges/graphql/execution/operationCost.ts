import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import { type FirstRead, factsOf } from '../fieldFacts.ts'
import {
  argumentsOf,
  MAX_STEPS,
  type MergedNodes,
  mergedFields,
  type OperationWalk,
  type SelectedOperation,
  startWalk,
  TooManySteps,
} from './operationWalk.ts'
import { nodeTypeOf } from './selectedColumns.ts'

/** What an operation asks for, measured before it is executed. */
interface OperationMeasure extends OperationCost {
  /** Whether it is a query whose answer may be a second old. */
  readonly mayBeOld: boolean
  /** What is called before the operation reads anything else. */
  readonly firstReads: readonly FirstRead[]
}

interface OperationCost {
  /**
   * The most objects that it can return: each counts 1 where it stands, times the sizes of the lists above it. Lists without
   * a declared size count as `LIST_SIZE` objects. Small scalars below the root are free.
   */
  readonly cost: number
  /** Levels of fields. Those between a connection and its nodes are not counted. */
  readonly depth: number
}

/**
 * Measures an operation. Selections are merged as by execution: a field counts once however many fragments select it,
 * and fields that a directive leaves out don't count. Null if there is no such operation.
 */
export function measureOperation(operation: SelectedOperation): OperationMeasure | null {
  const known = getOrCreate(knownCosts, operation.document, (): KnownCost[] => [])
  const found = known.find((one) => isSame(one, operation))
  if (found) return found.cost
  const walk = startWalk(operation)
  if (!walk) return null
  const cost = { ...measureWalk(walk), firstReads: [...walk.firstReads] }
  remember(known, { ...describe(operation, [...walk.usedVariables]), cost })
  return cost
}

interface MeasuredFor {
  readonly operationName: string | null | undefined
  /** Names of the variables on which the cost depends. */
  readonly variables: readonly string[]
  /** Their values, as JSON. */
  readonly values: string
}

interface KnownCost extends MeasuredFor {
  readonly cost: OperationMeasure
}

/** Costs by document, the latest first. */
const knownCosts = new WeakMap<DocumentNode, KnownCost[]>()
const MAX_KNOWN = 8
const MAX_VALUES_LENGTH = 256

function describe({ operationName, variables: given }: SelectedOperation, variables: readonly string[]): MeasuredFor {
  // A missing value is another than null: an argument then has its default.
  const values = variables.map((name) => (Object.hasOwn(given, name) ? [given[name]] : []))
  return { operationName, variables, values: JSON.stringify(values) }
}

const isSame = (known: KnownCost, operation: SelectedOperation) =>
  known.operationName === operation.operationName && known.values === describe(operation, known.variables).values

function remember(known: KnownCost[], cost: KnownCost) {
  if (cost.values.length > MAX_VALUES_LENGTH) return
  known.unshift(cost)
  if (known.length > MAX_KNOWN) known.pop()
}

/** Least cost of a root field: each is an act or a read of its own, also where its result is a scalar. */
const LEAST_COSTS = { query: 1, mutation: 10, subscription: 1 } as const
/** Introspection costs by the size of its usual result, whatever is selected. Other meta fields are free. */
const META_COSTS: Readonly<Record<string, number>> = { __schema: 500, __type: 100 }

function measureWalk(walk: OperationWalk): Omit<OperationMeasure, 'firstReads'> {
  const selection = { sets: [walk.selectionSet], depth: 0, least: LEAST_COSTS[walk.operation], page: 1 }
  try {
    return { ...costOfObject(walk, walk.root, selection), mayBeOld: mayBeOld(walk) }
  } catch (error) {
    if (error instanceof TooManySteps) return { cost: MAX_STEPS, depth: 0, mayBeOld: false }
    throw error
  }
}

/** A query is read at one place. Meta fields read nothing. */
function mayBeOld(walk: OperationWalk): boolean {
  if (walk.operation !== 'query') return false
  const fields = walk.root.getFields()
  const selected = [...mergedFields(walk, walk.root, [walk.selectionSet]).values()]
  return selected.every(([{ name }]) => {
    const field = fields[name.value]
    return field === undefined || factsOf(field).mayBeOld
  })
}

interface Selection {
  readonly sets: readonly SelectionSetNode[]
  /** Counted levels above. */
  readonly depth: number
  /** Least cost of each field; 0 by default. */
  readonly least?: number
  /** Number of nodes of a connection. */
  readonly page: number
}

function costOfObject(walk: OperationWalk, type: GraphQLObjectType, { sets, depth, least = 0, page }: Selection) {
  const fields = type.getFields()
  const isRoot = type === walk.schema.getQueryType()
  const floor = isRoot ? Math.max(least, LEAST_COSTS.query) : least
  const sum = { cost: 0, depth }
  for (const [node, ...others] of mergedFields(walk, type, sets).values()) {
    const field = fields[node.name.value]
    const one = field
      ? costOfField(walk, field, { nodes: [node, ...others], depth, page })
      : { cost: META_COSTS[node.name.value] ?? 0, depth }
    sum.cost += field ? Math.max(one.cost, floor) : one.cost
    sum.depth = Math.max(sum.depth, one.depth)
  }
  return sum
}

interface MergedField {
  readonly nodes: MergedNodes
  readonly depth: number
  readonly page: number
}

function costOfField(
  walk: OperationWalk,
  field: GraphQLField<unknown, unknown>,
  { nodes, depth: above, page }: MergedField,
): OperationCost {
  const { isLevel, isPage } = field.extensions
  const { firstRead } = factsOf(field)
  if (firstRead) walk.firstReads.add(firstRead)
  const depth = isLevel === false ? above : above + 1
  const [node] = nodes
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  const own = isPage === true ? { field: page, size: page } : ownCost(walk, field, node)
  const isConnection = isConnectionType(getNamedType(field.type))
  if (sets.length === 0 || depth > MAX_DEPTH || (own.size <= 0 && !isConnection)) return { cost: own.field, depth }
  const below = costOfSelection(walk, field, { sets, depth, page: isConnection ? own.size : 1 })
  return { cost: own.field + (isConnection ? 1 : own.size) * below.cost, depth: below.depth }
}

/** Whether the page size of a field multiplies some of the fields below, not all of them. */
const isConnectionType = (type: GraphQLNamedType) => isObjectType(type) && nodeTypeOf(type) !== null

/** Levels that are looked at, at most. */
const MAX_DEPTH = 100

/** The cost of an object of the type; for an interface or a union that of its most expensive type. */
function costOfSelection(
  walk: OperationWalk,
  field: GraphQLField<unknown, unknown>,
  selection: Selection,
): OperationCost {
  const type = getNamedType(field.type)
  if (isObjectType(type)) return costOfObject(walk, type, selection)
  const most = { cost: 0, depth: selection.depth }
  if (!isAbstractType(type)) return most
  for (const possible of walk.schema.getPossibleTypes(type)) {
    const one = costOfObject(walk, possible, selection)
    most.cost = Math.max(most.cost, one.cost)
    most.depth = Math.max(most.depth, one.depth)
  }
  return most
}

interface OwnCost {
  /** Cost of the field itself: its objects, or the size of a large scalar. */
  readonly field: number
  /** Number of objects for which the fields below are read, at most. */
  readonly size: number
}

/** Objects of a list that declares no size. What it returns beyond them is charged when it is returned. */
const LIST_SIZE = 10
/** A field that fails because of its arguments. */
const FAILED: OwnCost = { field: 1, size: 0 }

/** What the field itself costs, as declared by its option `complexity`. */
function ownCost(walk: OperationWalk, field: GraphQLField<unknown, unknown>, node: FieldNode): OwnCost {
  const declared = factsOf(field).complexity
  if (typeof declared !== 'function') return withDefaults(field, declared)
  const args = argumentsOf(walk, field, node)
  return args ? withDefaults(field, declared(args)) : FAILED
}

function withDefaults({ type }: GraphQLField<unknown, unknown>, declared: unknown): OwnCost {
  if (typeof declared === 'number') return { field: declared, size: 1 }
  const isList = isListType(getNullableType(type))
  const { field = 1, multiplier = isList ? LIST_SIZE : 1 } = Object(declared)
  const size = Number(multiplier)
  return { field: isList ? Math.max(Number(field), size) : Number(field), size }
}
