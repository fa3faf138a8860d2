import { GraphQLError } from 'graphql'
import type { RefusalReason } from '../../../kernel/refusalReasons.ts'
import { MAX_DEPTH } from '../limits.ts'

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

export const tooDeep = (depth: number, cost: number) =>
  refusalError(`The operation has ${depth} levels of fields, but the limit is ${MAX_DEPTH}`, {
    reason: 'too_deep',
    depth,
    cost,
    limit: MAX_DEPTH,
  })
export const tooComplex = (cost: number, limit: number) =>
  refusalError(`The operation costs ${cost}, but the limit is ${limit}`, { reason: 'too_complex', cost, limit })
export const batchTooComplex = (cost: number, limit: number) =>
  refusalError(`The batch up to this operation costs ${cost}, but the limit is ${limit}`, {
    reason: 'too_complex',
    cost,
    limit,
  })
export const resultTooLarge = (limit: number) =>
  new GraphQLError(`The result has more than ${limit} characters: ask for smaller pages`, {
    extensions: { code: 'BAD_INPUT', reason: 'too_large', limit, http: BAD_REQUEST },
  })
