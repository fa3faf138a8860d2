import { createHash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { Context } from 'koa'
import { ENDPOINT } from './engine.ts'

interface Page {
  readonly html: string
  /** Allows this page's own script and nothing else. */
  readonly policy: string
}

const SCRIPT = '<script>'

function makePage(): Page {
  const html = renderGraphiQL({
    title: 'Plaza',
    endpoint: ENDPOINT,
    subscriptionsProtocol: 'WS',
    credentials: 'same-origin',
  })
  const script = html.slice(html.indexOf(SCRIPT) + SCRIPT.length, html.lastIndexOf('</script>'))
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    'worker-src blob:',
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { html, policy: policy.join('; ') }
}

/** Serves GraphiQL from the server itself. The page is several megabytes, so it is made when it is first asked for. */
export function makeGraphiQL(): (ctx: Context) => void {
  let page: Page | undefined
  return (ctx) => {
    page ??= makePage()
    ctx.set('Content-Security-Policy', page.policy)
    ctx.type = 'html'
    ctx.body = page.html
  }
}
