import { createHash } from 'node:crypto'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { isAdmin, noSession } from '../../../kernel/access.ts'
import { filterMapAsync, notifyAtEnd } from '../../../kernel/asyncIterator.ts'
import type { SessionId } from '../../../kernel/ids.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { atPresent, contextOfEvent, type GraphContext, hasFinishedViewer, readFirst } from '../context.ts'
import { asGraphQLError } from '../errors.ts'
import { factsOf } from '../fieldFacts.ts'
import { forgetScopes } from '../operationCache.ts'
import { createLoadScheduler } from './loadScheduler.ts'
import type { Variables } from './operationWalk.ts'
import { executeByPlan } from './planExecution.ts'

/** Arguments of a subscription to the schema of the areas. */
export interface SubscriptionArgs extends ExecutionArgs {
  readonly contextValue: GraphContext
  /** Coerced variables. */
  readonly variables: Variables
}

/** The result of an execution that waits for nothing is there at once, and takes no promise for each subscriber. */
type SharedResult = ExecutionResult | Promise<ExecutionResult>

/** What the executions of one event have in common, for one viewer or for everybody. */
interface EventShare {
  /** All documents are executed with it, so that they share its loaders. */
  readonly context: GraphContext
  /** By document, then by operation name and variables. */
  readonly results: Map<DocumentNode, Map<string, SharedResult>>
}

const sharesByEvent = new WeakMap<object, Map<string, EventShare>>()
/** Milliseconds. A subscriber that is slower executes for itself: an event that waits in a queue must not hold results. */
const SHARE_LIFETIME = 1_000
const EVERYBODY = '*'

/**
 * GraphQL's `subscribe`, but all subscriptions of a session execute an event together: with one context, whose loaders
 * read each row once, and only once for equal document, operation and variables. If no selected field depends on the
 * viewer, it is executed once for all subscribers. Each event has fresh loaders and the current rights of the viewer.
 */
export async function subscribeShared(
  args: SubscriptionArgs,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const events = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in events)) return events
  const key = keyOf(args)
  const context = args.contextValue
  const { document } = args
  const executeIn = (share: EventShare, event: unknown) => {
    const results = getOrCreate(share.results, document, () => new Map<string, SharedResult>())
    return results.get(key) ?? executeFirst(args, { key, event, share, results })
  }
  if (isViewerIndependentDocument(args.schema, args.document))
    return filterMapAsync(events[Symbol.asyncIterator](), (event: unknown) =>
      executeIn(shareOfEverybody(context, Object(event)), event),
    )
  const { sessionId } = context.viewerScope.viewer
  const executeFor = async (event: unknown) => {
    const scope = await currentScope(context)
    if (isOnlySubscription(sessionId)) return executeAlone(args, event, contextOfEvent(context, scope))
    return executeIn(shareOfSession(context, scope, Object(event)), event)
  }
  return filterMapAsync(countedSubscription(sessionId, events[Symbol.asyncIterator]()), (event: unknown) =>
    executeFor(event).catch(failedResult),
  )
}

/** Tells operations of a document apart. A digest, as it is kept while the subscription lasts, and variables may be large. */
const keyOf = ({ operationName, variableValues }: SubscriptionArgs): string =>
  createHash('sha256')
    .update(JSON.stringify([operationName, variableValues]))
    .digest('base64')

const failedResult = (error: unknown): ExecutionResult => ({ errors: [asGraphQLError(error)] })

/** Number of running subscriptions whose results depend on the viewer, by session. */
const subscriptionsBySession = new Map<SessionId, number>()

/** Whether no other subscription can have use for what an event of this one has read. */
const isOnlySubscription = (session: SessionId) => subscriptionsBySession.get(session) === 1

function countedSubscription<T>(session: SessionId, events: AsyncIterator<T>): AsyncIterator<T> {
  const count = (difference: number) => {
    const running = (subscriptionsBySession.get(session) ?? 0) + difference
    if (running > 0) subscriptionsBySession.set(session, running)
    else subscriptionsBySession.delete(session)
  }
  let isRunning = true
  const ended = () => {
    if (isRunning) count(-1)
    isRunning = false
  }
  count(1)
  return notifyAtEnd(events, ended)
}

const shareOfEverybody = (context: GraphContext, event: object) =>
  openShare(event, EVERYBODY, () => contextOfEvent(context, atPresent(context.scope)))

/** Throws `unauthenticated` when the session has ended. */
async function currentScope(context: GraphContext): Promise<ViewerScope> {
  const scope = await context.connection.lookUpScope({ skipTouch: true })
  if (!hasFinishedViewer(scope)) throw noSession(scope.sessionEnd)
  return scope
}

