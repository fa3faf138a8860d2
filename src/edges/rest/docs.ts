import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Context, Middleware } from 'koa'
import mount from 'koa-mount'
import serve from 'koa-static'
import { openApiDocument } from './openapi.ts'

const DOCS = '/docs'

/** Replaces the initializer of swagger-ui-dist, so that its page works under a policy that forbids inline scripts. */
const INITIALIZER = `window.onload = () => {
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

/** The start page: what runs here and where its doors are. Its style and script are the frontend's own. */
const START = `<!DOCTYPE html>
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

function pages(): Record<string, (context: Context) => void> {
  // Made when it is first asked for: that spares each start a good part of its time.
  let document: string | undefined
  const describe = () => {
    document ??= JSON.stringify(openApiDocument())
    return document
  }
  return {
    '/': (context) => send(context, 'text/html', START),
    '/openapi.json': (context) => send(context, 'application/json', describe()),
    [DOCS]: (context) => context.redirect(`${DOCS}/`),
    [`${DOCS}/swagger-initializer.js`]: (context) => send(context, 'text/javascript', INITIALIZER),
  }
}

/** Serves the start page, the OpenAPI document and its reader under /docs; everything else goes on to what follows. */
export function docsRoutes(): Middleware {
  const reader = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const assets = mount(DOCS, serve(reader))
  const byPath = new Map(Object.entries(pages()))
  return (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    const page = byPath.get(context.path)
    return page ? page(context) : assets(context, next)
  }
}
