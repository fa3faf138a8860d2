import type { TestApp } from '../../support/app.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { basicAuthHeader, type TestUser } from '../../support/users.ts'

type Query = Readonly<Record<string, string | number | boolean>>
type Json = Readonly<Record<string, unknown>>

/** What the desktop client shows as an error: a refusal, or any body that has `error`, whatever its status. */
export interface Toast {
  readonly request: string
  readonly status: number
  readonly message: string
}

/** A stand-in for the most used desktop client: it sends its requests, and shows what it cannot use as an error. */
export interface DesktopClient {
  readonly api: RestClient
  readonly toasts: readonly Toast[]
  /** Sends a request; answers the parsed body, also after an error. */
  get(path: string, query?: Query): Promise<unknown>
  put(path: string, body?: object): Promise<unknown>
  post(path: string, body?: object): Promise<unknown>
  delete(path: string): Promise<unknown>
  /** Asks for pages of a list until one is not full; answers all its elements. */
  pages(path: string, query: Query & { readonly n: number }): Promise<unknown[]>
}

const pathWith = (path: string, query: Query = {}) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return `/api/1/${path}${text && `?${text}`}`
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an answer that the client reads without a guard; throws, as the client does, where it is missing. */
export function member(value: unknown, name: string): unknown {
  if (!isRecord(value) || value[name] === undefined) throw new TypeError(`no ${name} in ${JSON.stringify(value)}`)
  return value[name]
}

/** Elements of an answer that the client takes for a list; throws, as the client does, for anything else. */
export function listOf(value: unknown): readonly Json[] {
  if (!Array.isArray(value) || !value.every(isRecord)) throw new TypeError(`no list: ${JSON.stringify(value)}`)
  return value
}

export function aDesktopClient(app: TestApp): DesktopClient {
  const api = aRestClient(app)
  const toasts: Toast[] = []
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const init = {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json;charset=utf-8' }) },
      ...(body && { body: JSON.stringify(body) }),
    }
    const { status, body: answer } = await api.fetch(path, init)
    if (status >= 400 || (isRecord(answer) && answer.error !== undefined))
      toasts.push({ request: `${method} ${path}`, status, message: JSON.stringify(answer) })
    return answer
  }
  const get = (path: string, query?: Query) => send('GET', pathWith(path, query))
  return {
    api,
    toasts,
    get,
    put: (path, body = {}) => send('PUT', pathWith(path), body),
    post: (path, body = {}) => send('POST', pathWith(path), body),
    delete: (path) => send('DELETE', pathWith(path)),
    async pages(path, query) {
      const all: unknown[] = []
      for (;;) {
        const page = listOf(await get(path, { ...query, offset: all.length }))
        all.push(...page)
        if (page.length < query.n) return all
      }
    },
  }
}

/** Logs the desktop client of a registered person in, by name and password. Answers its record. */
export async function logDesktopIn(client: DesktopClient, { username, password }: TestUser): Promise<Json> {
  await client.get('config')
  const { body, status } = await client.api.fetch('/api/1/auth/user', { headers: basicAuthHeader(username, password) })
  if (status !== 200 || !isRecord(body)) throw new Error(`the login answered ${status}`)
  return body
}
