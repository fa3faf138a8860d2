import type { Context } from 'koa'
import { startPageScript, startPageStyle } from '../../areas/system/seed/frontendAssets.ts'
import { allowScripts, scriptHash } from '../responseHeaders.ts'
import { staticContent } from './staticContent.ts'

const SCRIPT = startPageScript('public')
const GRAPHIQL_LINK = '<a href="/graphql">GraphiQL</a> '

/** Style and script are its own, not the assets of the web frontend: admins can set those, and sessions live here. */
const startPage = (hasGraphiql: boolean) => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Plaza</title>
    <link rel="icon" href="data:,">
    <style>${startPageStyle}</style>
  </head>
  <body>
    <main>
      <h1>Plaza</h1>
      <dl id="status"></dl>
      <nav>${hasGraphiql ? GRAPHIQL_LINK : ''}<a href="/docs/graphql">GraphQL guide</a> <a href="/schema.graphql">Schema</a> <a href="/docs/">REST</a> <a href="/openapi.json">OpenAPI</a></nav>
    </main>
    <script>${SCRIPT}</script>
  </body>
</html>
`

/** Serves the start page: status of the service and links to its APIs. */
export function serveStartPage(hasGraphiql: boolean): (ctx: Context) => Promise<void> {
  const serve = staticContent({ type: 'html', load: () => startPage(hasGraphiql) })
  const hashes = [scriptHash(SCRIPT)]
  return (ctx) => {
    allowScripts(ctx, hashes)
    return serve(ctx)
  }
}
