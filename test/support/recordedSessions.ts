import { createHash } from 'node:crypto'

/** The user of a session as far as the responses show it: null without a session, `id` null when unknown. */
export type SessionOwner = { readonly id: string | null; readonly admin: boolean; readonly session: string } | null

/** User ids by session token, learned from responses with the user's own record. */
const userIdByToken = new Map<string, string>()
const adminIds = new Set<string>()

/** Makes the owner of a session known that no response has shown. */
export const rememberSession = (token: string, userId: string): void => void userIdByToken.set(token, userId)

/** Marks a user as admin in recorded exchanges. */
export const rememberAdmin = (id: string): void => void adminIds.add(id)

export const sessionKeyOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 16)

/** The owner of the session that a response opens, or else of the session that the request presented. */
export function sessionOwnerOf(cookie: string | null, response: Response, body: unknown): SessionOwner {
  const presented = tokenIn((cookie ?? '').split(/;\s*/))
  const opened = tokenIn(response.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
  const token = opened || presented
  if (!token) return null
  if (isCurrentUser(body) && response.ok && OWN_RECORD_URL.test(response.url)) userIdByToken.set(token, body.id)
  const id = userIdByToken.get(token) ?? null
  return { id, admin: id !== null && adminIds.has(id), session: sessionKeyOf(token) }
}

const tokenIn = (pairs: readonly string[]) => pairs.find((pair) => /^auth=./.test(pair))?.slice('auth='.length) ?? ''

/** URLs whose response is the caller's own record; other operations return it to admins for other users. */
const OWN_RECORD_URL = /\/api\/1\/auth\/(user|register)(\?|$)/
const isCurrentUser = (body: unknown): body is { readonly id: string } =>
  typeof body === 'object' && body !== null && 'obfuscatedEmail' in body && 'id' in body && typeof body.id === 'string'
