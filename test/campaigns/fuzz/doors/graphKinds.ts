import { createHash } from 'node:crypto'
import { chance, type Generator, hostileText, hostileValue, pick } from '../values.ts'
import { encodedJson, type HostileBody, hostileJson, mistypedJson } from './bodies.ts'
import type { Exchange, Kind, Scene } from './exchange.ts'
import { hostilePartHeaders } from './forms.ts'
import { anOperation, hostileDocument, hostileVariables, type Operation, repeatedIds, textOf } from './graphTexts.ts'
import { hostileTarget } from './heads.ts'
import { type Header, type RequestParts, requestBytes, sessionHeaders } from './httpBytes.ts'
import { brokenRequest } from './requestSyntax.ts'
import { withHostileHeaders } from './restKinds.ts'

const PATH = '/graphql'
const JSON_TYPE: Header = ['Content-Type', 'application/json']

const ACCEPTS = [
  'application/json',
  'application/graphql-response+json',
  '*/*',
  'text/event-stream',
  'multipart/mixed',
  'application/graphql-response+json, application/json;q=0.9',
]

function post(g: Generator, { token }: Scene, { headers, body }: HostileBody): RequestParts {
  const session = chance(g, 60) ? sessionHeaders(token) : []
  const encoding: Header[] = chance(g, 20) ? [['Accept-Encoding', 'gzip;q=0.9, identity;q=0.5']] : []
  const accept: Header[] = chance(g, 70) ? [['Accept', pick(g, ACCEPTS)]] : []
  return { method: 'POST', target: PATH, headers: [...session, ...encoding, ...accept, ...headers], body }
}

const graph = (request: RequestParts): Exchange => ({ protocol: 'graphql', bytes: requestBytes(request) })
const json = (value: unknown): HostileBody => ({ headers: [JSON_TYPE], body: Buffer.from(textOf(value)) })

/** Members of a request beside its document, of any type and name. */
function hostileMembers(g: Generator, scene: Scene): Operation {
  const text = '{ onlineCount }'
  const hash = createHash('sha256').update(text).digest('hex')
  const id = pick(g, [hash, `sha256:${hash}`, '__proto__', 'constructor', '', 'x'.repeat(5_000), hostileText(g)])
  const persisted = { version: pick(g, [1, 2, '1', null]), sha256Hash: pick(g, [id, hostileValue(g)]) }
  return pick(g, [
    { documentId: id },
    { documentId: id, query: text },
    { documentId: hostileValue(g) },
    { id: id },
    { extensions: { persistedQuery: persisted } },
    { query: text, extensions: { persistedQuery: persisted } },
    { query: text, extensions: hostileValue(g) },
    { query: text, operationName: hostileValue(g) },
    { query: hostileValue(g) },
    { query: text, variables: hostileValue(g) },
    { query: text, [pick(g, ['toString', 'constructor', 'length', 'extra'])]: hostileValue(g) },
    JSON.parse(`{"query":"${text}","__proto__":${pick(g, ['1', 'null', '{}', '{"variables":1}'])}}`),
    { ...anOperation(g, scene), operationName: hostileText(g) },
    {},
  ])
}

function hostileBatch(g: Generator, scene: Scene): unknown {
  const size = pick(g, [0, 1, 2, 10, 11, 5_000])
  const odd = pick(g, [null, 1, 'x', [], {}, [[]], hostileMembers(g, scene), anOperation(g, scene)])
  return Array.from({ length: size }, (_, at) => (at % 3 === 0 ? odd : { query: '{ onlineCount }' }))
}

const queryText = (operation: Operation) =>
  Object.entries(operation)
    .map(
      ([name, value]) => `${name}=${encodeURIComponent(wellFormed(typeof value === 'string' ? value : textOf(value)))}`,
    )
    .join('&')

const wellFormed = (text: string) => text.slice(0, 6_000).replace(/\p{Surrogate}/gu, '?')

