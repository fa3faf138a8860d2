import type { GraphQLError } from 'graphql'
import { someValue } from '../../textSanitizer.ts'
import type { ConnectionUsage } from '../context.ts'
import { MAX_RESULT } from '../limits.ts'
import { resultTooLarge, tooComplex } from './costRefusals.ts'

interface ResultBudgetOptions {
  /** The usage of the request, to which the cost of the operation was added. */
  readonly usage: ConnectionUsage
  /** The cost of the operation, measured before its execution. */
  readonly cost: number
  /** Maximum cost of the request. */
  readonly limit: number
}

/**
 * Bounds the result of a query while it is made. Objects beyond the measured cost, of lists that turn out longer than they
 * declare, are charged to the request; the texts of all results of a request are bounded together.
 */
export class ResultBudget {
  /** Why the result is not made any further; null while it is within the limits. */
  refusal: GraphQLError | null = null
  private objects = 0
  private readonly options: ResultBudgetOptions

  constructor(options: ResultBudgetOptions) {
    this.options = options
  }

  /** The cost of the operation: what was measured, or the objects that it has returned if these are more. */
  get cost(): number {
    return Math.max(this.options.cost, this.objects)
  }

  addObject(): void {
    this.objects += 1
    const { usage, cost, limit } = this.options
    if (this.objects <= cost) return
    usage.cost += 1
    if (usage.cost > limit) this.refusal ??= tooComplex(usage.cost, limit)
  }

  /** Counts the texts of a scalar, which may be JSON, or of a list of scalars. */
  addScalar(scalar: unknown): void {
    if (typeof scalar === 'string') this.addText(scalar.length)
    else if (typeof scalar === 'object' && scalar !== null)
      someValue(scalar, (value) => {
        this.addText(typeof value === 'string' ? value.length : 1)
        return this.refusal !== null
      })
  }

  private addText(characters: number): void {
    const { usage } = this.options
    usage.characters += characters
    if (usage.characters > MAX_RESULT) this.refusal ??= resultTooLarge(MAX_RESULT)
  }
}
