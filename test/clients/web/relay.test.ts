import { type Client, createClient } from 'graphql-ws'
import {
  type ConcreteRequest,
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  Network,
  Observable,
  RecordSource,
  requestSubscription,
  Store,
} from 'relay-runtime'
import type { Browser } from './browser.ts'
import { describeWebClient } from './describeWebClient.ts'
import type { PageName } from './pages.ts'
import { compiledPages, requestOf } from './relayDocuments.ts'
import { changeLists } from './relayStore.ts'
import type { PageData, ShownPage, Variables, WebClient } from './webClient.ts'

async function sendByHttp({ url, fetch }: Browser, query: string | null, variables: object): Promise<GraphQLResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  return JSON.parse(await response.text())
}

function networkOf(browser: Browser, socket: Client) {
  return Network.create(
    ({ text }, variables) => sendByHttp(browser, text, variables),
    ({ text }, variables) =>
      Observable.create<GraphQLResponse>((sink) =>
        socket.subscribe(
          { query: text ?? '', variables },
          {
            next: (value) => sink.next(JSON.parse(JSON.stringify(value))),
            error: (error) => sink.error(error instanceof Error ? error : new Error(String(error))),
            complete: () => sink.complete(),
          },
        ),
      ),
  )
}

function connect(browser: Browser) {
  const socket = createClient({
    url: browser.url.replace('http', 'ws'),
    webSocketImpl: browser.WebSocket,
    retryAttempts: 0,
  })
  const network = networkOf(browser, socket)
  return { socket, environment: new Environment({ network, store: new Store(new RecordSource()) }) }
}

function showPage(environment: Environment, request: ConcreteRequest, variables: Variables): ShownPage {
  const snapshot = environment.lookup(createOperationDescriptor(request, { ...variables }).fragment)
  let shown = snapshot
  const { dispose } = environment.subscribe(snapshot, (next) => {
    shown = next
  })
  return { data: () => (shown.isMissingData ? null : Object(shown.data)), close: dispose }
}

async function relayClient(browser: Browser): Promise<WebClient> {
  const requests = await compiledPages()
  const { socket, environment } = connect(browser)
  const read = (page: PageName, variables: object) => {
    const operation = createOperationDescriptor(requestOf(requests, page), { ...variables })
    return Object(environment.lookup(operation.fragment).data)
  }
  const send = async (page: PageName, variables: object) => {
    const request = requestOf(requests, page)
    environment.retain(createOperationDescriptor(request, { ...variables }))
    await fetchQuery(environment, request, { ...variables }, { fetchPolicy: 'network-only' }).toPromise()
  }
  return {
    async query(page, variables = {}) {
      await send(page, variables)
      return read(page, variables)
    },
    more: (page, variables, further) => send(page, { ...variables, ...further }),
    mutate: (page, variables = {}) =>
      new Promise<PageData>((resolvePage, reject) => {
        commitMutation(environment, {
          mutation: requestOf(requests, page),
          variables: { ...variables },
          updater: (store, data) => {
            for (const mutation of Object.keys(Object(data))) changeLists(store, mutation)
          },
          onCompleted: (data, errors) =>
            errors ? reject(new Error(JSON.stringify(errors))) : resolvePage(Object(data)),
          onError: reject,
        })
      }),
    follow(page, variables, next) {
      let end = () => {}
      const ended = new Promise<void>((resolveEnd) => {
        end = resolveEnd
      })
      const { dispose } = requestSubscription(environment, {
        subscription: requestOf(requests, page),
        variables: { ...variables },
        onNext: (data) => next(Object(data)),
        onError: () => end(),
        onCompleted: () => end(),
      })
      return { ended, stop: dispose }
    },
    show: (page, variables) => showPage(environment, requestOf(requests, page), variables),
    cached: (page, variables = {}) => read(page, variables),
    close: () => void socket.dispose(),
  }
}

describeWebClient('Relay', relayClient)
