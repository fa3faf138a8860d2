import type { FileVersionReference } from '../../kernel/webUrls.ts'

export { type FileVersionReference, IMAGE_SIZES, type ImageSize, imageUrl, thumbnailUrl } from '../../kernel/webUrls.ts'

/** What the wire records need to build URLs: a scope has it. */
export interface UrlOptions {
  readonly rules: { readonly publicUrl: string }
}

/** URL of the download of a version: its file by default. */
export const fileUrl = (publicUrl: string, { fileId, version }: FileVersionReference, type = 'file') =>
  `${publicUrl}/api/1/file/${fileId}/${version}/${type}`
