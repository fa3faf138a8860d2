import { randomUUID } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import type { Log } from '../kernel/log.ts'

export interface Counts {
  readonly requests: { inc(labels: { operation: string; method: string; status: number }): void }
  readonly duration: { observe(labels: { operation: string; method: string }, seconds: number): void }
}

/** A request id from a proxy in front is kept when it is one. */
const GIVEN = /^[A-Za-z0-9_-]{8,64}$/

/** Gives each request its id, and afterwards a line in the log and its place in the metrics. */
export function trace(log: Log, counts: Counts): Middleware {
  return (ctx, next) => {
    const startedAt = performance.now()
    const given = ctx.get('X-Request-Id')
    ctx.state.requestId = GIVEN.test(given) ? given : randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    ctx.res.once('close', () => record(log, counts, ctx, performance.now() - startedAt))
    return next()
  }
}

function record(log: Log, counts: Counts, ctx: Context, milliseconds: number) {
  const operation: string = ctx.state.operation ?? 'page'
  const { method } = ctx
  const status = ctx.res.statusCode
  counts.requests.inc({ operation, method, status })
  counts.duration.observe({ operation, method }, milliseconds / 1000)
  const line = { requestId: ctx.state.requestId, operation, method, status, ms: Math.round(milliseconds * 10) / 10 }
  if (status >= 500) log.warn(line, 'request')
  else log.info(line, 'request')
}
