import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { PATIENCE } from '../../support/patience.ts'

/** A registered user of the server under test. */
export interface CampaignUser {
  readonly id: string
  readonly cookie: string
}

const AGENT = 'plaza-campaign/1'
const JSON_TYPE = { 'content-type': 'application/json' }
/** Milliseconds. */

const Registered = z.object({ id: z.string() })

/** Registers users one after the other. */
export async function registerUsers(origin: string, count: number): Promise<CampaignUser[]> {
  const users: CampaignUser[] = []
  for (let number = 0; number < count; number++) users.push(await registerUser(origin, number))
  return users
}

export async function registerUser(origin: string, number = 0): Promise<CampaignUser> {
  const username = `f${number}${randomBytes(5).toString('hex')}`
  const account = { username, password: `a long password ${number}`, email: `${username}@plaza.test` }
  const terms = { year: '1990', month: '1', day: '2', captchaCode: '', subscribe: false, acceptedTOSVersion: 1 }
  const body = { ...account, ...terms }
  const response = await sendRestRequest(origin, { method: 'POST', path: '/auth/register', body })
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
  const cookie = cookies.find((each) => each.startsWith('auth='))
  if (!response.ok || !cookie) throw new Error(`registration was refused: ${await response.text()}`)
  return { id: Registered.parse(await response.json()).id, cookie }
}

export interface RestRequest {
  readonly method: string
  /** The path below `/api/1`. */
  readonly path: string
  readonly cookie?: string
  readonly body?: object | undefined
}

/** Sends a REST request; rejects when no response comes. */
export const sendRestRequest = (origin: string, { method, path, cookie = '', body }: RestRequest): Promise<Response> =>
  fetch(`${origin}/api/1${path}`, {
    method,
    headers: { 'user-agent': AGENT, ...(body && JSON_TYPE), ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE),
  })

/** Sends a REST request without a body; returns its status and JSON. */
export async function sendRest(origin: string, { cookie }: CampaignUser, method: string, path: string) {
  const response = await sendRestRequest(origin, { method, path, cookie })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

/** Runs a GraphQL operation; returns its JSON response. */
export async function sendGraph(
  origin: string,
  { cookie }: CampaignUser,
  query: string,
  variables: object,
): Promise<unknown> {
  const body = JSON.stringify({ query, variables })
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'user-agent': AGENT, cookie },
    body,
  })
  return response.json()
}
