import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Context, Middleware } from 'koa'
import mount from 'koa-mount'
import serve from 'koa-static'
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
const START_PAGE = `<!DOCTYPE html>
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
      <nav><a href="/docs/">REST</a> <a href="/graphql">GraphQL</a> <a href="/openapi.json">OpenAPI</a></nav>
    </main>
  </body>
</html>
`

const send = (context: Context, type: string, body: string) => {
  context.type = type
  context.body = body
}

function pages(tables: readonly TaggedTable[]): Record<string, (context: Context) => void> {
  // Generated on first use, for a faster start.
  let document: string | undefined
  const openApiJson = () => {
    document ??= JSON.stringify(openApiDocument(tables))
    return document
  }
  return {
    '/': (context) => send(context, 'text/html', START_PAGE),
    '/openapi.json': (context) => send(context, 'application/json', openApiJson()),
    [DOCS_PATH]: (context) => context.redirect(`${DOCS_PATH}/`),
    [`${DOCS_PATH}/swagger-initializer.js`]: (context) => send(context, 'text/javascript', SWAGGER_INITIALIZER),
  }
}

/** Serves the start page, the OpenAPI document, and Swagger UI under /docs; passes on all other requests. */
export function docsRoutes(tables: readonly TaggedTable[]): Middleware {
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const assets = mount(DOCS_PATH, serve(swaggerUi))
  const byPath = new Map(Object.entries(pages(tables)))
  return (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    const page = byPath.get(context.path)
    return page ? page(context) : assets(context, next)
  }
}
