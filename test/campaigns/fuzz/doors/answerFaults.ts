import { z } from 'zod'
import { CODE_BY_KIND, CODE_BY_REASON } from '../../../../src/edges/graphql/errors.ts'
import type { HttpAnswer } from './httpAnswer.ts'

/** The first line of a request. */
export interface RequestLine {
  readonly method: string
  readonly target: string
}

interface DocumentedFailure {
  readonly status: number
  readonly target: RegExp
  readonly message: RegExp
  readonly reason: string
}

/** The server errors that the contract documents. */
const DOCUMENTED_FAILURES: readonly DocumentedFailure[] = [
  { status: 500, target: /files/i, message: /./, reason: 'getFiles with userId is always refused by 500' },
  { status: 500, target: /file/i, message: /^409/, reason: 'only the last version of a file can be deleted' },
  { status: 504, target: /status/i, message: /./, reason: 'legacy clients wait for the status of a finished upload' },
]

/** Pages for programs that watch the server, which are refused in plain text. */
const PROBES = /^\/(metrics|livez|readyz)\/?(\?|$)/
/** The only refusal with an empty body: clients take any `error` for a fault. */
const EMPTY_REFUSALS = /\/persist\/exists/i

const Envelope = z.object({ error: z.object({ message: z.string(), status_code: z.int() }) })

const BAD_REQUEST = 400
const INTERNAL_ERROR = 500
/** Characters of an answer that a fault quotes. */
const EXCERPT = 300

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

const isJson = ({ headers }: HttpAnswer) => /[/+]json/.test(headers.get('content-type') ?? '')
const quote = ({ status, headers, body }: HttpAnswer) =>
  `${status} ${headers.get('content-type') ?? 'without a type'} ${JSON.stringify(body.toString('utf8', 0, EXCERPT))}`

/** Describes what is wrong with an answer of REST, of a page or of a file, or null. */
export function restFault(request: RequestLine, answer: HttpAnswer): string | null {
  const { status, body } = answer
  if (status === 0) return `no HTTP: ${quote(answer)}`
  if (status >= BAD_REQUEST) return refusalFault(request, answer)
  return isJson(answer) && body.length > 0 && jsonOf(body) === undefined ? `broken JSON: ${quote(answer)}` : null
}

function refusalFault({ method, target }: RequestLine, answer: HttpAnswer): string | null {
  const { status, body } = answer
  const { data } = Envelope.safeParse(jsonOf(body))
  if (status >= INTERNAL_ERROR && !isDocumented(status, target, data?.error.message ?? ''))
    return `an undocumented server error: ${quote(answer)}`
  if (method === 'HEAD' || isWithoutEnvelope(answer, target)) return null
  if (!data || !isJson(answer)) return `a refusal without the envelope: ${quote(answer)}`
  return data.error.status_code === status ? null : `status_code ${data.error.status_code} in ${quote(answer)}`
}

const isDocumented = (status: number, target: string, message: string) =>
  DOCUMENTED_FAILURES.some(
    (failure) => failure.status === status && failure.target.test(target) && failure.message.test(message),
  )

const isWithoutEnvelope = ({ body }: HttpAnswer, target: string) =>
  PROBES.test(target) || (body.length === 0 && EMPTY_REFUSALS.test(target))

/** Codes of errors that are the server's own faults. */
const SERVER_FAULTS = [CODE_BY_KIND.internal, CODE_BY_KIND.unavailable]
const CODES = new Set(
  [...Object.values(CODE_BY_KIND), ...Object.values(CODE_BY_REASON)].filter((code) => !SERVER_FAULTS.includes(code)),
)

const Errors = z
  .array(
    z.object({ message: z.string().min(1), extensions: z.object({ code: z.string(), requestId: z.string().min(1) }) }),
  )
  .min(1)
const Result = z.union([
  z.object({ errors: Errors, data: z.record(z.string(), z.unknown()).nullish() }),
  z.object({ errors: z.undefined().optional(), data: z.record(z.string(), z.unknown()) }),
])
const Results = z.union([Result, z.array(Result)])

/** Describes what is wrong with an answer of GraphQL over HTTP, or null. */
export function graphFault(request: RequestLine, answer: HttpAnswer): string | null {
  const { status, body } = answer
  if (status === 0) return `no HTTP: ${quote(answer)}`
  if (status >= INTERNAL_ERROR) return `an undocumented server error: ${quote(answer)}`
  if (answer.isStream) return streamFault(answer)
  if (request.method === 'HEAD' || isPage(answer) || isPreflight(request, answer)) return null
  const parsed = jsonOf(body)
  const { data } = Results.safeParse(parsed)
  if (!isJson(answer) || !data) return notGraphFault(request, answer)
  return resultFault(data)
}

const isPage = ({ status, headers }: HttpAnswer) => status === 200 && headers.get('content-type')?.includes('text/html')
const isPreflight = ({ method }: RequestLine, { status }: HttpAnswer) => method === 'OPTIONS' && status < BAD_REQUEST

