import {
  defaultTypeResolver,
  type ExecutionResult,
  type GraphQLObjectType,
  getArgumentValues,
  isObjectType,
  locatedError,
} from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import { type PlannedField, type PlannedSelection, PROTOTYPE, planOf, type Shape } from './executionPlan.ts'
import type { LoadScheduler } from './loadScheduler.ts'
import {
  type Container,
  FieldInfo,
  Place,
  pathOf,
  type QueryExecution,
  ResultRoot,
  type Run,
  type RunOptions,
  stepsOf,
} from './resultPlaces.ts'
import { TurnQueue } from './turnQueue.ts'

/**
 * Executes a valid query, or an event of a subscription, by its plan, over several turns of the event loop if its result is
 * large. Results and errors are those of GraphQL's `execute`, which finds out types,
 * arguments and selections anew for each row. Null for operations without a plan. Nothing of a document becomes code: in
 * graphql-jit 0.8.9, which compiles documents, a text of a client can (`new Date($1)` in its `objectStringify`).
 */
export function executeByPlan(
  execution: QueryExecution,
  loads: LoadScheduler,
): ExecutionResult | Promise<ExecutionResult> | null {
  const plan = planOf(execution)
  if (plan) execution.onPlan?.(plan)
  return plan && runPlan({ ...execution, loads, plan })
}

function runPlan(options: RunOptions): ExecutionResult | Promise<ExecutionResult> {
  const turns = new TurnQueue()
  const run: Run = { ...options, errors: [], arguments: new Map(), turns, pending: 0, finish: () => {} }
  const { selection } = options.plan
  const root = new ResultRoot(run, { ...selection.blank })
  executeFields(root, selection.fields, options.rootValue)
  if (run.pending === 0) return resultOf(root)
  return new Promise((resolve) => {
    run.finish = () => afterOtherReads(() => resolve(resultOf(root)))
  })
}

/**
 * Calls back two turns of the event loop later. In these, other requests whose rows have just arrived send their next
 * statements, which PostgreSQL executes while the result is written: together they cost as much, but wait less.
 */
const afterOtherReads = (callback: () => void) => setImmediate(() => setImmediate(callback))

function resultOf({ run: { errors, budget }, fields, isDiscarded }: ResultRoot): ExecutionResult {
  if (budget?.refusal) return { errors: [budget.refusal] }
  const data = isDiscarded ? null : fields
  return errors.length > 0 ? { errors, data } : { data }
}

/** Whether nothing more is to be completed. */
const isStopped = ({ deadline, budget }: Run): boolean => deadline?.isOver === true || budget?.refusal != null

function executeFields(container: Container, fields: readonly PlannedField[], row: unknown) {
  const { run } = container
  if (isStopped(run)) return
  run.turns.spend(fields.length)
  for (const field of fields) {
    if (container.isDiscarded) return
    executeField(container, field, row)
  }
}

function executeField(container: Container, planned: PlannedField, row: unknown) {
  const { key, shape } = planned
  const { loads, budget } = container.run
  const { asked } = loads
  let value: unknown
  loads.isResolving = true
  try {
    value = resolve(container, planned, row)
    if (isPlainScalar(value) && shape.kind === 'leaf' && key !== PROTOTYPE) {
      const scalar = serialize(shape, value)
      budget?.addScalar(scalar)
      container.fields[key] = scalar
      return
    }
  } catch (error) {
    return fail(new Place(container, key, planned, shape), error)
  } finally {
    loads.isResolving = false
  }
  const place = new Place(container, key, planned, shape)
  if (loads.asked === asked && isPromise(value)) awaitRead(place, value)
  else completeOrAwait(place, value)
}

/** Whether the value is complete once it is serialised: no list, no promise, nothing that is missing. */
const isPlainScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Awaits what waits for no loader: loaders wait for it, as it may ask for more of the same. */
function awaitRead(place: Place, value: PromiseLike<unknown>) {
  const { loads } = place.container.run
  loads.begin()
  completeOrAwait(place, value)
  value.then(loads.end, loads.end)
}

function resolve(container: Container, planned: PlannedField, row: unknown): unknown {
  const { run } = container
  const { field, name, parentType } = planned
  if (!field) return parentType.name
  const args = argumentsOf(run, planned)
  if (field.resolve) return field.resolve(row, args, run.contextValue, new FieldInfo(container, planned))
  const property = Object(row)[name]
  return typeof property === 'function'
    ? property.call(row, args, run.contextValue, new FieldInfo(container, planned))
    : property
}

