import { type ExecutionResult, GraphQLError } from 'graphql'
import type { RefusalReason } from '../../../kernel/refusalReasons.ts'
import type { GraphContext } from '../context.ts'
import { costLimit, MAX_DEPTH } from '../limits.ts'
import { measureOperation } from './operationCost.ts'
import type { SelectedOperation } from './operationWalk.ts'

/** What a request with the header `X-Plaza-Cost` reads in `extensions.cost`. */
export interface CostReport {
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

/** Whether an operation may run. */
export interface CostAdmission {
  /** The result of an operation that may not. */
  readonly refusal?: ExecutionResult
  /** Undefined for an operation that execution refuses. */
  readonly report?: CostReport
}

type MeasuredOperation = SelectedOperation & { readonly contextValue: GraphContext }

/**
 * Refuses operations that are too deep or cost too much, before anything is executed. The operations of a batch share
 * one limit: those that exceed it are refused, those that fit are executed.
 */
export function admitByCost(operation: MeasuredOperation): CostAdmission {
  const measured = measureOperation(operation)
  if (!measured) return {}
  const { connection, scope } = operation.contextValue
  const report = { requested: measured.cost, limit: costLimit(scope.viewer) }
  const error = refusalOf({ ...measured, ...report, before: connection.usage.cost })
  if (error) return { refusal: withCost(operation.contextValue, { errors: [error] }, report) }
  connection.usage.cost += measured.cost
  return { report }
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

/** Adds the cost to the result of an operation, if the request asks for it. */
export const withCost = <R extends object>({ connection }: GraphContext, result: R, cost: CostReport): R =>
  connection.reportsCost && !(Symbol.asyncIterator in result)
    ? { ...result, extensions: { ...extensionsOf(result), cost } }
    : result

const extensionsOf = (result: object): object => ('extensions' in result ? Object(result.extensions) : {})
