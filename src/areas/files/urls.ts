import { type FileVersionReference, parseFileUrl } from '../../kernel/webUrls.ts'

export type { FileVersionReference } from '../../kernel/webUrls.ts'

/** What the wire records need to build URLs: a scope has it. */
export interface UrlOptions {
  readonly rules: { readonly publicUrl: string }
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

/** URL of a thumbnail of an image of this server; images of other servers stay as they are. */
export function thumbnailUrl(publicUrl: string, url: string): string {
  const reference = parseFileUrl(publicUrl, url)
  return reference ? imageUrl(publicUrl, reference) : url
}
