import { type DocumentNode, type ExecutionArgs, type ExecutionResult, getOperationAST, Kind } from 'graphql'
import { Failure } from '../../../kernel/failure.ts'
import type { RequestGate } from '../../requestGate.ts'
import { type ClientConnection, type GraphContext, isFinished, type OperationInfo, reauthenticate } from '../context.ts'
import { asGraphQLError } from '../errors.ts'
import { createCostLimit, withCost } from './costLimit.ts'
import type { QueryPlan } from './executionPlan.ts'
import { createLoadScheduler, type LoadScheduler } from './loadScheduler.ts'
import { executeByPlan } from './planExecution.ts'
import { selectedColumns } from './selectedColumns.ts'
import { variableError } from './variableChecks.ts'

/** A valid operation. */
export interface OperationArgs extends Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> {
  readonly contextValue: GraphContext
}

/** Executes operations that have no plan. */
export type Execute<R> = (args: OperationArgs & { readonly signal: AbortSignal }) => R | Promise<R>

export interface OperationRunnerOptions {
  readonly gate: RequestGate
  /** Milliseconds that an operation may take. */
  readonly maxExecution: number
}

/** Runs operations of every transport, with all limits. */
export interface OperationRunner {
  /** Runs a query or mutation: in the turn of its sender, and only if its cost and variables are within the limits. */
  run<R extends object>(args: OperationArgs, execute: Execute<R>): Promise<R | ExecutionResult>
  /** Begins a subscription. Returns an error result if it is refused. */
  begin(args: OperationArgs): Promise<ExecutionResult | null>
}

export function createOperationRunner({ gate, maxExecution }: OperationRunnerOptions): OperationRunner {
  const admit = createCostLimit()
  const inTurn = createTurns(gate)
  const admitted = (args: OperationArgs) => {
    describeOperation(args)
    const error = variableError(args.variableValues)
    return error ? { refusal: { errors: [error] } } : admit(args)
  }
  return {
    async run(args, execute) {
      const { contextValue: context } = args
      const { refusal, report } = admitted(args)
      if (refusal) return refusal
      await startOperation(context)
      const onPlan = (plan: QueryPlan) => {
        context.selectedColumns = selectedColumns(plan)
      }
      const runNow = (signal: AbortSignal) =>
        executeByPlan({ ...args, signal, onPlan }, loadsOf(context)) ?? execute({ ...args, signal })
      const result = await inTurn(context, () => settleWithin(maxExecution, runNow))
      return report ? withCost(context, result, report) : result
    },
    async begin(args) {
      const { refusal } = admitted(args)
      if (!refusal) await startOperation(args.contextValue)
      return refusal ?? null
    },
  }
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

async function startOperation(context: GraphContext): Promise<void> {
  if (isFinished(context.scope.viewer) && context.operationInfo?.field !== LOGOUT_FIELD) await reauthenticate(context)
}

/**
 * Runs each query and mutation in the turn of its sender, and counts those of a batch beside the first, which was counted
 * as the request. Subscriptions take no turn: they last.
 */
function createTurns(gate: RequestGate) {
  const begun = new WeakSet<ClientConnection>()
  const countFurther = async ({ connection, scope }: GraphContext) => {
    if (begun.has(connection)) await gate.count(scope)
    begun.add(connection)
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

/** Fails an operation that takes too long, even while a resolver is pending; its signal starts no further resolvers. */
async function settleWithin<R>(milliseconds: number, execute: (signal: AbortSignal) => R | Promise<R>): Promise<R> {
  const controller = new AbortController()
  const result = execute(controller.signal)
  if (!(result instanceof Promise)) return result
  return new Promise<R>((resolve, reject) => {
    const onTimeout = () => {
      reject(timeoutFailure())
      controller.abort(timeoutFailure())
    }
    const timer = setTimeout(onTimeout, milliseconds).unref()
    result.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
