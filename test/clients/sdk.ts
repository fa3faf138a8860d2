import { setTimeout as pause } from 'node:timers/promises'
import { VRChat } from 'vrchat'
import type { TestApp } from '../support/app.ts'

/** The SDK needs it, and Node 20 lacks it. */
if (!('withResolvers' in Promise)) {
  const withResolvers = () => {
    const parts: Record<string, unknown> = {}
    const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
    return { promise, ...parts }
  }
  Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, configurable: true, writable: true })
}

/** Each client listens for the end of the process. */
process.setMaxListeners(100)

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly totpSecret?: string
}

/** Makes clients of the public SDK that notes which of its methods were called. Nothing of it is changed but its addresses. */
export function sdkFor({ origin }: Pick<TestApp, 'origin'>) {
  const called = new Set<string>()
  const note = (client: VRChat) =>
    new Proxy(client, {
      get(target, name, receiver) {
        called.add(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
  const addresses = {
    application: { name: 'plaza-tests', version: '1.0.0', contact: 'tests@plaza.test' },
    baseUrl: `${origin}/api/1`,
    pipeline: { baseUrl: origin.replace('http', 'ws') },
  }
  const make = (credentials?: Credentials) =>
    note(new VRChat({ ...addresses, ...(credentials && { authentication: { credentials, optimistic: false } }) }))
  /** Logs in, and comes back as who was here before: the websocket is opened by a cookie that was kept. */
  const comeBack = async (credentials: Credentials) => {
    const keyv = new Map()
    const before = new VRChat({ ...addresses, keyv })
    await ok(before.login(credentials))
    await waitFor(() => keyv.size > 0)
    const client = note(new VRChat({ ...addresses, keyv, authentication: { credentials } }))
    await waitFor(() => client.pipeline.connected)
    return client
  }
  return { make, comeBack, called }
}

async function waitFor(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries++) await pause(10)
  if (!condition()) throw new Error('waited in vain')
}

/** The names of the SDK's methods, by the operations of a contract. */
export const methodsOf = (rows: object) =>
  Object.keys(rows).map((name) => name.replace('2FA', '2Fa').replace('CSS', 'Css').replace('V2s', 'V2S'))

interface Outcome<T> {
  readonly data: T | undefined
  readonly error?: unknown
  readonly response: Response
}

/** What a method of the SDK answered; throws what it was refused with. */
export async function ok<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const { data, error } = await outcome
  if (data === undefined) throw error
  return data
}

/** The status and message of the refusal that a method of the SDK met. */
export async function refusal(outcome: Promise<Outcome<unknown>>): Promise<{ status: number; message: string }> {
  const { error, response } = await outcome
  if (error === undefined) throw new Error('was not refused')
  return { status: response.status, message: error instanceof Error ? error.message : JSON.stringify(error) }
}

/** The record of the person, where the answer is not that a second factor is owed. */
export function person<T extends object>(answer: T): Extract<T, { id: string }> {
  if (!isPerson(answer)) throw new Error(`no record of a person: ${JSON.stringify(answer)}`)
  return answer
}

const isPerson = <T extends object>(answer: T): answer is Extract<T, { id: string }> => 'id' in answer
