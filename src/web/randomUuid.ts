const TEMPLATE = 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'
const DIGITS = 30

/** A UUID of version 4. Browsers have `crypto.randomUUID` on https and on this machine only, this everywhere. */
export function randomUuid(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(DIGITS)), (byte) => (byte % 16).toString(16))
  return TEMPLATE.replaceAll('x', () => digits.pop() ?? '')
}
