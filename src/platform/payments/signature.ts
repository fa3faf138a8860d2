import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE, SECOND } from '../../kernel/clock.ts'
import { WebhookRefused } from '../../kernel/payments.ts'

/** Header of a webhook with its time and signature: `t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "t.body">`. */
export const SIGNATURE_HEADER = 'payment-signature'

/** How far the time of a webhook may be from now. */
const TOLERANCE = 5 * MINUTE

const hmacOf = (secret: string, seconds: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/** The value of the header for a body that is sent at a time. */
export function signatureOf(secret: string, body: Buffer, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / SECOND))
  return `t=${seconds},v1=${hmacOf(secret, seconds, body).toString('hex')}`
}

const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** Throws `WebhookRefused` unless the header signs this body and its time is within five minutes of now. */
export function assertSigned(secret: string, body: Buffer, header: unknown, now: Date): void {
  const [, seconds, hex] = FORM.exec(typeof header === 'string' ? header : '') ?? []
  if (seconds === undefined || hex === undefined) throw new WebhookRefused('The signature is missing or malformed.')
  if (!timingSafeEqual(hmacOf(secret, seconds, body), Buffer.from(hex, 'hex')))
    throw new WebhookRefused('The signature is wrong.')
  if (Math.abs(Number(seconds) * SECOND - now.getTime()) > TOLERANCE)
    throw new WebhookRefused('The signature is too old, or from the future.')
}
