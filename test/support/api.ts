import { appendFileSync } from 'node:fs'
import type { z } from 'zod'
import { contract } from '../../src/contract/index.ts'
import { type Operation, type PathParameter, parseResult, type Result } from '../../src/contract/operation.ts'
import type { TestApp } from './app.ts'
import { viewerOf } from './viewers.ts'

type Contract = typeof contract
export type OperationName = keyof Contract

type Sent<O, K extends string> = O extends { readonly [k in K]: infer S extends z.ZodType }
  ? { [k in K]?: Partial<z.input<S>> }
  : unknown

/** The parts of a form: texts, and files by their bytes. */
type Form<O> = O extends { readonly form: infer S extends z.ZodType }
  ? { form: { [K in keyof z.input<S>]?: Buffer | string | number } }
  : unknown

/**
 * What a test says beside the operation's name: path parameters by name, `query`, `body`, `form`; headers for odd
 * clients.
 */
export type Call<O extends Operation> = { [K in PathParameter<O['path']>]: string | number } & Sent<O, 'query'> &
  Sent<O, 'body'> &
  Form<O> & { headers?: Record<string, string> }

type Rest<O extends Operation> = PathParameter<O['path']> extends never ? [call?: Call<O>] : [call: Call<O>]

export interface Exchange<R = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: R
}

/** A client of the REST door: keeps cookies like a browser, comes from an address of its own. */
export interface Api {
  /** Calls an operation that must succeed; the answer was parsed by the result its row declares. */
  call<N extends OperationName>(name: N, ...rest: Rest<Contract[N]>): Promise<Result<Contract[N]>>
  /** Calls an operation whatever comes of it. */
  try<N extends OperationName>(name: N, call?: Record<string, unknown>): Promise<Exchange>
  /** Sends anything anywhere. */
  fetch(path: string, init?: RequestInit): Promise<Exchange>
  readonly cookies: Map<string, string>
  readonly address: string
}

let strangers = 0
/** Tests run side by side: an address that no other client of this process has. */
const anAddress = () => `10.${process.pid % 200}.${Math.floor(++strangers / 250)}.${(strangers % 250) + 1}`

export function anApi(app: Pick<TestApp, 'origin'>, { address = anAddress() }: { address?: string } = {}): Api {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<Exchange> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers({
      'x-forwarded-for': address,
      'user-agent': 'plaza-tests/1',
      ...(cookie && { cookie }),
    })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await fetch(`${app.origin}${path}`, { redirect: 'manual', ...init, headers })
    keep(cookies, response.headers)
    return record({ method: init.method ?? 'GET', path, cookie: headers.get('cookie'), sent: init.body }, response)
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

function keep(cookies: Map<string, string>, headers: Headers) {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    if (pair.slice(at + 1) === '') cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

interface Request {
  readonly method: string
  readonly path: string
  readonly cookie: string | null
  readonly sent: unknown
}

async function record({ method, path, cookie, sent }: Request, response: Response): Promise<Exchange> {
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const body: unknown = contentType.includes('json') && text !== '' ? JSON.parse(text) : text
  const viewer = viewerOf(cookie, response, body)
  const line = { method, path, status: response.status, contentType, body, viewer }
  if (path.startsWith('/api/1')) note(process.env.WIRE_LOG, line)
  if (path === '/graphql') note(process.env.GRAPH_LOG, { ...line, sent: typeof sent === 'string' ? sent : '' })
  return { status: response.status, headers: response.headers, body }
}

const note = (log: string | undefined, line: object) => log && appendFileSync(log, `${JSON.stringify(line)}\n`)

/** Each test is a conformance test: what does not fit the declared result throws. */
function readResult<O extends Operation>(row: O, { status, headers, body }: Exchange): Result<O> {
  const expected = row.status ?? 200
  if (status !== expected) throw new Error(`answered ${status} instead of ${expected}`)
  const kind = 'kind' in row.result ? row.result.kind : 'json'
  if (kind === 'binary') throw new Error('bytes are read by fetch')
  if (kind === 'empty' && headers.get('content-length') !== '0')
    throw new Error('an empty answer without Content-Length: 0')
  return parseResult(row, kind === 'redirect' ? headers.get('location') : body)
}
