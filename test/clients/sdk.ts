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
  const make = (credentials?: Credentials) =>
    note(
      new VRChat({
        application: { name: 'plaza-tests', version: '1.0.0', contact: 'tests@plaza.test' },
        baseUrl: `${origin}/api/1`,
        pipeline: { baseUrl: origin.replace('http', 'ws') },
        ...(credentials && { authentication: { credentials, optimistic: false } }),
      }),
    )
  return { make, called }
}

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
