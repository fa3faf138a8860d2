import type { z } from 'zod'
import type { JsonText } from '../kernel/texts.ts'
import type { PathParameters } from './ids.ts'

/**
 * Who may call an operation. `optional`: anybody; the viewer is known if logged in. `login`: anybody; the session is
 * used in any state. `unfinished`: a session that may still require its second factor. `session`: a session with
 * completed login. `admin`: such a session of an admin.
 */
export type Access = 'optional' | 'login' | 'unfinished' | 'session' | 'admin'
type Method = 'get' | 'post' | 'put' | 'delete'

/** Kinds of responses other than JSON. */
export type Empty = { readonly kind: 'empty' }
export type Text = { readonly kind: 'text'; readonly type: string }
export type Redirect = { readonly kind: 'redirect' }
/** A file download, with support for range requests. */
export type Binary = { readonly kind: 'binary'; readonly type: string }
export const empty: Empty = { kind: 'empty' }
export const redirect: Redirect = { kind: 'redirect' }
export const text = (type: string): Text => ({ kind: 'text', type })
export const binary = (type: string): Binary => ({ kind: 'binary', type })

type ResultSpec = z.ZodType | Empty | Text | Redirect | Binary
type Shape = z.ZodObject

/** Segments of paths in place of names of vendors: shipped clients call the operations by those. */
type VendorSegment = 'ExternalStore' | 'provider'
/** The name under which an installation serves each vendor segment, too. */
export type VendorNames = Readonly<Record<VendorSegment, string>>

/** An operation without its method and path. */
interface RowOptions {
  /** One sentence for OpenAPI. */
  summary: string
  access?: Access
  /** Other paths at which it answers, with the same parameters, for clients that know it by them. */
  aliases?: readonly string[]
  /** A segment of its path that names a vendor neutrally: it also answers where the settings put another name. */
  vendorSegment?: VendorSegment
  query?: Shape
  headers?: Shape
  cookies?: Shape
  body?: Shape
  /** Schema of a multipart/form-data body, instead of `body`. */
  form?: Shape
  /** Clients may omit the body, which is then read as `{}`. */
  bodyOptional?: boolean
  result: ResultSpec
  /** HTTP status of success; 200 by default. */
  status?: number
  /** Messages of the 404 for malformed path parameters, where it finds something else by them than ids.ts says. */
  missing?: { readonly [K in keyof PathParameters]?: string }
  /** A refusal with status 404 has an empty body instead of the error envelope. */
  emptyNotFound?: boolean
  deprecated?: boolean
  /** Where it comes from, unless the public documents have it: `client` when only shipped clients call it. */
  origin?: 'extended' | 'client'
  /** The answer may be a second old, but for changes of its own sender: a replica of the database may give it. */
  mayBeOld?: boolean
  /** The handler waits on purpose, so it takes no turn of the viewer's requests. */
  delayed?: boolean
  /** A picture in a page, of which one page shows many: it has a limit of its own, apart from those of requests. */
  isPicture?: boolean
  /** Logout: the only request with a session that doesn't cancel a pending deletion of the account. */
  skipTouch?: boolean
}

/** A typed REST operation. Routing, parsing, OpenAPI, test client, log and metric labels derive from it. */
type Row<M extends Method, P extends string, O extends RowOptions> = {
  readonly method: M
  readonly path: P
  readonly access: O extends { access: infer A extends Access } ? A : 'session'
} & Omit<O, 'access'>

/** Any REST operation. */
export type Operation = Omit<RowOptions, 'access'> & {
  readonly method: Method
  readonly path: string
  readonly access: Access
}

export type PathParameter<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** The path, or `never` if one of its parameters is not declared in ids.ts. */
type DeclaredPath<P extends string> = PathParameter<P> extends keyof PathParameters ? P : never

const row =
  <M extends Method>(method: M) =>
  <const P extends string, O extends RowOptions>(path: DeclaredPath<P>, options: O) =>
    ({ access: 'session', ...options, method, path }) as unknown as Row<M, P, O>

export const get = row('get')
export const post = row('post')
export const put = row('put')
export const del = row('delete')

/** Operations by name. */
export type Table = Readonly<Record<string, Operation>>

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never

/** Merges tables. Throws for duplicate operations and for duplicate methods with path. */
export function joinTables<T extends Table>(tables: readonly T[]): Intersection<T> {
  const rows = tables.flatMap((table) => Object.entries<Operation>(table))
  assertDistinct(
    'operation',
    rows.map(([name]) => name),
  )
  assertDistinct(
    'method and path',
    rows.flatMap(([, row]) => pathsOf(row).map((path) => `${row.method} ${path.replace(/\{\w+\}/g, '{}')}`)),
  )
  return Object.fromEntries(rows) as Intersection<T>
}

