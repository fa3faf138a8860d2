import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import { staticContent } from '../../staticContent.ts'
import { GRAPHQL_PATH } from '../execution/engine.ts'

interface GraphiqlPage {
  readonly html: string
  /** Content-Security-Policy that allows only this page's own script. */
  readonly policy: string
}

const SCRIPT = '<script>'

/** The library holds megabytes of script, so it is loaded on first use. */
async function renderPage(): Promise<GraphiqlPage> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
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

/** Serves GraphiQL, without a CDN. */
export function graphiqlHandler(): (ctx: Context) => Promise<void> {
  let policy = ''
  const servePage = staticContent({
    type: 'html',
    async load() {
      const page = await renderPage()
      policy = page.policy
      return page.html
    },
  })
  return async (ctx) => {
    await servePage(ctx)
    ctx.vary('Accept')
    ctx.set('Content-Security-Policy', policy)
  }
}
