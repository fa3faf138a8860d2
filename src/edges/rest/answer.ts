import type { Context } from 'koa'
import type { Log } from '../../kernel/log.ts'
import { refusalOf } from './failure.ts'

/** What an answer to a failure needs to know of the house. */
export interface Refusing {
  readonly log: Log
  readonly isDatabaseDown: (error: unknown) => boolean
}

export function sendJson(ctx: Context, value: unknown) {
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify(value)
}

/** Answers any error with its status and the envelope, and logs it when it is a fault of ours. Nobody may keep the answer. */
export function refuse({ log, isDatabaseDown }: Refusing, ctx: Context, error: unknown) {
  const { requestId, operation } = ctx.state
  const refusal = refusalOf(error, requestId, isDatabaseDown)
  if (refusal.fault) log.error({ err: error, requestId, operation }, 'request failed')
  if (refusal.retryAfter !== undefined) ctx.set('Retry-After', String(refusal.retryAfter))
  ctx.set('Cache-Control', 'no-store')
  ctx.status = refusal.status
  sendJson(ctx, refusal.body)
}
