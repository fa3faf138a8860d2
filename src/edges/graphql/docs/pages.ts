import type { Context } from 'koa'
import { staticContent } from '../../pages/staticContent.ts'
import { cachePolicies } from '../cachePolicies.ts'
import { graphSchema } from '../schema.ts'
import { schemaText } from '../schemaText.ts'
import { guide } from './guide/guide.ts'
import { GUIDE_STYLE, GUIDE_STYLE_PATH, guidePage } from './guidePage.ts'

type Page = (context: Context) => Promise<void>

/** The schema, policies for caches and the guide of the GraphQL API, by path. They are for those who get the documentation of REST. */
export const graphqlPages = (hasGraphiql: boolean): [string, Page][] => [
  ['/schema.graphql', staticContent({ type: 'text/plain; charset=utf-8', load: schemaText })],
  ['/apollo-policies.json', staticContent({ type: 'json', load: () => JSON.stringify(cachePolicies(graphSchema())) })],
  ['/docs/graphql', staticContent({ type: 'html', load: () => guidePage(guide, hasGraphiql) })],
  [GUIDE_STYLE_PATH, staticContent({ type: 'css', load: () => GUIDE_STYLE })],
]
