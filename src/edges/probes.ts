import type { Context, Middleware } from 'koa'
import type { Registry } from 'prom-client'

export interface Probed {
  readonly metrics: Registry | null
  /** Whether the server can do its work; false while it starts and drains. */
  isReady(): Promise<boolean>
}

/** For whoever runs the server: /livez says that the process answers, /readyz that it should be sent requests. */
export function probes({ metrics, isReady }: Probed): Middleware {
  const pages: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
    '/livez': async (ctx) => answer(ctx, 200, 'ok'),
    '/readyz': async (ctx) => ((await isReady()) ? answer(ctx, 200, 'ready') : answer(ctx, 503, 'not ready')),
    ...(metrics && { '/metrics': (ctx) => showMetrics(ctx, metrics) }),
  }
  return (ctx, next) => {
    if (!Object.hasOwn(pages, ctx.path)) return next()
    ctx.set('Cache-Control', 'no-store')
    return pages[ctx.path]?.(ctx)
  }
}

function answer(ctx: Context, status: number, text: string) {
  ctx.status = status
  ctx.body = text
}

async function showMetrics(ctx: Context, metrics: Registry) {
  ctx.set('Content-Type', metrics.contentType)
  ctx.body = await metrics.metrics()
}
