import { missingCredentials } from '../../kernel/failure.ts'

/**
 * Name and password of a Basic header: base64 of two percent-encoded halves, parted by the first colon. Some clients
 * do not encode: a half that can't be decoded is taken as it is. Throws `unauthenticated` without such a header.
 */
export function readBasic(header: string | undefined): { name: string; password: string } {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  if (!encoded) throw missingCredentials()
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) throw missingCredentials()
  const name = decoded(text.slice(0, colon))
  // PostgreSQL can't even be asked for a name with a zero byte.
  if (name.includes('\0')) throw missingCredentials()
  return { name, password: decoded(text.slice(colon + 1)) }
}

function decoded(half: string): string {
  try {
    return decodeURIComponent(half)
  } catch {
    return half
  }
}
