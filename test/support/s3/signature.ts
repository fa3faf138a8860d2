import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { S3Error } from './errors.ts'

export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The parts of a request's signature. */
interface SignatureClaim {
  readonly credential: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** The time of signing, such as `20300102T030405Z`. */
  readonly date: string
  readonly payload: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** The greatest difference between the clocks of client and server, in milliseconds. */
const MAX_SKEW = 15 * 60_000

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Verifies AWS Signature Version 4 without code of the SDK; returns the declared payload hash. */
export function checkSignature(request: IncomingMessage, url: URL, keys: Keys): string {
  const isPresigned = url.searchParams.has('X-Amz-Signature')
  const claim = isPresigned ? claimInQuery(url) : claimInHeader(request)
  const [accessKeyId, day = '', region = '', service = '', last = ''] = claim.credential.split('/')
  if (accessKeyId !== keys.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId')
  if (isPresigned) checkExpiry(url, claim.date)
  else checkSkew(claim.date)
  for (const name of requiredHeaders(request, isPresigned))
    if (!claim.signedHeaders.includes(name)) throw new S3Error(403, 'AccessDenied', `${name} is not signed`)
  const scope = [day, region, service, last].join('/')
  const text = [ALGORITHM, claim.date, scope, sha256(canonical(request, url, claim))].join('\n')
  const key = [day, region, service, last].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  const expected = hmac(key, text).toString('hex')
  if (expected !== claim.signature) throw new S3Error(403, 'SignatureDoesNotMatch')
  return claim.payload
}

function* requiredHeaders(request: IncomingMessage, isPresigned: boolean): Iterable<string> {
  yield 'host'
  for (const name of Object.keys(request.headers))
    if (name.startsWith('x-amz-') && !(isPresigned && name === 'x-amz-content-sha256')) yield name
}

function canonical(request: IncomingMessage, url: URL, { signedHeaders, payload }: SignatureClaim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const path = decodeURIComponent(url.pathname).split('/').map(escaped).join('/')
  const headers = signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  return [request.method, path, query, headers, signedHeaders.join(';'), payload].join('\n')
}

function claimInQuery(url: URL): SignatureClaim {
  const of = (name: string) => url.searchParams.get(name) ?? ''
  if (of('X-Amz-Algorithm') !== ALGORITHM) throw new S3Error(400, 'AuthorizationQueryParametersError')
  return {
    credential: of('X-Amz-Credential'),
    signedHeaders: of('X-Amz-SignedHeaders').split(';'),
    signature: of('X-Amz-Signature'),
    date: of('X-Amz-Date'),
    payload: 'UNSIGNED-PAYLOAD',
  }
}

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

function claimInHeader({ headers }: IncomingMessage): SignatureClaim {
  const [, credential, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!credential || !names || !signature) throw new S3Error(403, 'AccessDenied')
  return {
    credential,
    signedHeaders: names.split(';'),
    signature,
    date: String(headers['x-amz-date'] ?? ''),
    payload: String(headers['x-amz-content-sha256'] ?? ''),
  }
}

function timeOf(date: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  if (!year) throw new S3Error(403, 'AccessDenied', 'no date')
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function checkExpiry(url: URL, date: string) {
  const seconds = Number(url.searchParams.get('X-Amz-Expires'))
  if (!(seconds >= 1 && seconds <= 604_800)) throw new S3Error(400, 'AuthorizationQueryParametersError')
  const signedAt = timeOf(date)
  if (signedAt - MAX_SKEW > Date.now()) throw new S3Error(403, 'AccessDenied', 'Request is not valid yet')
  if (signedAt + seconds * 1_000 < Date.now()) throw new S3Error(403, 'AccessDenied', 'Request has expired')
}

function checkSkew(date: string) {
  if (Math.abs(timeOf(date) - Date.now()) > MAX_SKEW) throw new S3Error(403, 'RequestTimeTooSkewed')
}
