import { invalid } from '../../../kernel/failure.ts'
import type { FileId, UploadId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type ImageSource, readImageSource } from '../images/images.ts'
import { IMAGE_KINDS, type ImageKindName, type ImageTag, isImageTag } from '../images/kinds.ts'
import { blobReader } from '../storage/downloads.ts'
import { imageKindOf } from './purposes.ts'
import { receiveUpload } from './uploads.ts'

/** An image as inputs name it: a file of the viewer's, which is deleted, or an upload, which is used. */
export interface GivenImage {
  readonly fileId?: FileId | undefined
  readonly uploadId?: UploadId | undefined
}

const FIELD = 'uploadId'

/** The image that an input names for a kind. Throws `invalid` for both a file and an upload, or none of them. */
export async function readGivenImage(scope: ViewerScope, given: GivenImage, kind: ImageKindName): Promise<ImageSource> {
  const source = await readOptionalImage(scope, given, kind)
  if (!source) throw invalid(FIELD, `${FIELD} or fileId is required`, 'required')
  return source
}

/** The image that an input names for a kind; undefined for none. Throws `invalid` for both a file and an upload. */
export async function readOptionalImage(
  scope: ViewerScope,
  { fileId, uploadId }: GivenImage,
  kind: ImageKindName,
): Promise<ImageSource | undefined> {
  if (fileId !== undefined && uploadId !== undefined)
    throw invalid(FIELD, `${FIELD} and fileId cannot be given together`, 'wrong_combination')
  if (uploadId !== undefined) return (await readUploadedImage(scope, uploadId, [kind])).source
  return fileId === undefined ? undefined : readImageSource(scope, fileId)
}

const TAGS = Object.keys(IMAGE_KINDS).filter(isImageTag)

/** The image of an input of uploadImage with its kind: that of the upload, which must be the stated one if there is one. */
export async function readTaggedImage(
  scope: ViewerScope,
  given: GivenImage,
  tag: ImageTag | undefined,
): Promise<{ readonly source: ImageSource; readonly kind: ImageKindName }> {
  if (given.uploadId !== undefined && given.fileId === undefined)
    return readUploadedImage(scope, given.uploadId, tag ? [tag] : TAGS)
  if (!tag) throw invalid('tag', 'tag is required with fileId', 'required')
  return { source: await readGivenImage(scope, given, tag), kind: tag }
}

async function readUploadedImage(scope: ViewerScope, uploadId: UploadId, accepts: readonly ImageKindName[]) {
  const { blobKey, purpose } = await receiveUpload(scope, { uploadId, field: FIELD, accepts })
  const kind = imageKindOf(purpose)
  if (!kind) throw new Error(`the purpose ${purpose} makes no image`)
  return { source: { read: blobReader(scope, blobKey), uploadId, field: FIELD }, kind }
}
