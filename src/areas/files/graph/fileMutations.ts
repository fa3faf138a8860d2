import { z } from 'zod'
import { FileId, UploadId } from '../../../contract/ids.ts'
import {
  CreateFileRequest,
  CreateFileVersionRequest,
  FileType,
  FinishFileDataUploadRequest,
  ImagePurpose as ImagePurposeName,
  UploadImageForm,
} from '../../../contract/shapes/file.ts'
import { builder, type ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { uploadIdField } from '../../../edges/graphql/resolvers/uploads.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { FileId as Id, UploadId as IdOfUpload } from '../../../kernel/ids.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { createFile, deleteFile, type FileWithVersions } from '../files.ts'
import { uploadImage } from '../images/images.ts'
import type { ImageTag } from '../images/kinds.ts'
import { assertPartNumber, finishFileDataUpload, startFileDataUpload } from '../storage/uploads.ts'
import { readTaggedImage, taggedImageRules } from '../uploads/imageSources.ts'
import { createUploadedVersion } from '../uploads/uploadedVersions.ts'
import { readUsableUpload } from '../uploads/uploads.ts'
import { createFileVersion, deleteFileVersion, type NewFileVersion, newVersionRules } from '../versions.ts'
import { BY_OLDEST_FILE, File, FileEdge, ImageAnimationStyle, ImageLoopStyle, ImageMask } from './file.ts'
import { FileDataType } from './versionData.ts'

const ImagePurpose = builder.enumType('ImagePurpose', {
  description: 'What an image is uploaded for.',
  values: {
    ADMIN: { value: 'admin', description: 'Use by the platform itself; admins only.' },
    AVATAR_GALLERY: { value: 'avatargallery', description: 'Gallery of an avatar.' },
    AVATAR_IMAGE: { value: 'avatarimage', description: 'Image of an avatar.' },
    BUNDLE: { value: 'bundle', description: 'Image of contents that are sold together.' },
    EMOJI: { value: 'emoji', description: 'Emoji without animation.' },
    ANIMATED_EMOJI: { value: 'emojianimated', description: 'Frames of an animated emoji.' },
    GALLERY: { value: 'gallery', description: "The viewer's gallery." },
    ICON: { value: 'icon', description: "The viewer's icon." },
    LISTING_GALLERY: { value: 'listinggallery', description: 'Gallery of a listing in the store.' },
    PRODUCT: { value: 'product', description: 'Image of a product in the store.' },
    STICKER: { value: 'sticker', description: 'Sticker.' },
  } as const satisfies Readonly<Record<string, { value: ImageTag; description: string }>>,
})

const FileKey = z.object({ fileId: FileId.describe("Id of a file of the viewer's.") })
const VersionKey = FileKey.extend({ version: z.int().describe('Number of the version.') })
const DataKey = VersionKey.extend({ type: FileType.describe('Which data of the version.') })

/** The file that a mutation has created or changed. */
interface Changed {
  readonly file: FileWithVersions
}

const changedFile = (t: ObjectFieldBuilder<Changed>) => ({
  file: t.field({ type: File, description: 'The file after the mutation.', resolve: ({ file }) => file }),
})

const newFile = (t: ObjectFieldBuilder<Changed>) => ({
  ...changedFile(t),
  fileEdge: t.field({
    type: FileEdge,
    description: "The file in the list of the viewer's files.",
    resolve: ({ file }) => edgeOf(BY_OLDEST_FILE, file),
  }),
})

mutation('createFile', {
  description: 'Creates a file without data, ready for its first version.',
  input: CreateFileRequest,
  types: { mimeType: 'String' },
  run: async (scope, file) => ({ file: await createFile(scope, file) }),
  payload: newFile,
})

interface GivenVersion extends Partial<NewFileVersion> {
  readonly fileId: Id
  readonly uploadId?: IdOfUpload | undefined
}

const REQUIRED_WITHOUT_UPLOAD = ['signatureMd5', 'signatureSizeInBytes'] as const

/** Throws `invalid` for an upload with announced data, and without both. `names` are those of the given fields. */
function assertOneContent(names: ReadonlySet<string>): void {
  if (names.has('uploadId') && hasAnnouncedData(names))
    throw invalid('uploadId', 'uploadId cannot be given together with announced data', 'wrong_combination')
  if (!names.has('uploadId') && !hasAnnouncedData(names)) throw isRequired('uploadId')
}

const hasAnnouncedData = (names: ReadonlySet<string>) =>
  Object.keys(CreateFileVersionRequest.shape).some((name) => names.has(name))

/** Throws `invalid` without a field that announced data needs; an upload needs none. */
function assertAnnounced(name: string, names: ReadonlySet<string>): void {
  if (hasAnnouncedData(names) && !names.has('uploadId') && !names.has(name)) throw isRequired(name)
}

const isRequired = (name: string) => invalid(name, `${name} is required`, 'required')

async function versionRules(
  scope: ViewerScope,
  { fileId, uploadId, ...announced }: Partial<GivenVersion>,
  names: ReadonlySet<string>,
): Promise<readonly InputRule[]> {
  return [
    () => assertOneContent(names),
    () => uploadId !== undefined && readUsableUpload(scope, { uploadId, field: 'uploadId', accepts: ['fileversion'] }),
    ...REQUIRED_WITHOUT_UPLOAD.map((name) => () => assertAnnounced(name, names)),
    ...(fileId ? await newVersionRules(scope, fileId, announced) : []),
  ]
}

/** Creates a version from an upload, or announces its data. Throws `invalid` for both or none. */
async function createVersion(scope: ViewerScope, version: GivenVersion) {
  const { fileId, uploadId, ...announced } = version
  const { signatureMd5, signatureSizeInBytes } = announced
  assertOneContent(new Set(Object.keys(version)))
  if (uploadId !== undefined) return createUploadedVersion(scope, fileId, uploadId)
  if (signatureMd5 === undefined) throw isRequired('signatureMd5')
  if (signatureSizeInBytes === undefined) throw isRequired('signatureSizeInBytes')
  return createFileVersion(scope, fileId, { ...announced, signatureMd5, signatureSizeInBytes })
}

mutation('createFileVersion', {
  description:
    "Creates a version of a file of the viewer's from an upload that was sent, or announces data that will be uploaded in steps.",
  input: FileKey.extend({ ...CreateFileVersionRequest.partial().shape, uploadId: uploadIdField('FILE_VERSION') }),
  types: { fileSizeInBytes: 'Float', signatureSizeInBytes: 'Float' },
  rules: versionRules,
  run: async (scope, version) => ({ file: await createVersion(scope, version) }),
  payload: changedFile,
})

mutation('startFileDataUpload', {
  description: 'Returns a URL to which one part of the data is uploaded by PUT.',
  input: DataKey.extend({
    partNumber: z.int().optional().describe('Number of the part, from 1; left out for an upload in one piece.'),
  }),
  types: { type: FileDataType },
  fieldNames: { fileType: 'type' },
  rules: (_scope, { partNumber = 1 }) => [() => assertPartNumber(partNumber)],
  run: async (scope, { partNumber, ...key }) => ({ url: await startFileDataUpload(scope, key, partNumber) }),
  payload: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'URL for one HTTP PUT within an hour.' }),
  }),
})

