import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Somebody at a server that a campaign works on. */
export interface Somebody {
  readonly id: string
  readonly cookie: string
}

const AGENT = 'plaza-campaign/1'
const JSON_BODY = { 'content-type': 'application/json', 'user-agent': AGENT }
const PATIENCE = 30_000

const Registered = z.object({ id: z.string() })

/** Registers so many people, one after the other. */
export async function registerPeople(origin: string, count: number): Promise<Somebody[]> {
  const people: Somebody[] = []
  for (let number = 0; number < count; number++) people.push(await registerPerson(origin, number))
  return people
}

async function registerPerson(origin: string, number: number): Promise<Somebody> {
  const username = `f${number}${randomBytes(5).toString('hex')}`
  const account = { username, password: `befriends at random ${number}`, email: `${username}@plaza.test` }
  const terms = { year: '1990', month: '1', day: '2', captchaCode: '', subscribe: false, acceptedTOSVersion: 1 }
  const response = await fetch(`${origin}/api/1/auth/register`, {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ ...account, ...terms }),
  })
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
  const cookie = cookies.find((each) => each.startsWith('auth=')) ?? ''
  return { id: Registered.parse(await response.json()).id, cookie }
}

/** A request of the legacy door, without a body. */
export async function send(origin: string, { cookie }: Somebody, method: string, path: string) {
  const response = await fetch(`${origin}/api/1${path}`, {
    method,
    headers: { cookie, 'user-agent': AGENT },
    signal: AbortSignal.timeout(PATIENCE),
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

/** An operation of the graph. */
export async function ask(origin: string, { cookie }: Somebody, query: string, variables: object): Promise<unknown> {
  const body = JSON.stringify({ query, variables })
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers: { ...JSON_BODY, cookie }, body })
  return response.json()
}
