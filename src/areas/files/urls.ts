import { type FileId, isId } from '../../kernel/ids.ts'

/** What the wire records need to build URLs: a scope has it. */
export interface UrlOptions {
  readonly rules: { readonly publicUrl: string }
}

/** A version of a file. */
export interface FileVersionReference {
  readonly fileId: FileId
  readonly version: number
}

/** URL of the download of a version: its file by default. */
export const fileUrl = (publicUrl: string, { fileId, version }: FileVersionReference, type = 'file') =>
  `${publicUrl}/api/1/file/${fileId}/${version}/${type}`

/** Sizes of thumbnails: most pixels per side. */
export const IMAGE_SIZES = [64, 128, 256, 512, 1024] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/** URL of a thumbnail of a version. */
export const imageUrl = (publicUrl: string, { fileId, version }: FileVersionReference, size: ImageSize = 256) =>
  `${publicUrl}/api/1/image/${fileId}/${version}/${size}`

/** Clients write the path of a version with or without its last segment. */
const FILE_PATH = /^\/api\/1\/file\/(file_[^/]+)\/(\d{1,9})(?:\/file)?\/?$/

/** The version of a file that a URL names; null for URLs that are no file of this server. */
export function parseFileUrl(publicUrl: string, url: string): FileVersionReference | null {
  const [, fileId = '', version = ''] =
    FILE_PATH.exec(pathAfterPublicUrl(publicUrl, url)) ?? FILE_PATH.exec(pathOnThisServer(publicUrl, url)) ?? []
  return isId('file', fileId) ? { fileId, version: Number(version) } : null
}

/** Fast path, since lists parse many URLs: the path of a URL that begins with `publicUrl`, otherwise empty. */
const pathAfterPublicUrl = (publicUrl: string, url: string) =>
  url.startsWith(publicUrl) ? url.slice(publicUrl.length) : ''

/** The path of any spelling of a URL of this server; empty for other servers. */
function pathOnThisServer(publicUrl: string, url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname } = new URL(url)
  return origin === new URL(publicUrl).origin ? pathname : ''
}

/** URL of a thumbnail of an image of this server; images of other servers stay as they are. */
export function thumbnailUrl(publicUrl: string, url: string): string {
  const reference = parseFileUrl(publicUrl, url)
  return reference ? imageUrl(publicUrl, reference) : url
}
