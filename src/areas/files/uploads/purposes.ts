import { assertAdmin } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { IMAGE_KINDS, type ImageKindName, MAX_IMAGE_BYTES } from '../images/kinds.ts'

/** What an upload may be used for: images by their kind, assets of worlds and props, and versions of files. */
export type UploadPurpose = ImageKindName | 'worldasset' | 'propasset' | 'fileversion'

const IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp']
const PACKED_TYPES = ['application/octet-stream', 'application/gzip']
const ASSET_TYPES: Readonly<Record<string, readonly string[]>> = {
  worldasset: ['application/x-world', ...PACKED_TYPES],
  propasset: ['application/x-prop', ...PACKED_TYPES],
}

/** The kind of image that a purpose makes; null for other files. */
export const imageKindOf = (purpose: string): ImageKindName | null => (isImageKind(purpose) ? purpose : null)

const isImageKind = (purpose: string): purpose is ImageKindName => Object.hasOwn(IMAGE_KINDS, purpose)

/** A file that a person wants to upload. */
export interface NewUpload {
  readonly purpose: UploadPurpose
  readonly fileName: string
  readonly mimeType: string
  /** Bytes. */
  readonly size: number
}

/** Throws `invalid` for a type or size that the purpose does not take, `forbidden` for purposes of admins. */
export function assertCanUpload(scope: ViewerScope, { purpose, fileName, mimeType, size }: NewUpload): void {
  const kind = imageKindOf(purpose)
  if (kind && IMAGE_KINDS[kind].adminOnly) assertAdmin(scope)
  const types = kind ? IMAGE_TYPES : ASSET_TYPES[purpose]
  if (types && !types.includes(mimeType))
    throw invalid('mimeType', `mimeType must be one of ${types.join(', ')} for this purpose`, 'unsupported_file')
  const max = mimeType.startsWith('image/') ? MAX_IMAGE_BYTES : scope.rules.maxUploadBytes
  if (size > max) throw invalid('size', `size must be ${max} bytes at most`, { reason: 'too_large', max })
  if (purpose in ASSET_TYPES && extensionOf(fileName) === '')
    throw invalid('fileName', 'fileName must end with an extension, such as .vrcw', 'malformed')
}

/** The extension of a file name with its dot; empty without one that files can have. */
export const extensionOf = (fileName: string): string => /\.[0-9A-Za-z]{1,16}$/.exec(fileName)?.[0] ?? ''
