import { assertAdmin } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { IMAGE_KINDS, type ImageKindName, MAX_IMAGE_BYTES } from '../images/kinds.ts'

/** What an upload may be used for: images by their kind, assets of worlds, avatars and props, and versions of files. */
export type UploadPurpose = ImageKindName | 'worldasset' | 'avatarasset' | 'propasset' | 'fileversion'

const IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp']
const PACKED_TYPES = ['application/octet-stream', 'application/gzip']
const ASSET_TYPES: Readonly<Record<string, readonly string[]>> = {
  worldasset: ['application/x-world', ...PACKED_TYPES],
  avatarasset: ['application/x-avatar', ...PACKED_TYPES],
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
  readonly sizeInBytes: number
}

/** Throws `invalid` for a type or size that the purpose does not take, `forbidden` for purposes of admins. */
export async function assertCanUpload(scope: ViewerScope, upload: NewUpload): Promise<void> {
  const kind = imageKindOf(upload.purpose)
  if (kind && IMAGE_KINDS[kind].adminOnly) assertAdmin(scope)
  await assertAll(newUploadRules(scope, upload))
}

/** The rules for what is given of an upload. */
export function newUploadRules(scope: ViewerScope, upload: Partial<NewUpload>): InputRule[] {
  const { purpose, fileName, mimeType, sizeInBytes } = upload
  return [
    () => purpose !== undefined && mimeType !== undefined && assertTypeFor(purpose, mimeType),
    () => sizeInBytes !== undefined && mimeType !== undefined && assertUploadSize(scope, mimeType, sizeInBytes),
    () => purpose !== undefined && fileName !== undefined && assertFileNameFor(purpose, fileName),
  ]
}

function assertTypeFor(purpose: UploadPurpose, mimeType: string): void {
  const types = imageKindOf(purpose) ? IMAGE_TYPES : ASSET_TYPES[purpose]
  if (types && !types.includes(mimeType))
    throw invalid('mimeType', `mimeType must be one of ${types.join(', ')} for this purpose`, 'unsupported_file')
}

function assertUploadSize({ rules }: ViewerScope, mimeType: string, sizeInBytes: number): void {
  const max = mimeType.startsWith('image/') ? MAX_IMAGE_BYTES : rules.maxUploadBytes
  if (sizeInBytes > max)
    throw invalid('sizeInBytes', `sizeInBytes must be ${max} at most`, { reason: 'too_large', max })
}

function assertFileNameFor(purpose: UploadPurpose, fileName: string): void {
  if (Object.hasOwn(ASSET_TYPES, purpose) && extensionOf(fileName) === '')
    throw invalid('fileName', 'fileName must end with an extension, such as .vrcw', 'extension_missing')
}

/** The extension of a file name with its dot; empty without one that files can have. */
export const extensionOf = (fileName: string): string => /\.[0-9A-Za-z]{1,16}$/.exec(fileName)?.[0] ?? ''
