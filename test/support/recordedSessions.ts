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

/** The owner of the session that a response opens, or else of the one that the request presented. */
export function sessionOwnerOf(cookie: string | null, response: Response, body: unknown): SessionOwner {
  const [opened] = tokensIn(response.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
  const presented = tokensIn((cookie ?? '').split(/;\s*/))
  const token = opened ?? (presented.length > 1 ? answeredOf(presented, body) : presented[0])
  if (token === undefined) return null
  if (isCurrentUser(body) && response.ok && OWN_RECORD_URL.test(response.url)) userIdByToken.set(token, body.id)
  const id = userIdByToken.get(token) ?? null
  return { id, admin: id !== null && adminIds.has(id), session: sessionKeyOf(token) }
}

const tokensIn = (pairs: readonly string[]): readonly string[] =>
  pairs.filter((pair) => /^auth=./.test(pair)).map((pair) => pair.slice('auth='.length))

/** Of several tokens of a request, one that the response names, itself or by its user; else one of a known user. */
function answeredOf(tokens: readonly string[], body: unknown): string | undefined {
  const text = JSON.stringify(body) ?? ''
  const isNamed = (name: string | undefined) => name !== undefined && text.includes(name)
  return (
    tokens.find((token) => isNamed(token) || isNamed(userIdByToken.get(token))) ??
    tokens.find((token) => userIdByToken.has(token)) ??
    tokens[0]
  )
}

/** URLs whose response is the caller's own record; other operations return it to admins for other users. */
const OWN_RECORD_URL = /\/api\/1\/auth\/(user|register)(\?|$)/
const isCurrentUser = (body: unknown): body is { readonly id: string } =>
  typeof body === 'object' && body !== null && 'obfuscatedEmail' in body && 'id' in body && typeof body.id === 'string'
