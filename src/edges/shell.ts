import cors from '@koa/cors'
import type { Middleware } from 'koa'
import compress from 'koa-compress'
import helmet from 'koa-helmet'

/** What surrounds every page and answer: security headers, CORS for the origins allowed, compression. */
export function shell(options: { allowedOrigins: ReadonlySet<string>; https: boolean }): Middleware[] {
  const { allowedOrigins, https } = options
  return [
    helmet({
      contentSecurityPolicy: {
        directives: { 'img-src': ["'self'", 'data:'], 'upgrade-insecure-requests': https ? [] : null },
      },
      strictTransportSecurity: https,
      // Pictures are shown by the web frontend, which may live on another site.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
    cors({
      origin: (ctx) => (allowedOrigins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
      credentials: true,
      exposeHeaders: ['X-Request-Id', 'Retry-After'],
      maxAge: 600,
    }),
    compress({ threshold: 1024, br: false }),
  ]
}
