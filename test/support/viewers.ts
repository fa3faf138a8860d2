import { createHash } from 'node:crypto'

/** Who asked, as far as tests can know it: nobody has no session, and some have one that nobody was shown in. */
export type Viewer = { readonly id: string | null; readonly admin: boolean; readonly session: string } | null

/** By token, who has shown in an answer of theirs that the session is theirs. */
const people = new Map<string, string>()
const admins = new Set<string>()

/** Says that somebody is an admin from now on. */
export const isAdminNow = (id: string): void => void admins.add(id)

export const sessionOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 16)

/** The session that an answer is for: the one it opens, or the one that was presented. */
export function viewerOf(cookie: string | null, response: Response, body: unknown): Viewer {
  const presented = tokenIn((cookie ?? '').split(/;\s*/))
  const opened = tokenIn(response.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
  const token = opened || presented
  if (!token) return null
  if (isCurrentUser(body) && response.ok && OWN.test(response.url)) people.set(token, body.id)
  const id = people.get(token) ?? null
  return { id, admin: id !== null && admins.has(id), session: sessionOf(token) }
}

const tokenIn = (pairs: readonly string[]) => pairs.find((pair) => /^auth=./.test(pair))?.slice('auth='.length) ?? ''

/** Where the answer is the record of whoever asks; other operations answer it of whom an admin has changed. */
const OWN = /\/api\/1\/auth\/(user|register)(\?|$)/
const isCurrentUser = (body: unknown): body is { readonly id: string } =>
  typeof body === 'object' && body !== null && 'obfuscatedEmail' in body && 'id' in body && typeof body.id === 'string'
