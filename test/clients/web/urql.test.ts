import { readFileSync } from 'node:fs'
import { Client, type CombinedError, fetchExchange, gql, subscriptionExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { buildSchema, type IntrospectionQuery, introspectionFromSchema } from 'graphql'
import { createClient } from 'graphql-ws'
import type { Browser } from './browser.ts'
import { describeWebClient } from './describeWebClient.ts'
import { type PageName, pages } from './pages.ts'
import { keysOf, resolvers, updates } from './urqlCache.ts'
import type { PageData, ShownPage, Variables, WebClient } from './webClient.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const introspection: IntrospectionQuery = introspectionFromSchema(schema)

const documentOf = (page: PageName) => gql(pages[page])

interface Outcome {
  readonly data?: PageData
  readonly error?: CombinedError | undefined
}

function dataOf({ data, error }: Outcome): PageData {
  if (error) throw error
  return Object(data)
}

function showPage(client: Client, page: PageName, variables: Variables): ShownPage {
  let shown: PageData | null = null
  const { unsubscribe } = client
    .query(documentOf(page), variables, { requestPolicy: 'cache-first' })
    .subscribe(({ data }) => {
      shown = data ?? null
    })
  return { data: () => shown, close: unsubscribe }
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
      cacheExchange({ schema: introspection, keys: keysOf(schema), resolvers, updates }),
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
  const read = async (page: PageName, variables: Variables) =>
    dataOf(await client.query(documentOf(page), variables, { requestPolicy: 'network-only' }).toPromise())
  return {
    query: (page, variables = {}) => read(page, variables),
    async more(page, variables, further) {
      await read(page, { ...variables, ...further })
    },
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
    show: (page, variables) => showPage(client, page, variables),
    cached: (page, variables = {}) =>
      client.readQuery(documentOf(page), variables, { requestPolicy: 'cache-only' })?.data ?? null,
    close: () => void socket.dispose(),
  }
}

describeWebClient('urql with graphcache', urqlClient)
