/**
 * URLs of this server: rows hold their paths, such as `/api/1/file/…`, so that the server can move to another host name, and
 * clients get them in full. Rows may hold URLs in full too: those of earlier versions, until they are converted.
 */

/** What tells URLs of this server from others. */
export interface OwnUrlRules {
  /** Scheme and host of the server, as clients get them. */
  readonly publicUrl: string
  /** Scheme and host of the server, and all that it had earlier, each as the URL standard writes it. */
  readonly ownOrigins: ReadonlySet<string>
  /**
   * From when on own URLs are stored as paths. Nodes of the version before this one show what is stored, so that they must
   * have ended by then.
   */
  readonly pathsStoredFrom: Date
}

/** What is needed to show stored URLs: a scope has it. */
export interface UrlOptions {
  readonly rules: Pick<OwnUrlRules, 'publicUrl' | 'ownOrigins'>
}

/** What is needed to store URLs: a scope has it. */
export interface StoredUrlOptions {
  readonly rules: OwnUrlRules
  readonly now: Date
}

/** Scheme and host of a URL, without a username and password, before its path. */
const ORIGIN = /^https?:\/\/[^/?#@\\]+(?=\/)/i
/** An origin with a host name that the URL standard writes in no other way, and perhaps with a port that is not usual. */
const NORMAL_ORIGIN = /^https?:\/\/[a-z\d.-]*[a-z](?::(?!80$|443$)\d+)?$/

/** The path of a URL of this server, with its query, or of a path itself; null for other texts. */
export function ownPath({ publicUrl, ownOrigins }: UrlOptions['rules'], url: string): string | null {
  // Lists show many URLs, of which few need to be parsed.
  if (url.startsWith('/')) return url
  if (url.startsWith(publicUrl) && url[publicUrl.length] === '/') return url.slice(publicUrl.length)
  const [origin] = ORIGIN.exec(url) ?? []
  return origin !== undefined && ownOrigins.has(normalOrigin(origin)) ? url.slice(origin.length) : null
}

const normalOrigin = (origin: string) =>
  NORMAL_ORIGIN.test(origin) || !URL.canParse(origin) ? origin : new URL(origin).origin

/** How a URL is stored: one of this server, however its scheme and host are written, as its path; others as they are. */
export function storedUrl({ rules, now }: StoredUrlOptions, url: string): string {
  return now < rules.pathsStoredFrom ? url : (ownPath(rules, url) ?? url)
}

/** How a stored URL is shown: one of this server in full, with the present host; others, and the empty text, as they are. */
export function shownUrl(options: UrlOptions, stored: string): string
export function shownUrl(options: UrlOptions, stored: string | null): string | null
export function shownUrl({ rules }: UrlOptions, stored: string | null): string | null {
  const path = stored === null ? null : ownPath(rules, stored)
  return path === null ? stored : rules.publicUrl + path
}

/** Whether two URLs are the same for clients, however they are written or stored. */
export const isSameUrl = (options: UrlOptions, one: string, other: string): boolean =>
  shownUrl(options, one) === shownUrl(options, other)

/** Members of stored JSON that are URLs. */
export const URL_MEMBERS = ['assetUrl', 'imageUrl'] as const

const isUrlMember = (name: string) => URL_MEMBERS.some((member) => member === name)

type ConvertUrl = (url: string) => string

/** A copy of JSON in which the URLs among its members, at any depth, are converted. */
function convertMembers<J>(json: J, convert: ConvertUrl): J {
  if (typeof json !== 'object' || json === null || Object.keys(json).length === 0) return json
  const text = JSON.stringify(json, (name, value: unknown) =>
    typeof value === 'string' && isUrlMember(name) ? convert(value) : value,
  )
  return JSON.parse(text)
}

/** JSON as it is stored: with the URLs of its members `URL_MEMBERS` as `storedUrl` has them. */
export const storedUrlsIn = <J>(options: StoredUrlOptions, json: J): J =>
  convertMembers(json, (url) => storedUrl(options, url))

/** Stored JSON as it is shown: with the URLs of its members `URL_MEMBERS` as `shownUrl` has them. */
export const shownUrlsIn = <J>(options: UrlOptions, json: J): J => convertMembers(json, (url) => shownUrl(options, url))