mutation('finishFileDataUpload', {
  description: 'Checks the uploaded data and completes it as part of the version.',
  input: DataKey.extend({ etags: FinishFileDataUploadRequest.shape.etags }),
  types: { type: FileDataType },
  // Faults of the content are told of the field that names it.
  fieldNames: { fileType: 'type', sizeInBytes: 'type', md5: 'type', file: 'type' },
  run: async (scope, { etags, ...key }) => ({ file: await finishFileDataUpload(scope, key, etags) }),
  payload: changedFile,
})

mutation('deleteFileVersion', {
  description: "Deletes the latest version of a file of the viewer's.",
  input: VersionKey,
  fieldNames: { versionId: 'version' },
  run: async (scope, { fileId, version }) => ({ file: await deleteFileVersion(scope, fileId, version) }),
  payload: changedFile,
})

mutation('deleteFile', {
  description: "Deletes a file of the viewer's with all its versions.",
  input: FileKey,
  run: async (scope, { fileId }) => ({ deletedFileId: (await deleteFile(scope, fileId)).id }),
  payload: (t) => ({ deletedFileId: t.exposeID('deletedFileId', { description: 'Id of the file, which is gone.' }) }),
})

mutation('uploadImage', {
  description: 'Turns an upload or file into an image for one purpose; the file is deleted.',
  input: UploadImageForm.omit({
    file: true,
    tag: true,
    frames: true,
    framesOverTime: true,
    maskTag: true,
    galleryId: true,
  }).extend({
    uploadId: UploadId.optional().describe('Id of an upload for this purpose; it is used once.'),
    fileId: FileId.optional().describe("Instead: file of the viewer's with a complete version; the file is deleted."),
    purpose: ImagePurposeName.optional().describe('What the image is for; by default what the upload is for.'),
    frameCount: UploadImageForm.shape.frames,
    framesPerSecond: UploadImageForm.shape.framesOverTime,
    mask: UploadImageForm.shape.maskTag,
    avatarId: UploadImageForm.shape.galleryId,
  }),
  types: {
    purpose: ImagePurpose,
    frameCount: 'Int',
    framesPerSecond: 'Int',
    animationStyle: ImageAnimationStyle,
    loopStyle: ImageLoopStyle,
    mask: ImageMask,
  },
  fieldNames: { frames: 'frameCount', framesOverTime: 'framesPerSecond', maskTag: 'mask', galleryId: 'avatarId' },
  rules: (scope, { frameCount: frames, framesPerSecond: framesOverTime, avatarId: galleryId, ...image }, names) =>
    taggedImageRules(scope, { ...image, frames, framesOverTime, galleryId }, names),
  run: async (scope, { fileId, uploadId, purpose, frameCount, framesPerSecond, mask, avatarId, ...styles }) => {
    const { source, kind } = await readTaggedImage(scope, { fileId, uploadId }, purpose)
    const options = {
      ...styles,
      frames: frameCount,
      framesOverTime: framesPerSecond,
      maskTag: mask,
      galleryId: avatarId,
    }
    return { file: await uploadImage(scope, kind, source, options) }
  },
  payload: newFile,
})
