import { type FileId, isId } from './ids.ts'
import { ownPath, shownUrl, type UrlOptions } from './ownUrls.ts'

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

/**
 * The version of a file that a URL or a stored path names, and nothing beside it, such as a query; null for URLs that are no
 * file of this server.
 */
export function parseFileUrl({ rules }: UrlOptions, url: string): FileVersionReference | null {
  const [, fileId = '', version = ''] = FILE_PATH.exec(ownPath(rules, url) ?? '') ?? []
  return isId('file', fileId) ? { fileId, version: Number(version) } : null
}

/** Sizes of thumbnails: most pixels per side. */
export const IMAGE_SIZES = [64, 128, 256, 512, 1024] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/** URL of a thumbnail of a version. */
export const imageUrl = (publicUrl: string, { fileId, version }: FileVersionReference, size: ImageSize = 256) =>
  `${publicUrl}/api/1/image/${fileId}/${version}/${size}`

/** URL of a thumbnail of an image of this server, by its URL or stored path; images of other servers stay as they are. */
export function thumbnailUrl(options: UrlOptions, url: string): string {
  const reference = parseFileUrl(options, url)
  return reference ? imageUrl(options.rules.publicUrl, reference) : shownUrl(options, url)
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
