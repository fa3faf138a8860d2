import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** What is derived from the SECRET_KEY. `purpose` separates the keys: what is made for one can't be used for another. */
export interface Secrets {
  /** Hex HMAC-SHA256: how short codes are stored, so that a stolen table can't be searched without the key. */
  mac(purpose: string, text: string): string
  /** Encrypts at rest by AES-256-GCM. */
  seal(purpose: string, plain: string): string
  /** Undoes `seal`; throws when the text was altered or sealed with another key. */
  open(purpose: string, sealed: string): string
  /** A signed token of three dot-separated base64url parts (a JWT, HS256) around the claims. */
  sign(purpose: string, claims: Readonly<Record<string, string | number>>): string
  /** The claims of a token that was signed here for this purpose; null for anything else. Does not look at times. */
  verify(purpose: string, token: string): Readonly<Record<string, unknown>> | null
}

/** Hex SHA-256: how tokens with 122 or more random bits are stored. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const IV_BYTES = 12
const TAG_BYTES = 16

export function openSecrets(secretKey: string): Secrets {
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secretKey, 'plaza', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const signature = (purpose: string, text: string) =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')

  return {
    mac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest('hex'),
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
      const [head, claims, mark, ...rest] = token.split('.')
      if (!head || !claims || !mark || rest.length > 0) return null
      if (!sameText(mark, signature(purpose, `${head}.${claims}`))) return null
      const parsed: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
      return isRecord(parsed) ? parsed : null
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
