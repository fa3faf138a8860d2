import { type FileId, isId } from './ids.ts'

/** Whether a text is an http or https URL without a username and password. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** A version of a file. */
export interface FileVersionReference {
  readonly fileId: FileId
  readonly version: number
}

/** Clients write the path of a version with or without its last segment. */
const FILE_PATH = /^\/api\/1\/file\/(file_[^/]+)\/(\d{1,9})(?:\/file)?\/?$/
/** Scheme and host, without a username and password. */
const ORIGIN = /^https?:\/\/[^/?#@\\]+$/i

/** The version of a file that a URL names, and nothing beside it; null for URLs that are no file of this server. */
export function parseFileUrl(publicUrl: string, url: string): FileVersionReference | null {
  const [, fileId = '', version = ''] =
    FILE_PATH.exec(pathAfterPublicUrl(publicUrl, url)) ?? FILE_PATH.exec(pathOnThisServer(publicUrl, url)) ?? []
  return isId('file', fileId) ? { fileId, version: Number(version) } : null
}

/** Fast path, since lists parse many URLs: the path of a URL that begins with `publicUrl`, otherwise empty. */
const pathAfterPublicUrl = (publicUrl: string, url: string) =>
  url.startsWith(publicUrl) ? url.slice(publicUrl.length) : ''

/**
 * The path of a URL of this server, however its scheme and host are spelled. Empty for other servers, and for a URL with
 * anything that is not part of the path, such as a query or `/../`: it would be stored and shown, too.
 */
function pathOnThisServer(publicUrl: string, url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname } = new URL(url)
  const isExact = url.endsWith(pathname) && ORIGIN.test(url.slice(0, -pathname.length))
  return isExact && origin === new URL(publicUrl).origin ? pathname : ''
}

/** Sizes of thumbnails: most pixels per side. */
export const IMAGE_SIZES = [64, 128, 256, 512, 1024] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/** URL of a thumbnail of a version. */
export const imageUrl = (publicUrl: string, { fileId, version }: FileVersionReference, size: ImageSize = 256) =>
  `${publicUrl}/api/1/image/${fileId}/${version}/${size}`

/** URL of a thumbnail of an image of this server; images of other servers stay as they are. */
export function thumbnailUrl(publicUrl: string, url: string): string {
  const reference = parseFileUrl(publicUrl, url)
  return reference ? imageUrl(publicUrl, reference) : url
}

const ESCAPE = /%[0-9A-Fa-f]{2}/g
const MALFORMED_ESCAPE = /%(?![0-9A-Fa-f]{2})/
/** What a segment of a path can hold without an escape (RFC 3986, 3.3). */
const SEGMENT_CHARACTER = /[\w.~!$&'()*+,;=:@-]/

/**
 * Decodes the escapes of characters that need none in a segment of a path, such as `%3A` and `%7E`. All other escapes,
 * such as `%2F` and `%25`, stay; so does a text with a malformed escape, in which decoding could make a new one.
 */
export function decodeSegmentCharacters(text: string): string {
  if (!text.includes('%') || MALFORMED_ESCAPE.test(text)) return text
  return text.replace(ESCAPE, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return SEGMENT_CHARACTER.test(character) ? character : escaped
  })
}