function get(g: Generator, scene: Scene): RequestParts {
  const operation = pick(g, [
    () => anOperation(g, scene),
    () => ({ query: hostileDocument(g, scene) }),
    () => hostileMembers(g, scene),
    () => ({ query: 'mutation { logout { __typename } }' }),
    () => ({ query: 'subscription { notificationFeed { cursor } }' }),
    () => ({ query: '{ onlineCount }', variables: pick(g, ['{', '[]', 'null', '1', '{"__proto__":1}', '%']) }),
  ])()
  const target = `${PATH}?${queryText(operation)}${pick(g, ['', '', '&query=x', '&', '&__proto__=1', '&variables[a]=1', '&%zz'])}`
  const preflighted: Header[] = chance(g, 80) ? [['X-GraphQL-Yoga-CSRF', '1']] : []
  const headers: Header[] = [['Accept', pick(g, [...ACCEPTS, 'text/html'])], ...preflighted]
  return {
    method: pick(g, ['GET', 'GET', 'HEAD']),
    target,
    headers: [...headers, ...sessionHeaders(chance(g, 50) ? scene.token : '')],
  }
}

const METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'] as const

/** A form as the GraphQL multipart request specification has it, or another one. */
function uploadForm(g: Generator): HostileBody {
  const part = (name: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
  const operations = pick(g, ['{"query":"{ onlineCount }"}', '[]', '{', 'null', '{"__proto__":1}'])
  const map = pick(g, ['{}', '{"0":["variables.file"]}', '{"0":["__proto__.x"]}', '[', 'null'])
  const text = `${part('operations', operations)}${part('map', map)}${part('0', 'x')}${pick(g, ['--b--', '--b', ''])}`
  const own = { headers: [['Content-Type', 'multipart/form-data; boundary=b'] as const], body: Buffer.from(text) }
  return chance(g, 50) ? own : hostilePartHeaders(g)
}

const kind = (name: string, generate: Kind['generate']): Kind => ({ door: 'GraphQL over HTTP', name, generate })
const postKind = (name: string, body: (g: Generator, scene: Scene) => HostileBody): Kind =>
  kind(name, (g, scene) => graph(post(g, scene, body(g, scene))))

export const graphKinds: readonly Kind[] = [
  postKind('values', (g, scene) => json(anOperation(g, scene))),
  postKind('documents', (g, scene) => json({ query: hostileDocument(g, scene) })),
  postKind('repeated ids', (g, scene) => json(repeatedIds(g, scene))),
  postKind('variables', (g) => json(hostileVariables(g))),
  postKind('members', (g, scene) => json(hostileMembers(g, scene))),
  postKind('batches', (g, scene) => json(hostileBatch(g, scene))),
  postKind('JSON', (g, scene) => hostileJson(g, textOf(anOperation(g, scene)))),
  postKind('encoded JSON', (g, scene) => encodedJson(g, textOf(anOperation(g, scene)))),
  postKind('media types', (g, scene) => mistypedJson(g, textOf(anOperation(g, scene)))),
  postKind('forms', (g) => uploadForm(g)),
  kind('queries', (g, scene) => graph(get(g, scene))),
  kind('headers', (g, scene) => graph(withHostileHeaders(g, post(g, scene, json(anOperation(g, scene)))))),
  kind('methods', (g, scene) =>
    graph({ ...post(g, scene, json({ query: '{ onlineCount }' })), method: pick(g, METHODS) }),
  ),
  kind('paths', (g, scene) => {
    const request = post(g, scene, json({ query: '{ onlineCount }' }))
    return graph({ ...request, target: hostileTarget(g, PATH) })
  }),
  kind('syntax of HTTP', (g, scene) => ({
    protocol: 'graphql',
    ownConnection: true,
    ...brokenRequest(g, post(g, scene, json(anOperation(g, scene)))),
  })),
]
