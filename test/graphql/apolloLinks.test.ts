import { createHash } from 'node:crypto'
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { BatchHttpLink } from '@apollo/client/link/batch-http'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** `fetch` that keeps the requests and responses. */
function aRecorder() {
  const requests: { method: string; url: URL; body: unknown; status: number }[] = []
  const record: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ method: init?.method ?? 'GET', url: new URL(String(input)), body, status: response.status })
    return response
  }
  return { requests, fetch: record }
}

const aClient = (link: ApolloLink) =>
  new ApolloClient({ link, cache: new InMemoryCache(), defaultOptions: { query: { fetchPolicy: 'no-cache' } } })

const ONLINE = gql`query Online { onlineCount }`
const TIME = gql`query Time { systemTime }`

describe('Apollo Client with automatic persisted queries', () => {
  test.each([false, true])(
    'falls back to texts after the first hash; hashes by GET: %s',
    async (useGETForHashedQueries) => {
      const { requests, fetch } = aRecorder()
      const http = new HttpLink({
        uri: `${app.origin}/graphql`,
        fetch,
        headers: { 'apollo-require-preflight': 'true' },
      })
      const client = aClient(ApolloLink.from([new PersistedQueryLink({ sha256, useGETForHashedQueries }), http]))
      expect((await client.query({ query: ONLINE })).data).toMatchObject({ onlineCount: expect.any(Number) })
      expect((await client.query({ query: TIME })).data).toMatchObject({ systemTime: expect.any(String) })
      expect(requests.map(({ method, status }) => [method, status])).toEqual([
        [useGETForHashedQueries ? 'GET' : 'POST', 200],
        ['POST', 200],
        ['POST', 200],
      ])
      expect(requests[1]?.body).toMatchObject({ query: expect.stringContaining('onlineCount') })
    },
  )
})

describe('Apollo Client with batches', () => {
  const queries = (count: number) =>
    Array.from({ length: count }, (_, at) => gql(['query Q', at, ' { onlineCount }'].join('')))

  async function runBatch(count: number, batchMax: number) {
    const { requests, fetch } = aRecorder()
    const client = aClient(new BatchHttpLink({ uri: `${app.origin}/graphql`, fetch, batchMax, batchInterval: 50 }))
    const run = (query: ReturnType<typeof gql>) => client.query({ query }).catch((error: unknown) => error)
    return { requests, results: await Promise.all(queries(count).map(run)) }
  }

  test('gets ten answers by one request, its default', async () => {
    const { requests, results } = await runBatch(10, 10)
    expect(requests).toHaveLength(1)
    for (const result of results) expect(result).toMatchObject({ data: { onlineCount: expect.any(Number) } })
  })

  test('gets the answers beside a refused operation', async () => {
    const { requests, fetch } = aRecorder()
    const client = aClient(new BatchHttpLink({ uri: `${app.origin}/graphql`, fetch, batchInterval: 50 }))
    const refused = gql('query People { users(first: 1) { nodes { id } } }')
    const [online, people, time] = await Promise.allSettled(
      [ONLINE, refused, TIME].map((query) => client.query({ query })),
    )
    expect(requests).toHaveLength(1)
    expect(online).toMatchObject({ value: { data: { onlineCount: expect.any(Number) } } })
    expect(people).toMatchObject({ reason: { errors: [{ extensions: { reason: 'SIGNED_OUT' } }] } })
    expect(time).toMatchObject({ value: { data: { systemTime: expect.any(String) } } })
  })

  test('shows the refusal of a larger batch for each of its operations', async () => {
    const { requests, results } = await runBatch(11, 11)
    expect(requests).toMatchObject([{ status: 413 }])
    expect(results).toHaveLength(11)
    for (const error of results) {
      expect(CombinedGraphQLErrors.is(error)).toBe(true)
      expect(error).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT', reason: 'BATCH_TOO_LARGE' } }] })
    }
  })
})
