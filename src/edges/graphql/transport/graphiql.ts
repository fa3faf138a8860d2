import type { IncomingMessage } from 'node:http'
import type Router from '@koa/router'
import accepts from 'accepts'
import type { Context } from 'koa'
import { pageRouter } from '../../koa.ts'
import { staticContent } from '../../pages/staticContent.ts'
import { scriptHash } from '../../responseHeaders.ts'
import { GRAPHQL_PATH } from '../execution/engine.ts'
import { type DemoLogin, graphiqlTabs } from './graphiqlTabs.ts'

export interface GraphiqlOptions {
  /** Resolves to a demo account that can sign in; null if there is none. Called at the first request of the page. */
  readonly demoLogin: () => Promise<DemoLogin | null>
}

interface GraphiqlPage {
  readonly html: string
  /** Content-Security-Policy that allows only this page's own script. */
  readonly policy: string
}

const SCRIPT = '<script>'

const PAGES = { '/': 'Plaza', '/docs/graphql': 'Guide', '/schema.graphql': 'Schema', '/docs/': 'REST' }
const link = ([path, label]: [string, string]) => `<a href="${path}">${label}</a>`
/** Shown at the top right, as HTML. */
const HEADER = Object.entries(PAGES).map(link).join(' &nbsp; ')

/** The library holds megabytes of script, so it is loaded on first use. */
async function renderPage({ demoLogin }: GraphiqlOptions): Promise<GraphiqlPage> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const rendered = renderGraphiQL({
    title: HEADER,
    logo: '',
    endpoint: GRAPHQL_PATH,
    subscriptionsProtocol: 'WS',
    credentials: 'same-origin',
    defaultTabs: graphiqlTabs(await demoLogin()),
  })
  const html = rendered.replace(/<title>.*?<\/title>/, '<title>Plaza GraphiQL</title>')
  const script = html.slice(html.indexOf(SCRIPT) + SCRIPT.length, html.lastIndexOf('</script>'))
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash(script)}'`,
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

/** Whether a browser asks for a page. */
export const isPageRequest = (request: IncomingMessage): boolean =>
  request.method === 'GET' && accepts(request).type(['json', 'html']) === 'html'

/** Serves GraphiQL at the path of the API. */
export const graphiqlPage = (options: GraphiqlOptions): Router =>
  pageRouter().get(GRAPHQL_PATH, graphiqlHandler(options))

/** Serves GraphiQL, without a CDN. */
export function graphiqlHandler(options: GraphiqlOptions): (ctx: Context) => Promise<void> {
  let policy = ''
  const servePage = staticContent({
    type: 'html',
    async load() {
      const page = await renderPage(options)
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
