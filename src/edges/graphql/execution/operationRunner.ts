import { type DocumentNode, type ExecutionArgs, type ExecutionResult, getOperationAST, Kind } from 'graphql'
import { Failure } from '../../../kernel/failure.ts'
import { scopeOfOldRead } from '../../../kernel/oldReads.ts'
import type { RequestGate } from '../../requestGate.ts'
import { type GraphContext, isFinished, type OperationInfo, readFirst, resetLoaders } from '../context.ts'
import { asGraphQLError } from '../errors.ts'
import { maxVariableSize } from '../limits.ts'
import { forgetScopes } from '../operationCache.ts'
import { viewerFault } from '../viewerGuard.ts'
import { admitByCost, withCost } from './costLimit.ts'
import type { QueryPlan } from './executionPlan.ts'
import { createLoadScheduler, type LoadScheduler } from './loadScheduler.ts'
import { readVariables } from './operationVariables.ts'
import type { SelectedOperation } from './operationWalk.ts'
import { executeByPlan } from './planExecution.ts'
import type { ResultBudget } from './resultBudget.ts'
import { selectedColumns } from './selectedColumns.ts'

/** A valid operation. */
interface OperationArgs extends Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> {
  readonly contextValue: GraphContext
}

/** A valid operation with its variables, as they were given and coerced: those that it declares alone. */
type ReadOperation<A extends OperationArgs = OperationArgs> = A & SelectedOperation

/** Executes operations that have no plan. */
type Execute<R> = (args: OperationArgs & { readonly signal: AbortSignal }) => R | Promise<R>

interface OperationRunnerOptions {
  readonly gate: RequestGate
  /** Milliseconds that an operation may take. */
  readonly maxExecution: number
}

/** Runs operations of every transport, with all limits. */
export interface OperationRunner {
  /** Runs a query or mutation: in the turn of its sender, and only if its cost and variables are within the limits. */
  run<R extends object>(args: OperationArgs, execute: Execute<R>): Promise<R | ExecutionResult>
  /** Begins a subscription. */
  begin<A extends OperationArgs>(args: A): Promise<Admission<A>>
}

type Admission<A extends OperationArgs> =
  | { readonly refusal: ExecutionResult; readonly operation?: never; readonly budget?: never }
  | {
      readonly refusal?: never
      readonly operation: ReadOperation<A>
      /** Undefined for an operation that execution refuses. */
      readonly budget?: ResultBudget
    }

export function createOperationRunner({ gate, maxExecution }: OperationRunnerOptions): OperationRunner {
  const inTurn = createTurns(gate)
  return {
    async run(args, execute) {
      const { contextValue: context } = args
      const admission = await begin(args)
      if (admission.refusal) return admission.refusal
      const { operation, budget } = admission
      const onPlan = (plan: QueryPlan) => {
        context.selectedColumns = selectedColumns(plan)
      }
      const executeNow = (deadline: Deadline) =>
        executeByPlan({ ...operation, deadline, onPlan, ...(budget && { budget }) }, loadsOf(context)) ??
        execute({ ...operation, signal: deadline.signal })
      const runNow = (deadline: Deadline) => {
        const first = context.operationInfo?.type === 'query' ? beginQuery(context) : null
        return first === null ? executeNow(deadline) : first.then(() => executeNow(deadline))
      }
      const result = await inTurn(context, () => settleWithin(maxExecution, runNow)).finally(() =>
        forgetScopes(context),
      )
      return budget ? withCost(context, result, budget.cost) : result
    },
    begin,
  }
}

/** Admits an operation before and after the client is authenticated again: only for the viewer whom the client has named. */
async function begin<A extends OperationArgs>(args: A): Promise<Admission<A>> {
  const { contextValue: context } = args
  describeOperation(args)
  const admission = refusalOfViewer(context) ?? admit(args)
  if (admission.refusal) return admission
  await startOperation(context)
  return refusalOfViewer(context) ?? admission
}

function refusalOfViewer({ connection, scope }: GraphContext) {
  const fault = viewerFault(connection.expectedViewer, scope)
  return fault && { refusal: { errors: [asGraphQLError(fault)] } }
}

