import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { S3Refusal } from './refusal.ts'

export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** What a signature says of itself. */
interface Claim {
  readonly credential: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** As `20300102T030405Z`. */
  readonly date: string
  readonly payload: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** How far the clocks of both ends may differ, in milliseconds. */
const SKEW = 15 * 60_000

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Checks a request as Amazon documents its Signature Version 4, by code that shares nothing with the SDK's. */
export function checkSignature(request: IncomingMessage, url: URL, keys: Keys): string {
  const isPresigned = url.searchParams.has('X-Amz-Signature')
  const claim = isPresigned ? claimInQuery(url) : claimInHeader(request)
  const [accessKeyId, day = '', region = '', service = '', last = ''] = claim.credential.split('/')
  if (accessKeyId !== keys.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (isPresigned) checkExpiry(url, claim.date)
  else checkSkew(claim.date)
  for (const name of mustBeSigned(request, isPresigned))
    if (!claim.signedHeaders.includes(name)) throw new S3Refusal(403, 'AccessDenied', `${name} is not signed`)
  const scope = [day, region, service, last].join('/')
  const text = [ALGORITHM, claim.date, scope, sha256(canonical(request, url, claim))].join('\n')
  const key = [day, region, service, last].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  const own = hmac(key, text).toString('hex')
  if (own !== claim.signature) throw new S3Refusal(403, 'SignatureDoesNotMatch')
  return claim.payload
}

function* mustBeSigned(request: IncomingMessage, isPresigned: boolean): Iterable<string> {
  yield 'host'
  for (const name of Object.keys(request.headers))
    if (name.startsWith('x-amz-') && !(isPresigned && name === 'x-amz-content-sha256')) yield name
}

function canonical(request: IncomingMessage, url: URL, { signedHeaders, payload }: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const path = decodeURIComponent(url.pathname).split('/').map(escaped).join('/')
  const headers = signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  return [request.method, path, query, headers, signedHeaders.join(';'), payload].join('\n')
}

function claimInQuery(url: URL): Claim {
  const of = (name: string) => url.searchParams.get(name) ?? ''
  if (of('X-Amz-Algorithm') !== ALGORITHM) throw new S3Refusal(400, 'AuthorizationQueryParametersError')
  return {
    credential: of('X-Amz-Credential'),
    signedHeaders: of('X-Amz-SignedHeaders').split(';'),
    signature: of('X-Amz-Signature'),
    date: of('X-Amz-Date'),
    payload: 'UNSIGNED-PAYLOAD',
  }
}

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

function claimInHeader({ headers }: IncomingMessage): Claim {
  const [, credential, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!credential || !names || !signature) throw new S3Refusal(403, 'AccessDenied')
  return {
    credential,
    signedHeaders: names.split(';'),
    signature,
    date: String(headers['x-amz-date'] ?? ''),
    payload: String(headers['x-amz-content-sha256'] ?? ''),
  }
}

function momentOf(date: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  if (!year) throw new S3Refusal(403, 'AccessDenied', 'no date')
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function checkExpiry(url: URL, date: string) {
  const seconds = Number(url.searchParams.get('X-Amz-Expires'))
  if (!(seconds >= 1 && seconds <= 604_800)) throw new S3Refusal(400, 'AuthorizationQueryParametersError')
  const signedAt = momentOf(date)
  if (signedAt - SKEW > Date.now()) throw new S3Refusal(403, 'AccessDenied', 'Request is not valid yet')
  if (signedAt + seconds * 1_000 < Date.now()) throw new S3Refusal(403, 'AccessDenied', 'Request has expired')
}

function checkSkew(date: string) {
  if (Math.abs(momentOf(date) - Date.now()) > SKEW) throw new S3Refusal(403, 'RequestTimeTooSkewed')
}
