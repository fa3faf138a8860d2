import { expect, vi } from 'vitest'
import { ApiPaths, VRChatAPI } from 'vrc-ts'
import { contract } from '../../src/areas/index.ts'
import { inRoutingOrder } from '../../src/contract/operation.ts'
import type { TestApp } from '../support/app.ts'
import { aUser, type TestUser } from '../support/users.ts'

/** Why the wrapper refuses to send its own requests by some methods, whatever they are given. */
export const UNSENT = {
  /** It demands a body, but the method passes its input as a query or has none. */
  noBody: 'No path was provided!',
  /** It demands a query, but the method has none to send. */
  noQuery: 'No query parameters were provided!',
  /** The method leaves a parameter of the path unfilled. */
  unfilledPath: 'Missing required query parameter in "pathFormated" query parameters',
  deprecated: 'This request is deprecated!',
}

const shapeOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/\{\w+\}(:\{\w+\})?/g, '{}')}`
const VENDOR_NAMES = { ExternalStore: 'Steam', provider: 'tilia' }
const served = new Set(inRoutingOrder(contract, VENDOR_NAMES).map(([, { method, path }]) => shapeOf(method, path)))
/** Names of the wrapper's requests that are no operations of this server. */
export const requestsWithoutOperation = (): string[] =>
  Object.values(ApiPaths)
    .flatMap((area) => (typeof area === 'string' ? [] : Object.entries(area)))
    .filter(([, { method, path }]) => !served.has(shapeOf(method, path)))
    .map(([name]) => name)
    .sort()

export type Part = Exclude<keyof VRChatAPI, 'login' | 'arraysAreEqual' | 'getBase64Credentials'>
type Options = Pick<
  ConstructorParameters<typeof VRChatAPI>[0],
  'TOTPCode' | 'EmailOTPCode' | 'useCookies' | 'cookiePath'
>

interface Exchange {
  readonly request: string
  readonly status: number
  readonly body: string
}

/** Runs a call of the wrapper; returns its outcome, and what was sent and received. */
async function recorded(work: () => unknown) {
  const exchanges: Exchange[] = []
  const send = globalThis.fetch
  const mocks = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const response = await send(address, init)
    const request = `${init?.method} ${new URL(String(address)).pathname}`
    exchanges.push({ request, status: response.status, body: await response.clone().text() })
    return response
  })
  try {
    return { result: await work(), error: undefined, exchanges }
  } catch (error) {
    return { result: undefined, error, exchanges }
  } finally {
    for (const mock of [...mocks, fetching]) mock.mockRestore()
  }
}

/** Creates clients of the wrapper, changed only in their addresses. */
export function wrapperFor(app: TestApp) {
  const clientOf = (person: TestUser, options: Options = {}) => {
    const { username, password } = person
    const api = new VRChatAPI({ username, password, userAgent: 'plaza-tests/1.0 tests@plaza.test', ...options })
    api.basePath = `${app.origin}/api/1`
    api.basePath2 = api.basePath
    return api
  }
  const member = (person: TestUser, api: VRChatAPI) => {
    const attempt = (part: Part, name: string, input: object | string = {}) => {
      const target = Object(api[part])
      return recorded(() => Reflect.apply(target[name], target, [input]))
    }
    return { person, api, attempt, ...expectations(attempt) }
  }
  /** Registers a person and logs in by the wrapper. */
  const aMember = async () => {
    const person = await aUser(app)
    const api = clientOf(person)
    await logInBy(api)
    return member(person, api)
  }
  return { aMember, clientOf, member }
}

export type WrapperMember = Awaited<ReturnType<ReturnType<typeof wrapperFor>['aMember']>>

/** Logs in; throws what the wrapper throws. */
export async function logInBy(api: VRChatAPI): Promise<void> {
  const { error } = await recorded(() => api.login())
  if (error !== undefined) throw error
}

type Attempt = (part: Part, name: string, input?: object | string) => ReturnType<typeof recorded>

const expectations = (attempt: Attempt) => ({
  /** Calls a method that succeeds. */
  async call(part: Part, name: string, input?: object | string): Promise<unknown> {
    const { result, error } = await attempt(part, name, input)
    if (error !== undefined) throw error
    return result
  },
  /** Calls a method that throws this message before it sends anything. */
  async unsent(part: Part, name: string, input: object | string, reason: keyof typeof UNSENT): Promise<void> {
    const { error, exchanges } = await attempt(part, name, input)
    expect({ name, message: Object(error).message, exchanges }).toEqual({
      name,
      message: UNSENT[reason],
      exchanges: [],
    })
  },
  /** Calls a method that acts, but parses the empty response of success as JSON and throws. */
  async emptied(part: Part, name: string, input: object | string): Promise<void> {
    const { error, exchanges } = await attempt(part, name, input)
    expect(error).toBeInstanceOf(SyntaxError)
    expect(exchanges).toEqual([{ request: expect.any(String), status: 200, body: '' }])
  },
  /** Calls a method whose request the server refuses; returns the request, and the error of the response. */
  async refused(part: Part, name: string, input: object | string) {
    const { error, exchanges } = await attempt(part, name, input)
    const [exchange] = exchanges
    if (!exchange) throw error ?? new Error(`${name} sent nothing`)
    expect(Object(error)).toMatchObject({ statusCode: exchange.status })
    const { message, status_code } = JSON.parse(exchange.body).error
    return { request: exchange.request, status: status_code, message }
  },
})

export const idIn = (record: unknown): string => String(Object(record).id)
