import type { Context, Middleware } from 'koa'
import { type Refusing, refuse } from './rest/answer.ts'
import { Turned } from './rest/failure.ts'

/** Answers what no door took, and what was thrown on the way: every refusal of the house has the one envelope. */
export function fallback(refusing: Refusing): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (isUnanswered(ctx)) throw new Turned(404, 'There is nothing at this address')
    } catch (error) {
      refuse(refusing, ctx, isTurned(error) ? new Turned(error.status, error.message) : error)
    }
  }
}

const isUnanswered = ({ status, body, respond }: Context) => status === 404 && body === undefined && respond !== false

/** What a library of Koa's turns away, a path that can't be decoded for one, with a text that may be told. */
const isTurned = (error: unknown): error is Error & { status: number } =>
  error instanceof Error &&
  'expose' in error &&
  error.expose === true &&
  'status' in error &&
  typeof error.status === 'number'