function pathsOf({ path, aliases = [], vendorSegment }: Operation, names?: VendorNames): readonly string[] {
  if (!vendorSegment || !names) return [path, ...aliases]
  return [path, path.replace(`/${vendorSegment}/`, `/${names[vendorSegment]}/`), ...aliases]
}

function assertDistinct(what: string, words: readonly string[]) {
  const twice = words.filter((word, at) => words.indexOf(word) !== at)
  if (twice.length > 0) throw new Error(`the contract has a duplicate ${what}: ${twice.join(', ')}`)
}

type ParsedPart<O, K extends string> = O extends { readonly [k in K]: infer S extends z.ZodType }
  ? { readonly [k in K]: z.output<S> }
  : unknown

/** Input of a handler: path parameters by name, and the parsed `query`, `headers`, `cookies`, `body` and `form`. */
export type Input<O extends Operation> = {
  readonly [K in PathParameter<O['path']> & keyof PathParameters]: PathParameters[K]
} & ParsedPart<O, 'query'> &
  ParsedPart<O, 'headers'> &
  ParsedPart<O, 'cookies'> &
  ParsedPart<O, 'body'> &
  ParsedPart<O, 'form'>

/** Content to send, or a URL to redirect the client to. */
export type Download =
  | { readonly at: string }
  | {
      readonly contentType: string
      readonly fileName: string
      /** Content-Disposition `inline` rather than `attachment`. */
      readonly inline: boolean
      /** Cache-Control `public` rather than `private`. */
      readonly shared: boolean
      /** Whether the content at its URL may change, so that clients ask whether theirs is current. */
      readonly isChangeable?: boolean
      /** With its quotes. */
      readonly etag: string
      /** Bytes. */
      readonly size: number
      /** Opens the content, or the bytes from `start` to `end`, both inclusive and counted from 0. */
      readonly open: (range?: { readonly start: number; readonly end: number }) => Promise<NodeJS.ReadableStream>
    }

/** Return type of a handler: a record, a text, a URL to redirect to, a download, or nothing. */
export type Result<O extends Operation> = O['result'] extends z.ZodType
  ? z.input<O['result']>
  : O['result'] extends Empty
    ? void
    : O['result'] extends Binary
      ? Download
      : string

/** A cookie to set; an empty value clears it. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly expires: Date
}

/** A handler's result with cookies to set. */
export class ResultWithCookies<R> {
  readonly result: R
  readonly cookies: readonly SetCookie[]
  constructor(result: R, cookies: readonly SetCookie[]) {
    this.result = result
    this.cookies = cookies
  }
}

type Answer<R> = R | JsonText<R> | ResultWithCookies<R>

/** A handler for each operation of a table. */
export type Handlers<T extends Table, ScopeOf extends Record<Access, unknown>> = {
  readonly [K in keyof T]: (
    scope: ScopeOf[T[K]['access']],
    input: Input<T[K]>,
  ) => Answer<Result<T[K]>> | Promise<Answer<Result<T[K]>>>
}

/** An untyped handler, as the router calls it. */
export type Handler = (scope: unknown, input: unknown) => unknown

/** Erases the types of handlers, for the router. */
export const asHandlers = <T extends Table, S extends Record<Access, unknown>>(_table: T, handlers: Handlers<T, S>) =>
  handlers as unknown as Readonly<Record<string, Handler>>

/** Parses a response by the result schema of an operation, for clients. Throws for a mismatch. */
export function parseResult<O extends Operation>(row: O, answer: unknown): Result<O> {
  const value = 'kind' in row.result ? answer : row.result.parse(answer)
  return (row.result === empty ? undefined : value) as Result<O>
}

/** Routing priority of a path segment: literal (0), partly a parameter (1), a parameter (2). */
function segmentRank(segment: string): number {
  if (!segment.includes('{')) return 0
  return /^\{\w+\}$/.test(segment) ? 2 : 1
}

/** Sort key of a path, so that `/users/active` is tried before `/users/{userId}`. */
const routeRank = ({ path }: Operation) => path.split('/').map(segmentRank).join('')

/** Operations in the order in which a router must try them, once for each of their paths. */
export const inRoutingOrder = (table: Table, vendorNames?: VendorNames): [string, Operation][] =>
  Object.entries(table)
    .flatMap(([name, row]) => pathsOf(row, vendorNames).map((path) => ({ name, row: { ...row, path } })))
    .map(({ name, row }) => ({ rank: routeRank(row), name, row }))
    .sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)))
    .map(({ name, row }) => [name, row])
