import type { Middleware } from 'koa'
import type { Registry } from 'prom-client'

export interface Probed {
  readonly metrics: Registry | null
  /** Whether the server can do its work; false while it starts and drains. */
  isReady(): Promise<boolean>
}

/** For whoever runs the server: /livez says that the process answers, /readyz that it should be sent requests. */
export function probes({ metrics, isReady }: Probed): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/livez') return void (ctx.body = 'ok')
    if (ctx.path === '/readyz') {
      const ready = await isReady()
      ctx.status = ready ? 200 : 503
      return void (ctx.body = ready ? 'ready' : 'not ready')
    }
    if (ctx.path !== '/metrics' || !metrics) return next()
    ctx.set('Content-Type', metrics.contentType)
    ctx.body = await metrics.metrics()
  }
}
