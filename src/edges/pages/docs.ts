import type Router from '@koa/router'
import type { Context } from 'koa'
import { assertFinished } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { graphqlPages } from '../graphql/docs/pages.ts'
import { pageRouter } from '../koa.ts'
import { openApiDocument, type TaggedTable } from '../rest/openapi.ts'
import { sendHtmlPage } from './htmlPage.ts'
import { staticContent } from './staticContent.ts'
import { swaggerPages } from './swaggerPages.ts'

const DOCS_PATH = '/docs'

type Page = (context: Context) => void | Promise<void>

const pagesOf = ({ tables, hasGraphiql }: DocsOptions): readonly [path: string, page: Page][] => [
  ['/openapi.json', staticContent({ type: 'json', load: () => JSON.stringify(openApiDocument(tables)) })],
  [DOCS_PATH, (context) => context.redirect(`${DOCS_PATH}/`)],
  ...swaggerPages(DOCS_PATH),
  ...graphqlPages(hasGraphiql),
]

interface DocsOptions {
  readonly tables: readonly TaggedTable[]
  /** Whether /graphql shows GraphiQL to browsers. */
  readonly hasGraphiql: boolean
  /** Finds the session of a request, if what describes the APIs needs one, as introspection does; null if it is public. */
  readonly scopeOf: ((context: Context) => Promise<Scope>) | null
}

/** Serves the documents of both APIs, and under /docs Swagger UI and the GraphQL guide. */
export function docsRoutes(options: DocsOptions): Router {
  const router = pageRouter()
  for (const [path, page] of pagesOf(options))
    router.get(path, async (context) => {
      const refusal = options.scopeOf ? await refusalOf(options.scopeOf(context)) : null
      return refusal ? sendRefusal(context, refusal) : page(context)
    })
  return router
}

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
