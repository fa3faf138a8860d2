import { type FileId, isId } from '../../kernel/ids.ts'

/** A file at one of its versions. */
export interface FileReference {
  readonly fileId: FileId
  readonly version: number
}

/** Where a version's data is downloaded. */
export const fileUrl = (publicUrl: string, { fileId, version }: FileReference, type = 'file') =>
  `${publicUrl}/api/1/file/${fileId}/${version}/${type}`

/** The sizes in pixels that pictures are made smaller to. */
export const IMAGE_SIZES = [64, 128, 256, 512, 1024] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/** Where a smaller picture of a version is. */
export const imageUrl = (publicUrl: string, { fileId, version }: FileReference, size: ImageSize = 256) =>
  `${publicUrl}/api/1/image/${fileId}/${version}/${size}`

/** Clients write the address of a version with or without its last segment. */
const FILE_PATH = /^\/api\/1\/file\/(file_[^/]+)\/(\d{1,9})(?:\/file)?\/?$/

/** The file that an address names; null for any address that is none of our files. */
export function fileAt(publicUrl: string, url: string): FileReference | null {
  const [, fileId = '', version = ''] =
    FILE_PATH.exec(plainPath(publicUrl, url)) ?? FILE_PATH.exec(pathIn(publicUrl, url)) ?? []
  return isId('file', fileId) ? { fileId, version: Number(version) } : null
}

/** What follows our own address, where it is written as we write it: lists look at many, and parsing takes long. */
const plainPath = (publicUrl: string, url: string) => (url.startsWith(publicUrl) ? url.slice(publicUrl.length) : '')

/** The path of an address on this server, however it is written; empty for another's. */
function pathIn(publicUrl: string, url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname } = new URL(url)
  return origin === new URL(publicUrl).origin ? pathname : ''
}

/** A picture of ours is shown small; one from elsewhere as it is. */
export function thumbnailUrl(publicUrl: string, url: string): string {
  const reference = fileAt(publicUrl, url)
  return reference ? imageUrl(publicUrl, reference) : url
}
