import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { getOrCreate } from './maps.ts'

/** Cryptography with keys derived from SECRET_KEY, a separate key for each `purpose`. */
export interface Secrets {
  /** Hex HMAC-SHA256, to store short codes: a stolen table can't be brute-forced without the key. */
  mac(purpose: string, text: string): string
  /** `mac` by this key and by the keys before it, to find what was stored before a key rotation. */
  macs(purpose: string, text: string): readonly string[]
  /** Encrypts by AES-256-GCM. */
  seal(purpose: string, plain: string): string
  /** Decrypts what `seal` returned; throws for an altered text or another key. */
  open(purpose: string, sealed: string): string
  /** Makes a JWT (HS256). */
  sign(purpose: string, claims: Readonly<Record<string, string | number>>): string
  /** The claims of a JWT that `sign` made for this purpose; null for any other text. Expiry is not checked. */
  verify(purpose: string, token: string): Readonly<Record<string, unknown>> | null
}

/** Hex SHA-256, to store tokens with 122 or more random bits. */
export const hashToken = (token: string) => hash('sha256', token)

/** Compares two texts in constant time, against timing attacks. */
export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Purpose of the encryption of secrets of time-based codes. */
export const TOTP_PURPOSE = 'totp-secret'

/** The secrets of the present key and of the one that replaces it. */
export interface KeyRotation {
  readonly from: Secrets
  readonly to: Secrets
}

/** `formerKeys` are those that were replaced by key rotations. */
export function createSecrets(secretKey: string, formerKeys: readonly string[] = []): Secrets {
  const former = formerKeys.map((key) => createSecrets(key))
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) =>
    getOrCreate(keys, purpose, () => Buffer.from(hkdfSync('sha256', secretKey, 'plaza', purpose, 32)))
  const signature = (purpose: string, text: string) =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')

  const mac = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest('hex')

  return {
    mac,
    macs: (purpose, text) => [mac(purpose, text), ...former.map((one) => one.mac(purpose, text))],
    seal(purpose, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    sign(purpose, claims) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
      return `${body}.${signature(purpose, body)}`
    },
    verify(purpose, token) {
      const [head, claims, signed, ...rest] = token.split('.')
      if (!head || !claims || !signed || rest.length > 0) return null
      if (!equalInConstantTime(signed, signature(purpose, `${head}.${claims}`))) return null
      const parsed: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
      return isRecord(parsed) ? parsed : null
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const WELL_KNOWN = /change.?me|secret|password|passw0rd|example|default|qwerty|letmein|1234567/i

/** Why a secret key is weak; undefined for a strong key, or none. */
export function keyWeakness(key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  if (key.length < 32) return `weak (${key.length} characters)`
  if (new Set(key).size < 10 || /^(.+?)\1+$/.test(key)) return 'weak (it repeats itself)'
  return WELL_KNOWN.test(key) ? 'weak (it holds a well-known word)' : undefined
}