/** Reads the variables of an operation, and measures its cost: before anything else is done for it. */
function admit<A extends OperationArgs>(args: A): Admission<A> {
  const { viewer } = args.contextValue.scope
  const { errors, given, coerced } = readVariables(args, maxVariableSize(viewer))
  if (errors) return { refusal: { errors } }
  const operation = { ...args, variableValues: given, variables: coerced }
  const { refusal, budget, firstReads = [], mayBeOld = false } = admitByCost(operation)
  args.contextValue.firstReads = firstReads
  args.contextValue.mayBeOld = mayBeOld
  return refusal ? { refusal } : { operation, ...(budget && { budget }) }
}

/** What a query does before it is executed; null for nothing. */
function beginQuery(context: GraphContext): Promise<unknown> | null {
  if (!context.mayBeOld || context.scope.oldReads === null) return readFirst(context)
  return scopeOfOldRead(context.scope).then((scope) => {
    context.scope = scope
    return readFirst(context)
  })
}

/** Only queries are executed by levels: each mutation ends before the next begins. */
function loadsOf(context: GraphContext): LoadScheduler {
  const loads = createLoadScheduler()
  if (context.operationInfo?.type === 'query') context.loads = loads
  return loads
}

/** Before any refusal, so that metrics and the log show what was refused. */
function describeOperation({ document, operationName, contextValue }: OperationArgs) {
  const info = operationInfoOf(document, operationName)
  if (info) contextValue.operationInfo = info
}

function operationInfoOf(document: DocumentNode, operationName: string | null | undefined): OperationInfo | undefined {
  const operation = getOperationAST(document, operationName)
  if (!operation) return undefined
  const [first] = operation.selectionSet.selections
  return {
    type: operation.operation,
    name: operation.name?.value,
    field: first?.kind === Kind.FIELD ? first.name.value : 'fragment',
  }
}

/** Logout doesn't count as activity, so that it doesn't cancel a pending deletion of the account. */
const LOGOUT_FIELD = 'logout'

/** Authenticates the client again, which counts as activity: its session may have ended since, or its rights changed. */
async function startOperation(context: GraphContext): Promise<void> {
  if (!isFinished(context.scope.viewer) || context.operationInfo?.field === LOGOUT_FIELD) return
  const scope = await context.connection.lookUpScope()
  if (scope.viewer !== context.scope.viewer) resetLoaders(context, scope)
}

/**
 * Runs each query and mutation in the turn of its sender, and counts those of a batch beside the first, which was counted
 * as the request. Subscriptions take no turn: they last.
 */
function createTurns(gate: RequestGate) {
  const countFurther = async ({ connection: { usage }, scope }: GraphContext) => {
    usage.operations += 1
    if (usage.operations > 1) await gate.count(scope)
  }
  return async <R>(context: GraphContext, work: () => Promise<R>): Promise<R | ExecutionResult> => {
    try {
      await countFurther(context)
      const kind = context.operationInfo?.type === 'mutation' ? 'write' : 'read'
      return await gate.run(context.scope, kind, work)
    } catch (error) {
      if (error instanceof Failure) return { errors: [asGraphQLError(error)] }
      throw error
    }
  }
}

const timeoutFailure = () => new Failure('unavailable', 'The operation took too long', { reason: 'timeout' })

/**
 * Whether the time limit of an operation is over, as a flag; as an abort signal, which costs more, only for operations that
 * are not executed by plan.
 */
class Deadline {
  isOver = false
  private controller: AbortController | undefined

  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    return this.controller.signal
  }

  end(reason: Error) {
    this.isOver = true
    this.controller?.abort(reason)
  }
}

/** Fails an operation that takes too long, even while a resolver is pending; no further resolvers are started then. */
async function settleWithin<R>(milliseconds: number, execute: (deadline: Deadline) => R | Promise<R>): Promise<R> {
  const deadline = new Deadline()
  const result = execute(deadline)
  if (!(result instanceof Promise)) return result
  return new Promise<R>((resolve, reject) => {
    const onTimeout = () => {
      reject(timeoutFailure())
      deadline.end(timeoutFailure())
    }
    const timer = setTimeout(onTimeout, milliseconds).unref()
    result.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
