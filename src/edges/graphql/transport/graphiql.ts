import { createHash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { Context } from 'koa'
import { GRAPHQL_PATH } from '../execution/engine.ts'

interface GraphiqlPage {
  readonly html: string
  /** Content-Security-Policy that allows only this page's own script. */
  readonly policy: string
}

const SCRIPT = '<script>'

function renderPage(): GraphiqlPage {
  const html = renderGraphiQL({
    title: 'Plaza',
    endpoint: GRAPHQL_PATH,
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

/** Serves GraphiQL, without a CDN. The page has several megabytes, so it is rendered on first use. */
export function graphiqlHandler(): (ctx: Context) => void {
  let page: GraphiqlPage | undefined
  return (ctx) => {
    page ??= renderPage()
    ctx.set('Content-Security-Policy', page.policy)
    ctx.type = 'html'
    ctx.body = page.html
  }
}
