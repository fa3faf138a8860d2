import { describedOperations } from '../openApiDocument.ts'
import { fillPlaceholders } from '../placeholders.ts'
import { generateRequest } from '../restRequests.ts'
import { chance, type Generator, pick } from '../values.ts'
import { encodedJson, type HostileBody, hostileJson, mistypedJson } from './bodies.ts'
import type { Exchange, Kind, Scene } from './exchange.ts'
import { hostileFormContents, hostileFormStructure, hostilePartHeaders } from './forms.ts'
import { hostileHeaders, hostileQuery, hostileTarget } from './heads.ts'
import { type Header, type RequestParts, requestBytes, sessionHeaders } from './httpBytes.ts'
import { brokenRequest } from './requestSyntax.ts'

/** Operations that end the session with which the others are sent. */
const ENDING_SESSIONS = ['logout', 'deleteUser', 'endSessions', 'cancelPending2FA']
const operations = describedOperations.filter(({ name }) => !ENDING_SESSIONS.includes(name))
const withBody = operations.filter(({ body }) => body !== undefined)
const withForm = operations.filter(({ form }) => form !== undefined)

const GZIP: Header = ['Accept-Encoding', 'gzip']

/** A request to an operation, that is valid or has hostile values, with the session of a user or without. */
function anyRequest(g: Generator, scene: Scene, from: typeof operations, headers: readonly Header[]): RequestParts {
  const request = generateRequest(g, pick(g, from), {}, scene.names)
  const path = `/api/1${fillPlaceholders(request.path, scene.known, encodeURIComponent)}`
  const session = chance(g, 70) ? sessionHeaders(scene.token) : []
  const target = path.slice(0, MAX_TARGET).replace(/[\r\n ]/g, '')
  if (request.text === undefined) return { method: request.method, target, headers: [...headers, ...session] }
  const body = fillPlaceholders(request.text, scene.known, (value) => JSON.stringify(value).slice(1, -1))
  const type: Header = ['Content-Type', 'application/json']
  return { method: request.method, target, headers: [...headers, ...session, type], body }
}

/** Bytes: more is refused with the headers. */
const MAX_TARGET = 8_000

const rest = (request: RequestParts): Exchange => ({ protocol: 'rest', bytes: requestBytes(request) })

const withoutType = (headers: readonly Header[] = []) => headers.filter(([name]) => name !== 'Content-Type')
const withHostileBody = (request: RequestParts, { headers, body }: HostileBody): Exchange =>
  rest({ ...request, headers: [...withoutType(request.headers), ...headers], body })

const door = 'REST'
const any = (g: Generator, scene: Scene) => anyRequest(g, scene, operations, [GZIP])

const jsonKind = (name: string, malform: (g: Generator, text: string) => HostileBody): Kind => ({
  door,
  name,
  generate(g, scene) {
    const request = anyRequest(g, scene, withBody, [GZIP])
    return withHostileBody(request, malform(g, String(request.body ?? '{}')))
  },
})

/** The ways to be malformed that requests to all operations share. */
const operationKinds: readonly Kind[] = [
  { door, name: 'values', generate: (g, scene) => rest(any(g, scene)) },
  {
    door,
    name: 'paths',
    generate(g, scene) {
      const request = any(g, scene)
      return rest({ ...request, target: hostileTarget(g, request.target) })
    },
  },
  {
    door,
    name: 'queries',
    generate(g, scene) {
      const request = any(g, scene)
      return rest({ ...request, target: `${request.target.split('?')[0]}?${hostileQuery(g)}` })
    },
  },
  { door, name: 'headers', generate: (g, scene) => rest(withHostileHeaders(g, any(g, scene))) },
  jsonKind('JSON', hostileJson),
  jsonKind('encoded JSON', encodedJson),
  jsonKind('media types', mistypedJson),
  {
    door,
    name: 'syntax of HTTP',
    generate: (g, scene) => ({ protocol: 'rest', ownConnection: true, ...brokenRequest(g, any(g, scene)) }),
  },
]

/** Adds hostile headers, in place of those that have their names. */
export function withHostileHeaders(g: Generator, request: RequestParts): RequestParts {
  const added = hostileHeaders(g)
  const names = new Set(added.map(([name]) => name.toLowerCase()))
  const kept = (request.headers ?? []).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...request, headers: [...kept, ...added] }
}

const formKind = (name: string, malform: (g: Generator) => HostileBody): Kind => ({
  door: 'forms',
  name,
  generate(g, scene) {
    const { method, target } = anyRequest(g, scene, withForm, [])
    const headers = chance(g, 90) ? sessionHeaders(scene.token) : []
    return withHostileBody({ ...(method && { method }), target, headers }, malform(g))
  },
})

export const restKinds: readonly Kind[] = [
  ...operationKinds,
  formKind('headers of parts', hostilePartHeaders),
  formKind('structure', hostileFormStructure),
  formKind('contents', hostileFormContents),
]
