import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { getMainDefinition } from '@apollo/client/utilities'
import { createClient } from 'graphql-ws'
import { changeLists, typePolicies } from './apolloCache.ts'
import type { Browser } from './browser.ts'
import { describeWebClient } from './describeWebClient.ts'
import { type PageName, pages } from './pages.ts'
import type { PageData, ShownPage, Variables, WebClient } from './webClient.ts'

const documentOf = (page: PageName) => gql(pages[page])

function connect(browser: Browser) {
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
  return { client: new ApolloClient({ cache: new InMemoryCache({ typePolicies }), link }), socket }
}

function showPage(client: ApolloClient, page: PageName, variables: Variables): ShownPage {
  let shown: PageData | null = null
  const subscription = client
    .watchQuery({ query: documentOf(page), variables, fetchPolicy: 'cache-first' })
    .subscribe(({ data, dataState }) => {
      shown = dataState === 'complete' ? Object(data) : null
    })
  return { data: () => shown, close: () => subscription.unsubscribe() }
}

function apolloClient(browser: Browser): WebClient {
  const { client, socket } = connect(browser)
  return {
    async query(page, variables = {}) {
      const { data } = await client.query({ query: documentOf(page), variables, fetchPolicy: 'network-only' })
      return Object(data)
    },
    async more(page, variables, further) {
      const shown = client.watchQuery({ query: documentOf(page), variables })
      const watching = shown.subscribe({})
      await shown.fetchMore({ variables: further })
      watching.unsubscribe()
    },
    async mutate(page, variables = {}) {
      const { data } = await client.mutate({
        mutation: documentOf(page),
        variables,
        update: (cache, { data: payloads }) => changeLists(cache, payloads),
      })
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
    show: (page, variables) => showPage(client, page, variables),
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
