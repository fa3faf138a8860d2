import { missingCredentials } from '../../../kernel/failure.ts'

/** Name and password of a Basic header. */
interface BasicCredentials {
  readonly name: string
  /** What the password can mean, the likeliest first. */
  readonly passwords: readonly string[]
}

/**
 * Reads a Basic header: base64 of two percent-encoded parts, separated by the first colon. Some clients do not encode, or
 * encode spaces as plus signs, as forms do; bytes that are no UTF-8 are Latin-1, the default of many HTTP libraries. Throws
 * `unauthenticated` without such a header.
 */
export function readBasicAuth(header: string | undefined): BasicCredentials {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  if (!encoded) throw missingCredentials()
  const bytes = Buffer.from(encoded, 'base64').toString('latin1')
  const colon = bytes.indexOf(':')
  if (colon < 1) throw missingCredentials()
  const name = nameOf(bytes.slice(0, colon))
  // PostgreSQL refuses parameters with a zero byte.
  if (name.includes('\0')) throw missingCredentials()
  return { name, passwords: passwordsOf(bytes.slice(colon + 1)) }
}

/** No username contains a plus sign, but addresses do. */
function nameOf(bytes: string): string {
  const name = percentDecoded(bytes)
  return name.includes('@') ? name : name.replaceAll('+', ' ')
}

/** A plus sign is itself beside `%20`, and a space beside `%2B`; otherwise nothing tells. */
function passwordsOf(bytes: string): string[] {
  const password = percentDecoded(bytes)
  if (!bytes.includes('+') || !ENCODED.test(bytes) || bytes.includes('%20')) return [password]
  const spaced = percentDecoded(bytes.replaceAll('+', '%20'))
  return /%2b/i.test(bytes) ? [spaced] : [password, spaced]
}

/** Characters that encoders keep, and the codes of others. */
const ENCODED = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\da-f]{2})*$/i

/** A part that no encoder can have made is used unchanged. */
const percentDecoded = (bytes: string): string =>
  textOf(
    ENCODED.test(bytes)
      ? bytes.replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : bytes,
  )

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of bytes, of which each is a character. */
function textOf(bytes: string): string {
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return bytes
  }
}