/** Headers that are too long are refused before a request is given to an API, in the envelope of REST. */
const HEADERS_TOO_LONG = 431

/** A malformed target may lead elsewhere, and a request that is no HTTP belongs to no API. */
function notGraphFault(request: RequestLine, answer: HttpAnswer): string | null {
  const isGraph = /^\/graphql(\?|$)/.test(request.target) && answer.status !== HEADERS_TOO_LONG
  if (!isGraph || answer.headers.get('connection') === 'close') return restFault(request, answer)
  return `neither data nor errors with their code: ${quote(answer)}`
}

function resultFault(result: z.output<typeof Results>): string | null {
  const errors = [result].flat().flatMap((one) => one.errors ?? [])
  const unknown = errors.find(({ extensions }) => !CODES.has(extensions.code))
  return unknown ? `the code ${unknown.extensions.code}: ${unknown.message}` : null
}

/** The results in a stream of events or of parts, as far as they are complete. */
function streamFault({ body }: HttpAnswer): string | null {
  const lines = body.toString('utf8').split(/\r?\n/)
  const texts = lines.map((line) => /^(?:data: )?(\{.*\})$/.exec(line)?.[1]).filter((text) => text !== undefined)
  const faults = texts.map((text) => {
    const { data } = Results.safeParse(jsonOf(Buffer.from(text)))
    return data ? resultFault(data) : null
  })
  return faults.find((fault) => fault !== null) ?? null
}

/** What happened on an open websocket. */
export interface SocketEnd {
  readonly messages: readonly string[]
  /** Null while it was open, and when the connection ended without a code. */
  readonly closeCode: number | null
  /** Whether it ended without a code before the client ended its side. */
  readonly isCut: boolean
}

/** Codes of RFC 6455: normal, going away, protocol error, unsupported data, none, invalid text, too large, try later. */
const COMMON_CODES = [1000, 1001, 1002, 1003, 1005, 1007, 1009, 1013]
/** Codes of graphql-transport-ws, and the documented ones of this server. */
const GRAPH_CODES = [...COMMON_CODES, 4400, 4401, 4403, 4406, 4408, 4409, 4429]
/** The legacy websocket closes with a policy violation when there is no session. */
const LEGACY_CODES = [...COMMON_CODES, 1008]
/** Codes that applications may choose: a server repeats what the client closes with. */
const isChosenByClient = (code: number) => code >= 3000 && code < 4000

const closeFault = ({ closeCode, isCut }: SocketEnd, codes: readonly number[]) => {
  if (isCut) return 'the connection ended without a close code'
  const isKnown = closeCode === null || codes.includes(closeCode) || isChosenByClient(closeCode)
  return isKnown ? null : `closed by the undocumented code ${closeCode}`
}

const GraphMessage = z.union([
  z.object({ type: z.enum(['connection_ack', 'ping', 'pong']) }),
  z.object({ type: z.literal('complete'), id: z.string() }),
  z.object({ type: z.literal('next'), id: z.string(), payload: Result }),
  z.object({ type: z.literal('error'), id: z.string(), payload: Errors }),
])

/** Describes what is wrong with what a GraphQL websocket has sent, or null. */
export function graphSocketFault(end: SocketEnd): string | null {
  return end.messages.map(messageFault).find((fault) => fault !== null) ?? closeFault(end, GRAPH_CODES)
}

function messageFault(text: string): string | null {
  const { data } = GraphMessage.safeParse(jsonOf(Buffer.from(text)))
  if (!data) return `a message of another form: ${text.slice(0, EXCERPT)}`
  if (data.type === 'next') return resultFault(data.payload)
  return data.type === 'error' ? resultFault({ errors: data.payload }) : null
}

const LegacyMessage = z.union([
  z.strictObject({ type: z.string(), content: z.string().optional() }),
  z.strictObject({ err: z.string() }),
])

/** Describes what is wrong with what the legacy websocket has sent, or null. */
export function legacySocketFault(end: SocketEnd): string | null {
  const odd = end.messages.find((text) => !LegacyMessage.safeParse(jsonOf(Buffer.from(text))).success)
  return odd === undefined ? closeFault(end, LEGACY_CODES) : `a message of another form: ${odd.slice(0, EXCERPT)}`
}

/** Statuses by which a handshake is refused, without a body, as browsers show none. */
const REFUSED_HANDSHAKES = [400, 403, 404, 405, 413, 426, 429]

/** Describes what is wrong with the answer to a handshake that opened no websocket, or null. */
export function handshakeFault(request: RequestLine, answer: HttpAnswer): string | null {
  if (REFUSED_HANDSHAKES.includes(answer.status) && !isJson(answer)) return null
  return request.target.startsWith('/graphql') ? graphFault(request, answer) : restFault(request, answer)
}
