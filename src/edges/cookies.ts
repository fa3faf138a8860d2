import type { SetCookie } from '../contract/operation.ts'

/** The Set-Cookie header of a cookie: never readable by scripts; over https, never sent without it. */
export const writeCookie = (secure: boolean) => (cookie: SetCookie) =>
  [
    `${cookie.name}=${cookie.value}`,
    `Expires=${cookie.expires.toUTCString()}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/** The cookies of a request by name; of one that is given twice the first, without surrounding quotes. */
export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = {}
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at > 0 && !Object.hasOwn(cookies, name))
      cookies[name] = pair
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1')
  }
  return cookies
}
