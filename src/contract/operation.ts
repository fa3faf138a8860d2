import type { z } from 'zod'
import type { PathParameters } from './ids.ts'

/**
 * Who may call an operation.
 * `optional`: anybody; a finished session that is presented is used. `login`: anybody; a session in any state is used.
 * `unfinished`: a session, even one that owes its second factor. `session`: a finished session. `admin`: an admin's.
 */
export type Access = 'optional' | 'login' | 'unfinished' | 'session' | 'admin'
export type Method = 'get' | 'post' | 'put' | 'delete'

/** Answers that are not JSON. */
export interface Empty {
  readonly kind: 'empty'
}
export interface Text {
  readonly kind: 'text'
  readonly type: string
}
export interface Redirect {
  readonly kind: 'redirect'
}
/** Bytes, in part or whole as the client asks for them. */
export interface Binary {
  readonly kind: 'binary'
  readonly type: string
}
export const empty: Empty = { kind: 'empty' }
export const redirect: Redirect = { kind: 'redirect' }
export const text = (type: string): Text => ({ kind: 'text', type })
export const binary = (type: string): Binary => ({ kind: 'binary', type })

export type ResultSpec = z.ZodType | Empty | Text | Redirect | Binary
type Shape = z.ZodObject

/** What a row says beside its method and path. */
export interface RowOptions {
  /** One sentence for the API documents. */
  summary: string
  access?: Access
  query?: Shape
  headers?: Shape
  cookies?: Shape
  body?: Shape
  /** The parts of a multipart/form-data body, in the place of `body`. */
  form?: Shape
  /** Clients may leave the body out; it is read as `{}`. */
  bodyOptional?: boolean
  result: ResultSpec
  /** Only where it is not 200 (302 for a redirect). */
  status?: number
  deprecated?: boolean
  /** A leave-taking: the one kind of request that does not call a pending deletion off. */
  farewell?: boolean
}

/** One operation of the wire, with its own types: routing, parsing, OpenAPI, test client, log and metric labels all derive from it. */
export type Row<M extends Method, P extends string, O extends RowOptions> = {
  readonly method: M
  readonly path: P
  readonly access: O extends { access: infer A extends Access } ? A : 'session'
} & Omit<O, 'access'>

/** Any row. */
export type Operation = Omit<RowOptions, 'access'> & {
  readonly method: Method
  readonly path: string
  readonly access: Access
}

export type PathParameter<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** The path itself when each of its parameters is declared in ids.ts; what does not compile otherwise. */
type KnownPath<P extends string> = PathParameter<P> extends keyof PathParameters ? P : never

const row =
  <M extends Method>(method: M) =>
  <const P extends string, O extends RowOptions>(path: KnownPath<P>, options: O) =>
    ({ access: 'session', ...options, method, path }) as unknown as Row<M, P, O>

export const get = row('get')
export const post = row('post')
export const put = row('put')
export const del = row('delete')

/** A table of operations by name. */
export type Table = Readonly<Record<string, Operation>>

type Part<O, K extends string> = O extends { readonly [k in K]: infer S extends z.ZodType }
  ? { readonly [k in K]: z.output<S> }
  : unknown

/** What a handler is given: path parameters by name, and `query`, `headers`, `cookies` and `body` as the row parses them. */
export type Input<O extends Operation> = {
  readonly [K in PathParameter<O['path']> & keyof PathParameters]: PathParameters[K]
} & Part<O, 'query'> &
  Part<O, 'headers'> &
  Part<O, 'cookies'> &
  Part<O, 'body'> &
  Part<O, 'form'>

/** Bytes on their way out, or the address where the client finds them. */
export type Download =
  | { readonly at: string }
  | {
      readonly contentType: string
      readonly fileName: string
      /** Shown in a page rather than saved. */
      readonly inline: boolean
      /** Whether caches on the way may keep it; what is named by a version never changes. */
      readonly shared: boolean
      /** With its quotes. */
      readonly etag: string
      /** Bytes. */
      readonly size: number
      /** The bytes from the first to the last, both counted from 0. */
      readonly open: (range?: { readonly start: number; readonly end: number }) => Promise<NodeJS.ReadableStream>
    }

/** What a handler answers: the record, a text, the address to go to, bytes, or nothing. */
export type Result<O extends Operation> = O['result'] extends z.ZodType
  ? z.input<O['result']>
  : O['result'] extends Empty
    ? void
    : O['result'] extends Binary
      ? Download
      : string

/** A cookie to set. An empty value clears it. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly expires: Date
}

/** An answer that sets cookies. */
export class WithCookies<R> {
  readonly result: R
  readonly cookies: readonly SetCookie[]
  constructor(result: R, cookies: readonly SetCookie[]) {
    this.result = result
    this.cookies = cookies
  }
}

type Answer<R> = R | WithCookies<R>

/** One handler for each row; a missing one, an unknown one or a wrong result does not compile. */
export type Handlers<T extends Table, ScopeOf extends Record<Access, unknown>> = {
  readonly [K in keyof T]: (
    scope: ScopeOf[T[K]['access']],
    input: Input<T[K]>,
  ) => Answer<Result<T[K]>> | Promise<Answer<Result<T[K]>>>
}

/** A handler as the edge calls it: with the scope that access admitted and the input that the row parsed. */
export type Handler = (scope: unknown, input: unknown) => unknown

/** Forgets the types of handlers that were checked against their table. Only for the edge. */
export const asHandlers = <T extends Table, S extends Record<Access, unknown>>(_table: T, handlers: Handlers<T, S>) =>
  handlers as unknown as Readonly<Record<string, Handler>>

/** An answer as a client reads it: parsed by the result that the row declares. Throws for one that does not fit. */
export function parseResult<O extends Operation>(row: O, answer: unknown): Result<O> {
  const value = 'kind' in row.result ? answer : row.result.parse(answer)
  return (row.result === empty ? undefined : value) as Result<O>
}
