import type { ExecutionResult, GraphQLError } from 'graphql'
import type { GraphContext } from '../context.ts'
import type { FirstRead } from '../fieldFacts.ts'
import { costLimit, MAX_DEPTH } from '../limits.ts'
import { batchTooComplex, tooComplex, tooDeep } from './costRefusals.ts'
import { measureOperation } from './operationCost.ts'
import type { SelectedOperation } from './operationWalk.ts'
import { ResultBudget } from './resultBudget.ts'

/** What a request with the header `X-Plaza-Cost` reads in `extensions.cost`. */
interface CostReport {
  /** The cost of the operation. */
  readonly requested: number
  /** Maximum cost of the request. */
  readonly limit: number
}

/** Whether an operation may run. */
interface CostAdmission {
  /** The result of an operation that may not. */
  readonly refusal?: ExecutionResult
  /** Undefined for an operation that execution refuses. */
  readonly budget?: ResultBudget
  /** What is called before the operation reads anything else. */
  readonly firstReads?: readonly FirstRead[]
  /** Whether it is a query whose answer may be a second old. */
  readonly mayBeOld?: boolean
}

type MeasuredOperation = SelectedOperation & { readonly contextValue: GraphContext }

/**
 * Refuses operations that are too deep or cost too much, before anything is executed. The operations of a batch share
 * one limit: those that exceed it are refused, those that fit are executed.
 */
export function admitByCost(operation: MeasuredOperation): CostAdmission {
  const measured = measureOperation(operation)
  if (!measured) return {}
  const { cost, depth, firstReads, mayBeOld } = measured
  const { connection, scope } = operation.contextValue
  const { usage } = connection
  const limit = costLimit(scope.viewer)
  const error = refusalOf({ cost, depth, limit, before: usage.cost })
  if (error) return { refusal: withCost(operation.contextValue, { errors: [error] }, cost) }
  usage.cost += cost
  return { budget: new ResultBudget({ usage, cost, limit }), firstReads, mayBeOld }
}

interface Measured {
  readonly cost: number
  readonly depth: number
  readonly limit: number
  /** Cost of the operations of the batch before this one. */
  readonly before: number
}

function refusalOf({ cost, depth, limit, before }: Measured): GraphQLError | null {
  if (depth > MAX_DEPTH) return tooDeep(depth, cost)
  if (cost > limit) return tooComplex(cost, limit)
  return before + cost > limit ? batchTooComplex(before + cost, limit) : null
}

/** Adds the cost to the result of an operation, if the request asks for it. */
export function withCost<R extends object>({ connection, scope }: GraphContext, result: R, requested: number): R {
  if (!connection.reportsCost || Symbol.asyncIterator in result) return result
  const cost: CostReport = { requested, limit: costLimit(scope.viewer) }
  return { ...result, extensions: { ...extensionsOf(result), cost } }
}

const extensionsOf = (result: object): object => ('extensions' in result ? Object(result.extensions) : {})
