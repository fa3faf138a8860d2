import { type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RefusalReason } from '../../../kernel/refusalReasons.ts'
import type { ClientConnection, GraphContext } from '../context.ts'
import { costLimit, MAX_DEPTH } from '../limits.ts'
import { measureOperation } from './operationCost.ts'
import type { SelectedOperation } from './operationWalk.ts'

interface ExecutionStart {
  readonly args: SelectedOperation & { readonly contextValue: GraphContext }
  readonly setResultAndStopExecution: (result: ExecutionResult) => void
}

/** What a request with the header `X-Plaza-Cost` reads in `extensions.cost`. */
interface CostReport {
  /** The cost of the operation. */
  readonly requested: number
  /** Maximum cost of the request. */
  readonly limit: number
}

interface CostRefusal {
  readonly reason: RefusalReason
  readonly cost: number
  readonly limit: number
  readonly depth?: number
}

/** As application/json it gets 200, like an invalid document (GraphQL over HTTP specification). */
const BAD_REQUEST = { status: 400, spec: true }

const refusalError = (message: string, refusal: CostRefusal) =>
  new GraphQLError(message, { extensions: { code: 'BAD_INPUT', ...refusal, http: BAD_REQUEST } })

const tooDeep = (depth: number, cost: number) =>
  refusalError(`The operation has ${depth} levels of fields, but the limit is ${MAX_DEPTH}`, {
    reason: 'too_deep',
    depth,
    cost,
    limit: MAX_DEPTH,
  })
const tooComplex = (cost: number, limit: number) =>
  refusalError(`The operation costs ${cost}, but the limit is ${limit}`, { reason: 'too_complex', cost, limit })
const batchTooComplex = (cost: number, limit: number) =>
  refusalError(`The batch up to this operation costs ${cost}, but the limit is ${limit}`, {
    reason: 'too_complex',
    cost,
    limit,
  })

/**
 * Refuses operations that are too deep or cost too much, before anything is executed. The operations of a batch share
 * one limit: those that exceed it are refused, those that fit are executed.
 */
export function costPlugin(): Plugin<GraphContext, GraphContext> {
  /** Cost of the operations that the request has had executed so far. */
  const spent = new WeakMap<ClientConnection, number>()

  function admit({ args, setResultAndStopExecution }: ExecutionStart): CostReport | null {
    const measured = measureOperation(args)
    if (!measured) return null
    const { connection, scope } = args.contextValue
    const before = spent.get(connection) ?? 0
    const report = { requested: measured.cost, limit: costLimit(scope.viewer) }
    const error = refusalOf({ ...measured, ...report, before })
    if (error) setResultAndStopExecution(withCost(args.contextValue, { errors: [error] }, report))
    else spent.set(connection, before + measured.cost)
    return error ? null : report
  }

  return {
    onExecute(start) {
      const report = admit(start)
      if (!report || !start.args.contextValue.connection.reportsCost) return undefined
      return {
        onExecuteDone({ result, setResult }) {
          if (!(Symbol.asyncIterator in result)) setResult(withCost(start.args.contextValue, result, report))
        },
      }
    },
    onSubscribe(start) {
      admit(start)
    },
  }
}

interface Measured extends CostReport {
  readonly cost: number
  readonly depth: number
  /** Cost of the operations of the batch before this one. */
  readonly before: number
}

function refusalOf({ cost, depth, limit, before }: Measured): GraphQLError | null {
  if (depth > MAX_DEPTH) return tooDeep(depth, cost)
  if (cost > limit) return tooComplex(cost, limit)
  return before + cost > limit ? batchTooComplex(before + cost, limit) : null
}

const withCost = ({ connection }: GraphContext, result: ExecutionResult, cost: CostReport): ExecutionResult =>
  connection.reportsCost ? { ...result, extensions: { ...result.extensions, cost } } : result
