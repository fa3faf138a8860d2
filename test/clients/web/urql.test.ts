import { readFileSync } from 'node:fs'
import { Client, type CombinedError, fetchExchange, gql, subscriptionExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { buildSchema, type IntrospectionQuery, introspectionFromSchema, isObjectType } from 'graphql'
import { createClient } from 'graphql-ws'
import type { Browser } from './browser.ts'
import { type PageName, pages } from './pages.ts'
import { describeWebClient } from './scenario.ts'
import type { PageData, WebClient } from './webClient.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const introspection: IntrospectionQuery = introspectionFromSchema(schema)

/** Types without id are parts of others; graphcache wants to be told of each. */
const keys = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.getFields().id && !type.name.startsWith('__'))
    .map(({ name }) => [name, () => null]),
)

const documentOf = (page: PageName) => gql(pages[page])

interface Outcome {
  readonly data?: PageData
  readonly error?: CombinedError | undefined
}

function dataOf({ data, error }: Outcome): PageData {
  if (error) throw error
  return Object(data)
}

function urqlClient(browser: Browser): WebClient {
  const socket = createClient({
    url: browser.url.replace('http', 'ws'),
    webSocketImpl: browser.WebSocket,
    retryAttempts: 0,
  })
  const client = new Client({
    url: browser.url,
    fetch: browser.fetch,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({ schema: introspection, keys }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: ({ next, error, complete }) => ({
            unsubscribe: socket.subscribe(
              { query, variables: { ...variables } },
              { next: (result) => next(JSON.parse(JSON.stringify(result))), error, complete },
            ),
          }),
        }),
      }),
    ],
  })
  return {
    query: async (page, variables = {}) =>
      dataOf(await client.query(documentOf(page), variables, { requestPolicy: 'network-only' }).toPromise()),
    mutate: async (page, variables = {}) => dataOf(await client.mutation(documentOf(page), variables).toPromise()),
    follow(page, variables, next) {
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      const { unsubscribe } = client.subscription(documentOf(page), variables).subscribe(({ data, error }) => {
        if (error) end()
        else next(Object(data))
      })
      return { ended, stop: unsubscribe }
    },
    cached: (page, variables = {}) =>
      client.readQuery(documentOf(page), variables, { requestPolicy: 'cache-only' })?.data ?? null,
    close: () => void socket.dispose(),
  }
}

describeWebClient('urql with graphcache', urqlClient)