// The rights are part of the key: whoever lost them gets no result of before.
const shareOfSession = (context: GraphContext, scope: ViewerScope, event: object) =>
  openShare(event, `${scope.viewer.sessionId} ${isAdmin(scope)} ${scope.viewer.staff.join()}`, () =>
    contextOfEvent(context, scope),
  )

function openShare(event: object, who: string, createContext: () => GraphContext): EventShare {
  const shares = getOrCreate(sharesByEvent, event, () => new Map<string, EventShare>())
  return getOrCreate(shares, who, () => {
    const context = createContext()
    const end = () => {
      shares.delete(who)
      forgetScopes(context)
    }
    setTimeout(end, SHARE_LIFETIME).unref()
    return { context, results: new Map() }
  })
}

interface Execution {
  /** Operation name and variables. */
  readonly key: string
  readonly event: unknown
  readonly share: EventShare
  /** Where the result is kept for the others. */
  readonly results: Map<string, SharedResult>
}

function executeFirst(args: SubscriptionArgs, { key, event, share, results }: Execution): SharedResult {
  const result = executeEvent(args, event, share.context)
  results.set(key, result)
  if (result instanceof Promise) void result.then((settled) => results.set(key, settled))
  return result
}

async function executeAlone(subscription: SubscriptionArgs, event: unknown, context: GraphContext) {
  const result = await executeEvent(subscription, event, context)
  forgetScopes(context)
  return result
}

/** Never throws. */
function executeEvent(subscription: SubscriptionArgs, event: unknown, context: GraphContext): SharedResult {
  try {
    const args = { ...subscription, rootValue: event, contextValue: context }
    const executeNow = () => executeByPlan(args, createLoadScheduler()) ?? execute(args)
    const result = readFirst(context, subscription.contextValue.firstReads)?.then(executeNow) ?? executeNow()
    return result instanceof Promise ? result.catch(failedResult) : result
  } catch (error) {
    return failedResult(error)
  }
}

/** Cache of `isViewerIndependentDocument`. */
const viewerIndependentDocuments = new WeakMap<DocumentNode, boolean>()

/** Whether every selected field is known not to depend on the viewer. */
const isViewerIndependentDocument = (schema: GraphQLSchema, document: DocumentNode): boolean =>
  getOrCreate(viewerIndependentDocuments, document, () => {
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    const walk: Walk = { schema, fragments: new Map(fragments.map((one) => [one.name.value, one])), entered: new Set() }
    return document.definitions.every((definition) => {
      if (definition.kind !== Kind.OPERATION_DEFINITION) return true
      return isIndependentSelection(walk, definition.selectionSet, { type: schema.getRootType(definition.operation) })
    })
  })

type Field = GraphQLField<unknown, unknown>

interface Walk {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Fragments with the fields that select them: each is checked once, as fragments can repeat each other very often. */
  readonly entered: Set<string>
}

/** The type that fields are selected on, and the field whose value it is. */
interface Parent {
  readonly type: GraphQLNamedType | null | undefined
  readonly field?: Field | undefined
  readonly name?: string
}

const isIndependentSelection = (walk: Walk, { selections }: SelectionSetNode, parent: Parent): boolean =>
  selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return isIndependentField(walk, selection, parent)
    if (selection.kind === Kind.INLINE_FRAGMENT) return isIndependentFragment(walk, selection, parent)
    const fragment = walk.fragments.get(selection.name.value)
    const key = `${parent.name} ${selection.name.value}`
    if (!fragment || walk.entered.has(key)) return fragment !== undefined
    walk.entered.add(key)
    return isIndependentFragment(walk, fragment, parent)
  })

const isIndependentFragment = (
  walk: Walk,
  { typeCondition, selectionSet }: Pick<InlineFragmentNode, 'typeCondition' | 'selectionSet'>,
  parent: Parent,
): boolean =>
  isIndependentSelection(walk, selectionSet, {
    ...parent,
    type: typeCondition ? walk.schema.getType(typeCondition.name.value) : parent.type,
  })

function isIndependentField(walk: Walk, node: FieldNode, { type, field: parentField }: Parent): boolean {
  const name = node.name.value
  if (name === '__typename') return true
  if (!isObjectType(type) && !isInterfaceType(type)) return false
  const field = type.getFields()[name]
  const path = `${type.name}.${name}`
  if (!field || !(factsOf(field).isSameForAll || isCarriedBy(parentField, path))) return false
  const below = { type: getNamedType(field.type), field, name: path }
  return !node.selectionSet || isIndependentSelection(walk, node.selectionSet, below)
}

const isCarriedBy = (parent: Field | undefined, path: string): boolean =>
  parent !== undefined && factsOf(parent).sameForAllBelow.includes(path)
