import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { getMainDefinition } from '@apollo/client/utilities'
import { createClient } from 'graphql-ws'
import type { Browser } from './browser.ts'
import { type PageName, pages } from './pages.ts'
import { describeWebClient } from './scenario.ts'
import type { WebClient } from './webClient.ts'

const documentOf = (page: PageName) => gql(pages[page])

function apolloClient(browser: Browser): WebClient {
  // An application that follows a feed resumes it itself, from the last cursor.
  const socket = createClient({
    url: browser.url.replace('http', 'ws'),
    webSocketImpl: browser.WebSocket,
    retryAttempts: 0,
  })
  const link = ApolloLink.split(
    ({ query }) => {
      const definition = getMainDefinition(query)
      return definition.kind === 'OperationDefinition' && definition.operation === 'subscription'
    },
    new GraphQLWsLink(socket),
    new HttpLink({ uri: browser.url, fetch: browser.fetch }),
  )
  const client = new ApolloClient({ cache: new InMemoryCache(), link })
  return {
    async query(page, variables = {}) {
      const { data } = await client.query({ query: documentOf(page), variables, fetchPolicy: 'network-only' })
      return Object(data)
    },
    async mutate(page, variables = {}) {
      const { data } = await client.mutate({ mutation: documentOf(page), variables })
      return Object(data)
    },
    follow(page, variables, next) {
      const observable = client.subscribe({ query: documentOf(page), variables })
      const { promise: ended, resolve } = withResolvers()
      const subscription = observable.subscribe({
        next: ({ data, error }) => (error ? resolve() : next(Object(data))),
        error: () => resolve(),
        complete: () => resolve(),
      })
      return { ended, stop: () => subscription.unsubscribe() }
    },
    cached: (page, variables = {}) => client.readQuery({ query: documentOf(page), variables }),
    close: () => {
      client.stop()
      void socket.dispose()
    },
  }
}

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

describeWebClient('Apollo Client', apolloClient)
