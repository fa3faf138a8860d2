import { appendFileSync } from 'node:fs'
import type { z } from 'zod'
import { contract } from '../../src/areas/index.ts'
import { type Operation, type PathParameter, parseResult, type Result } from '../../src/contract/operation.ts'
import type { TestApp } from './app.ts'
import { withDocumentTexts } from './recordedDocuments.ts'
import { sessionOwnerOf } from './recordedSessions.ts'

type Contract = typeof contract
export type OperationName = keyof Contract

type RequestPart<O, K extends string> = O extends { readonly [k in K]: infer S extends z.ZodType }
  ? { [k in K]?: Partial<z.input<S>> }
  : unknown

/** The parts of a form: texts, and files as buffers. */
type Form<O> = O extends { readonly form: infer S extends z.ZodType }
  ? { form: { [K in keyof z.input<S>]?: Buffer | string | number } }
  : unknown

/** The arguments of an operation: path parameters by name, `query`, `body`, `form`, and further `headers`. */
export type Call<O extends Operation> = { [K in PathParameter<O['path']>]: string | number } & RequestPart<O, 'query'> &
  RequestPart<O, 'body'> &
  Form<O> & { headers?: Record<string, string> }

type CallArguments<O extends Operation> = PathParameter<O['path']> extends never ? [call?: Call<O>] : [call: Call<O>]

export interface Exchange<R = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: R
}

/** A REST client with its own cookies and client address. */
export interface RestClient {
  /** Calls an operation; returns the result, validated by the contract. Throws when it is refused. */
  call<N extends OperationName>(name: N, ...rest: CallArguments<Contract[N]>): Promise<Result<Contract[N]>>
  /** Calls an operation; returns the response whether it succeeds or is refused. */
  try<N extends OperationName>(name: N, call?: Record<string, unknown>): Promise<Exchange>
  /** Sends any request to the server. */
  fetch(path: string, init?: RequestInit): Promise<Exchange>
  readonly cookies: Map<string, string>
  readonly address: string
}

let addressCount = 0
/** A client address that is unique within the process, so that rate limits of parallel tests don't interfere. */
const anAddress = () => `10.${process.pid % 200}.${Math.floor(++addressCount / 250)}.${(addressCount % 250) + 1}`

/** `direct`: without a proxy in front, so the server sees the address of the connection. */
export function aRestClient(
  app: Pick<TestApp, 'origin'>,
  { address = anAddress(), direct = false }: { address?: string; direct?: boolean } = {},
): RestClient {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<Exchange> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers({
      ...(!direct && { 'x-forwarded-for': address }),
      'user-agent': 'plaza-tests/1',
      ...(cookie && { cookie }),
    })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await fetch(`${app.origin}${path}`, { redirect: 'manual', ...init, headers })
    storeCookies(cookies, response.headers)
    // The URL as it was sent: fetch resolves dot segments.
    const { pathname, search } = new URL(response.url)
    const request = { method: init.method ?? 'GET', path: `${pathname}${search}`, sent: init.body }
    return record({ ...request, cookie: headers.get('cookie') }, response)
  }
  const attempt = (name: OperationName, call: Record<string, unknown> = {}) => sendOperation(send, contract[name], call)
  return {
    cookies,
    address,
    fetch: send,
    try: attempt,
    async call(name, ...[call]) {
      const exchange = await attempt(name, { ...call })
      if (exchange.status >= 400)
        throw new Error(`${name} answered ${exchange.status} ${JSON.stringify(exchange.body)}`)
      return readResult(contract[name], exchange)
    },
  }
}

function sendOperation(
  send: (path: string, init?: RequestInit) => Promise<Exchange>,
  row: Operation,
  call: Record<string, unknown>,
) {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call[name])))
  const query = new URLSearchParams(Object.entries(call.query ?? {}).map(([key, value]) => [key, String(value)]))
  const headers = new Headers(
    call.headers ? Object.entries(call.headers).map(([key, value]): [string, string] => [key, String(value)]) : [],
  )
  const init: RequestInit = { method: row.method.toUpperCase(), headers }
  if (call.body !== undefined) {
    headers.set('content-type', 'application/json;charset=utf-8')
    init.body = JSON.stringify(call.body)
  }
  if (row.form) init.body = formOf(Object(call.form ?? {}))
  return send(`/api/1${path}${query.size > 0 ? `?${query}` : ''}`, init)
}

function formOf(parts: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (Buffer.isBuffer(value)) form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'blob')
    else form.append(name, String(value))
  }
  return form
}

function storeCookies(cookies: Map<string, string>, headers: Headers) {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    if (pair.slice(at + 1) === '') cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly cookie: string | null
  readonly sent: unknown
}

async function record({ method, path, cookie, sent }: RecordedRequest, response: Response): Promise<Exchange> {
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const body: unknown = contentType.includes('json') && text !== '' ? JSON.parse(text) : text
  const viewer = sessionOwnerOf(cookie, response, body)
  const line = { method, path, status: response.status, contentType, body, viewer }
  if (path.startsWith('/api/1')) appendToLog(process.env.WIRE_LOG, line)
  if (path === '/graphql') recordGraph(line, sent)
  return { status: response.status, headers: response.headers, body }
}

function recordGraph(line: object, sent: unknown): void {
  if (!process.env.GRAPH_LOG) return
  appendToLog(process.env.GRAPH_LOG, { ...line, sent: typeof sent === 'string' ? withDocumentTexts(sent) : '' })
}

const appendToLog = (log: string | undefined, line: object) => log && appendFileSync(log, `${JSON.stringify(line)}\n`)

/** Validates the response by the operation's declared result; throws when it does not conform. */
function readResult<O extends Operation>(row: O, { status, headers, body }: Exchange): Result<O> {
  const expected = row.status ?? 200
  if (status !== expected) throw new Error(`answered ${status} instead of ${expected}`)
  const kind = 'kind' in row.result ? row.result.kind : 'json'
  if (kind === 'binary') throw new Error('call fetch for binary results')
  if (kind === 'empty' && headers.get('content-length') !== '0')
    throw new Error('an empty response without Content-Length: 0')
  return parseResult(row, kind === 'redirect' ? headers.get('location') : body)
}

/** A client with the session and address of another one, at another server. */
export function clientAt(app: Pick<TestApp, 'origin'>, { address, cookies }: RestClient): RestClient {
  const client = aRestClient(app, { address })
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}
