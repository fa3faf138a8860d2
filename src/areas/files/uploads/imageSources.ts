import { invalid } from '../../../kernel/failure.ts'
import type { FileId, UploadId } from '../../../kernel/ids.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type ImageOptions, type ImageSource, readImageSource } from '../images/images.ts'
import {
  animationRules,
  galleryRules,
  IMAGE_KINDS,
  type ImageKindName,
  type ImageTag,
  isImageTag,
} from '../images/kinds.ts'
import { blobReader } from '../storage/downloads.ts'
import { imageKindOf } from './purposes.ts'
import { blobOfUpload, readUsableUpload, receiveUpload } from './uploads.ts'

/** An image as inputs name it: a file of the viewer's, which is deleted, or an upload, which is used. */
export interface GivenImage {
  readonly fileId?: FileId | undefined
  readonly uploadId?: UploadId | undefined
}

const FIELD = 'uploadId'

/** The image that an input names for a kind. Throws `invalid` for both a file and an upload, or none of them. */
export async function readGivenImage(scope: ViewerScope, given: GivenImage, kind: ImageKindName): Promise<ImageSource> {
  const source = await readOptionalImage(scope, given, kind)
  if (!source) throw imageRequired()
  return source
}

const imageRequired = () => invalid(FIELD, `${FIELD} or fileId is required`, 'required')

/** The rules for the image that an input names, apart from those for its content. */
export const imageRules = (
  scope: ViewerScope,
  given: GivenImage,
  accepts: readonly ImageKindName[],
): readonly InputRule[] => {
  const { fileId, uploadId } = given
  return [
    () => assertOneImage(given),
    () => uploadId !== undefined && readUsableUpload(scope, { uploadId, field: FIELD, accepts }),
    () => fileId !== undefined && readImageSource(scope, fileId),
  ]
}

/** The rules for the image that an input must name. `names` are those of the fields that are given. */
export const requiredImageRules = (
  scope: ViewerScope,
  given: GivenImage,
  accepts: readonly ImageKindName[],
  names: ReadonlySet<string>,
): readonly InputRule[] => [
  ...imageRules(scope, given, accepts),
  () => {
    if (!names.has(FIELD) && !names.has('fileId')) throw imageRequired()
  },
]

function assertOneImage({ fileId, uploadId }: GivenImage): void {
  if (fileId !== undefined && uploadId !== undefined)
    throw invalid(FIELD, `${FIELD} and fileId cannot be given together`, 'wrong_combination')
}

/** The image that an input names for a kind; undefined for none. Throws `invalid` for both a file and an upload. */
export async function readOptionalImage(
  scope: ViewerScope,
  given: GivenImage,
  kind: ImageKindName,
): Promise<ImageSource | undefined> {
  assertOneImage(given)
  const { fileId, uploadId } = given
  if (uploadId !== undefined) return (await readUploadedImage(scope, uploadId, [kind])).source
  return fileId === undefined ? undefined : readImageSource(scope, fileId)
}

const TAGS = Object.keys(IMAGE_KINDS).filter(isImageTag)

/** The image of an input of uploadImage with its kind: that of the upload, which must be the stated one if there is one. */
export async function readTaggedImage(
  scope: ViewerScope,
  given: GivenImage,
  purpose: ImageTag | undefined,
): Promise<{ readonly source: ImageSource; readonly kind: ImageKindName }> {
  if (given.uploadId !== undefined && given.fileId === undefined)
    return readUploadedImage(scope, given.uploadId, purpose ? [purpose] : TAGS)
  if (!purpose) throw purposeRequired()
  return { source: await readGivenImage(scope, given, purpose), kind: purpose }
}

const purposeRequired = () => invalid('purpose', 'purpose is required with fileId', 'required')

interface TaggedImage extends GivenImage, ImageOptions {
  readonly purpose?: ImageTag | undefined
}

/** The rules for the input of uploadImage, apart from those for the content. `names` are those of the given fields. */
export const taggedImageRules = (
  scope: ViewerScope,
  { purpose, ...given }: TaggedImage,
  names: ReadonlySet<string>,
): readonly InputRule[] => [
  ...requiredImageRules(scope, given, purpose ? [purpose] : TAGS, names),
  () => {
    if (names.has('fileId') && !names.has('purpose')) throw purposeRequired()
  },
  ...(purpose ? animationRules(IMAGE_KINDS[purpose], given) : []),
  ...galleryRules(purpose, given),
]

async function readUploadedImage(scope: ViewerScope, uploadId: UploadId, accepts: readonly ImageKindName[]) {
  const upload = await receiveUpload(scope, { uploadId, field: FIELD, accepts })
  const kind = imageKindOf(upload.purpose)
  if (!kind) throw new Error(`the purpose ${upload.purpose} makes no image`)
  return { source: { read: blobReader(scope, blobOfUpload(upload)), uploadId, field: FIELD }, kind }
}
