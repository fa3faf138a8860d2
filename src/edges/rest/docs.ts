import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context, Middleware } from 'koa'
import { assertFinished } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { graphqlPages } from '../graphql/docs/pages.ts'
import { staticContent } from '../staticContent.ts'
import { sendHtmlPage } from './htmlPage.ts'
import { openApiDocument, type TaggedTable } from './openapi.ts'

const DOCS_PATH = '/docs'

/** Replaces the initializer script of swagger-ui-dist, which would load its demo API. */
const SWAGGER_INITIALIZER = `window.onload = () => {
  SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    displayOperationId: true,
    tryItOutEnabled: true,
    withCredentials: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
  })
}
`

/** The start page: status of the service and links to its APIs. Style and script are assets of the web frontend. */
const startPage = (hasGraphiql: boolean) => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Plaza</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/1/css/app.css">
    <script src="/api/1/js/app.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Plaza</h1>
      <dl id="status"></dl>
      <nav>${hasGraphiql ? '<a href="/graphql">GraphiQL</a> ' : ''}<a href="/docs/graphql">GraphQL guide</a> <a href="/schema.graphql">Schema</a> <a href="/docs/">REST</a> <a href="/openapi.json">OpenAPI</a></nav>
    </main>
  </body>
</html>
`

/** Seconds during which browsers need not ask again for the assets of Swagger UI. */
const ASSET_MAX_AGE = 86_400
/** The files of swagger-ui-dist that its page loads, with their media types. */
const SWAGGER_ASSETS = {
  'index.html': 'html',
  'index.css': 'css',
  'swagger-ui.css': 'css',
  'swagger-ui-bundle.js': 'js',
  'swagger-ui-standalone-preset.js': 'js',
  'favicon-16x16.png': 'png',
  'favicon-32x32.png': 'png',
} as const

type Page = (context: Context) => void | Promise<void>

function swaggerPages(): [string, Page][] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const served = Object.entries(SWAGGER_ASSETS).map(([name, type]): [string, Page] => [
    `${DOCS_PATH}/${name}`,
    staticContent({ type, load: () => readFile(join(folder, name)), maxAge: ASSET_MAX_AGE }),
  ])
  const byPath = new Map(served)
  const index = byPath.get(`${DOCS_PATH}/index.html`)
  return index ? [...served, [`${DOCS_PATH}/`, index]] : served
}

const pages = (tables: readonly TaggedTable[], hasGraphiql: boolean): ReadonlyMap<string, Page> =>
  new Map([
    ['/', staticContent({ type: 'html', load: () => startPage(hasGraphiql) })],
    ['/openapi.json', staticContent({ type: 'json', load: () => JSON.stringify(openApiDocument(tables)) })],
    [DOCS_PATH, (context) => context.redirect(`${DOCS_PATH}/`)],
    ...swaggerPages(),
    ...graphqlPages(hasGraphiql),
    [`${DOCS_PATH}/swagger-initializer.js`, staticContent({ type: 'js', load: () => SWAGGER_INITIALIZER })],
  ])

export interface DocsOptions {
  readonly tables: readonly TaggedTable[]
  /** Whether /graphql shows GraphiQL to browsers. */
  readonly hasGraphiql: boolean
  /** Finds the session of a request, if what describes the APIs needs one, as introspection does; null if it is public. */
  readonly scopeOf: ((context: Context) => Promise<Scope>) | null
}

/** Serves the start page, the documents of both APIs, and under /docs Swagger UI and the GraphQL guide; passes on all other requests. */
export function docsRoutes({ tables, hasGraphiql, scopeOf }: DocsOptions): Middleware {
  const byPath = pages(tables, hasGraphiql)
  return async (context, next) => {
    const page = isRead(context) ? byPath.get(context.path) : undefined
    if (!page) return next()
    const refusal = scopeOf && context.path !== '/' ? await refusalOf(scopeOf(context)) : null
    return refusal ? sendRefusal(context, refusal) : page(context)
  }
}

const isRead = ({ method }: Context) => method === 'GET' || method === 'HEAD'

/** Why the session is not enough; null if it is. */
const refusalOf = (found: Promise<Scope>): Promise<Failure | null> =>
  found.then(assertFinished).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    },
  )

/** People get a page, programs the error envelope. */
function sendRefusal(context: Context, refusal: Failure): void {
  if (context.accepts('json', 'html') !== 'html') throw refusal
  const content = '<p>The documentation of this server needs a session. Log in first, in this browser.</p>'
  sendHtmlPage(context, { status: 401, title: 'Documentation', content })
}
