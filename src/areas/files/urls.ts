import { type FileVersionReference, imageUrl, parseFileUrl } from '../../kernel/webUrls.ts'

export { type FileVersionReference, IMAGE_SIZES, type ImageSize, imageUrl } from '../../kernel/webUrls.ts'

/** What the wire records need to build URLs: a scope has it. */
export interface UrlOptions {
  readonly rules: { readonly publicUrl: string }
}

/** URL of the download of a version: its file by default. */
export const fileUrl = (publicUrl: string, { fileId, version }: FileVersionReference, type = 'file') =>
  `${publicUrl}/api/1/file/${fileId}/${version}/${type}`

/** URL of a thumbnail of an image of this server; images of other servers stay as they are. */
export function thumbnailUrl(publicUrl: string, url: string): string {
  const reference = parseFileUrl(publicUrl, url)
  return reference ? imageUrl(publicUrl, reference) : url
}