/** All rows of a list get the same arguments. */
function argumentsOf(run: Run, planned: PlannedField): Record<string, unknown> {
  const { fixedArguments, field, nodes } = planned
  if (fixedArguments) return fixedArguments
  return getOrCreate(run.arguments, planned, () => (field ? getArgumentValues(field, nodes[0], run.variables) : {}))
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

function completeOrAwait(place: Place, value: unknown) {
  if (!isPromise(value)) return complete(place, value)
  // A list must not have holes.
  if (typeof place.key === 'number') put(place, null)
  place.run.pending += 1
  value.then(
    (awaited) => {
      if (place.run.turns.isSpent) defer(place.run, () => completeAwaited(place, awaited))
      else completeAwaited(place, awaited)
    },
    (error) => {
      fail(place, error)
      settle(place.run)
    },
  )
}

/** Does work in a later turn of the event loop. Loaders wait for it, as it may ask for more of the same. */
function defer({ loads, turns }: Run, work: () => void) {
  loads.begin()
  turns.defer(() => {
    work()
    loads.end()
  })
}

function completeAwaited(place: Place, value: unknown) {
  if (isWanted(place.container)) complete(place, value)
  settle(place.run)
}

/** Neither `complete` nor `fail` throws. */
function settle(run: Run) {
  run.pending -= 1
  if (run.pending === 0) run.finish()
}

/** Whether no container around the value is discarded. */
const isWanted = ({ isDiscarded, place }: Container): boolean =>
  !isDiscarded && (place === null || isWanted(place.container))

function put({ container, key }: Place, value: unknown) {
  if (typeof key === 'number') container.items[key] = value
  else if (key === PROTOTYPE) defineField(container.fields, value)
  else container.fields[key] = value
}

const defineField = (fields: object, value: unknown) =>
  Object.defineProperty(fields, PROTOTYPE, { value, writable: true, enumerable: true, configurable: true })

/** Never throws. */
function complete(place: Place, value: unknown) {
  const { shape } = place
  try {
    if (value instanceof Error) return fail(place, value)
    if (value === null || value === undefined) return completeNull(place)
    if (shape.kind === 'leaf') return putScalar(place, serialize(shape, value))
    if (shape.kind === 'list') return completeList(place, shape.item, value)
    if (shape.kind === 'object') return completeObject(place, shape.selection(), value)
    completeAbstract(place, shape, value)
  } catch (error) {
    fail(place, error)
  }
}

function putScalar(place: Place, value: unknown) {
  place.run.budget?.addScalar(value)
  put(place, value)
}

function completeNull(place: Place) {
  const { field, shape } = place
  if (!shape.isNonNull) return put(place, null)
  fail(place, new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.name}.`))
}

function serialize({ type }: Extract<Shape, { kind: 'leaf' }>, value: unknown): unknown {
  const serialized = type.serialize(value)
  if (serialized === null || serialized === undefined) throw new Error(`${type.name} can not serialize ${value}`)
  return serialized
}

function completeObject(place: Place, selection: PlannedSelection, row: unknown) {
  place.run.budget?.addObject()
  place.fields = { ...selection.blank }
  put(place, place.fields)
  executeFields(place, selection.fields, row)
}

function completeList(place: Place, shape: Shape, rows: unknown) {
  if (!isIterable(rows))
    throw new Error(`Expected a list for field ${place.field.parentType.name}.${place.field.name}.`)
  place.items = []
  put(place, place.items)
  if (Array.isArray(rows)) return completeItems(place, shape, rows, 0)
  const read: unknown[] = []
  try {
    for (const row of rows) read.push(row)
  } catch (error) {
    completeItems(place, shape, read, 0)
    place.isDiscarded = true
    throw error
  }
  completeItems(place, shape, read, 0)
}

/** Completes the items of a list from an index on. */
function completeItems(list: Place, shape: Shape, rows: readonly unknown[], from: number) {
  const { run } = list
  for (let key = from; key < rows.length; key++) {
    if (list.isDiscarded || isStopped(run)) return
    if (run.turns.isSpent) return completeItemsLater(list, shape, rows, key)
    completeOrAwait(new Place(list, key, list.field, shape), rows[key])
  }
}

function completeItemsLater(list: Place, shape: Shape, rows: readonly unknown[], from: number) {
  const { run } = list
  run.pending += 1
  defer(run, () => {
    if (isWanted(list)) completeItems(list, shape, rows, from)
    settle(run)
  })
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

type AbstractShape = Extract<Shape, { kind: 'abstract' }>

/** The object whose field a value belongs to, as the value itself or in its lists. */
const fieldContainer = (container: Container): Container =>
  container.place?.shape.kind === 'list' ? fieldContainer(container.place.container) : container

function completeAbstract(place: Place, shape: AbstractShape, row: unknown) {
  const { type, selectionOf } = shape
  const { container, field, run } = place
  const resolveType = type.resolveType ?? defaultTypeResolver
  const name = resolveType(row, run.contextValue, new FieldInfo(fieldContainer(container), field), type)
  if (!isPromise(name)) return completeObject(place, selectionOf(possibleType(run, shape, name)), row)
  put(place, null)
  run.pending += 1
  name.then(
    (awaited) => {
      completeAs(place, shape, { name: awaited, row })
      settle(run)
    },
    (error) => {
      fail(place, error)
      settle(run)
    },
  )
}

interface TypedRow {
  readonly name: unknown
  readonly row: unknown
}

function completeAs(place: Place, shape: AbstractShape, { name, row }: TypedRow) {
  try {
    completeObject(place, shape.selectionOf(possibleType(place.run, shape, name)), row)
  } catch (error) {
    fail(place, error)
  }
}

function possibleType({ schema }: Run, { type }: AbstractShape, name: unknown): GraphQLObjectType {
  const possible = typeof name === 'string' ? schema.getType(name) : undefined
  if (!isObjectType(possible) || !schema.isSubType(type, possible))
    throw new Error(`${type.name} was resolved to ${name}, which is none of its types.`)
  return possible
}

/** Records an error, and replaces the value by null, or the container around it that may be null. */
function fail(place: Place, error: unknown) {
  const { container, field, shape } = place
  if (!isWanted(container)) return
  place.run.errors.push(locatedError(error, field.nodes, stepsOf(pathOf(place))))
  if (shape.isNonNull) discard(container)
  else put(place, null)
}

function discard(container: Container) {
  container.isDiscarded = true
  const { place } = container
  if (place?.shape.isNonNull) discard(place.container)
  else if (place) put(place, null)
}
