import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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
import { type PageName, pages } from './pages.ts'
import { describeWebClient } from './scenario.ts'
import type { PageData, WebClient } from './webClient.ts'

const COMPILER = resolve('node_modules/relay-compiler/cli.js')

/** Compiles the pages by Relay's compiler; resolves to the artifacts of the operations. */
async function compilePages(): Promise<Requests> {
  // Within the project, as the compiler ignores other folders.
  const folder = mkdtempSync(resolve('node_modules/.relay-pages-'))
  try {
    mkdirSync(join(folder, 'src/artifacts'), { recursive: true })
    // The test reads whole pages, as the other clients give them; components would read their own fragments.
    const unmasked = Object.values(pages).map((text) => text.replace(/\.\.\.pages_\w+/g, '$& @relay(mask: false)'))
    const documents = unmasked.map((text) => `graphql\`${text}\``)
    writeFileSync(join(folder, 'src/pages.js'), documents.join('\n'))
    const config = {
      src: './src',
      schema: resolve('schema.graphql'),
      language: 'javascript',
      artifactDirectory: './src/artifacts',
      eagerEsModules: true,
      excludes: [],
    }
    writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
    execFileSync(process.execPath, [COMPILER, 'relay.config.json'], { cwd: folder, stdio: 'pipe' })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    return await loadArtifacts(join(folder, 'src/artifacts'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Requests = ReadonlyMap<string, ConcreteRequest>

async function loadArtifacts(folder: string): Promise<Requests> {
  const requests = new Map<string, ConcreteRequest>()
  for (const file of readdirSync(folder)) {
    const { default: artifact } = await import(/* @vite-ignore */ join(folder, file))
    if (artifact.kind === 'Request') requests.set(artifact.params.name, artifact)
  }
  return requests
}

function requestOf(requests: Requests, page: PageName): ConcreteRequest {
  const name = /pages\w+(Query|Mutation|Subscription)/.exec(pages[page])?.[0] ?? ''
  const request = requests.get(name)
  if (!request) throw new Error(`Relay compiled no ${name}`)
  return request
}

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

async function relayClient(browser: Browser): Promise<WebClient> {
  const requests = await compilePages()
  const socket = createClient({
    url: browser.url.replace('http', 'ws'),
    webSocketImpl: browser.WebSocket,
    retryAttempts: 0,
  })
  const environment = new Environment({ network: networkOf(browser, socket), store: new Store(new RecordSource()) })
  const read = (page: PageName, variables: object) => {
    const operation = createOperationDescriptor(requestOf(requests, page), { ...variables })
    return Object(environment.lookup(operation.fragment).data)
  }
  return {
    async query(page, variables = {}) {
      const request = requestOf(requests, page)
      environment.retain(createOperationDescriptor(request, { ...variables }))
      const options = { fetchPolicy: 'network-only' } as const
      await fetchQuery(environment, request, { ...variables }, options).toPromise()
      return read(page, variables)
    },
    mutate: (page, variables = {}) =>
      new Promise<PageData>((resolvePage, reject) => {
        commitMutation(environment, {
          mutation: requestOf(requests, page),
          variables: { ...variables },
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
    cached: (page, variables = {}) => read(page, variables),
    close: () => void socket.dispose(),
  }
}

describeWebClient('Relay', relayClient)
