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
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/pagination.ts'
import { uploadIdField } from '../../../edges/graphql/resolvers/uploads.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { FileId as Id, UploadId as IdOfUpload } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { createFile, deleteFile, type FileWithVersions } from '../files.ts'
import { uploadImage } from '../images/images.ts'
import type { ImageTag } from '../images/kinds.ts'
import { finishFileDataUpload, startFileDataUpload } from '../storage/uploads.ts'
import { readTaggedImage } from '../uploads/imageSources.ts'
import { createUploadedVersion } from '../uploads/uploadedVersions.ts'
import { createFileVersion, deleteFileVersion, type NewFileVersion } from '../versions.ts'
import { BY_OLDEST_FILE, File, FileDataType, FileEdge } from './file.ts'
import { ImageAnimationStyle, ImageLoopStyle, ImageMask } from './imageStyles.ts'

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

/** Creates a version from an upload, or announces its data. Throws `invalid` for both or none. */
async function createVersion(scope: ViewerScope, { fileId, uploadId, ...announced }: GivenVersion) {
  const { signatureMd5, signatureSizeInBytes } = announced
  const isAnnounced = Object.keys(announced).length > 0
  if (uploadId !== undefined && isAnnounced)
    throw invalid('uploadId', 'uploadId cannot be given together with announced data', 'wrong_combination')
  if (uploadId !== undefined) return createUploadedVersion(scope, fileId, uploadId)
  if (!isAnnounced) throw invalid('uploadId', 'uploadId is required', 'required')
  if (signatureMd5 === undefined) throw invalid('signatureMd5', 'signatureMd5 is required', 'required')
  if (signatureSizeInBytes === undefined)
    throw invalid('signatureSizeInBytes', 'signatureSizeInBytes is required', 'required')
  return createFileVersion(scope, fileId, { ...announced, signatureMd5, signatureSizeInBytes })
}

mutation('createFileVersion', {
  description:
    "Creates a version of a file of the viewer's from an upload that was sent, or announces data that will be uploaded in steps.",
  input: FileKey.extend({ ...CreateFileVersionRequest.partial().shape, uploadId: uploadIdField('FILE_VERSION') }),
  types: { fileSizeInBytes: 'Float', signatureSizeInBytes: 'Float' },
  run: async (scope, version) => ({ file: await createVersion(scope, version) }),
  payload: changedFile,
})

mutation('startFileDataUpload', {
  description: 'Returns a URL to which one part of the data is uploaded by PUT.',
  input: DataKey.extend({
    partNumber: z.int().optional().describe('Number of the part, from 1; left out for an upload in one piece.'),
  }),
  types: { type: FileDataType },
  run: async (scope, { partNumber, ...key }) => ({ url: await startFileDataUpload(scope, key, partNumber) }),
  payload: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'URL for one HTTP PUT within an hour.' }),
  }),
})

mutation('finishFileDataUpload', {
  description: 'Checks the uploaded data and completes it as part of the version.',
  input: DataKey.extend({ etags: FinishFileDataUploadRequest.shape.etags }),
  types: { type: FileDataType },
  run: async (scope, { etags, ...key }) => ({ file: await finishFileDataUpload(scope, key, etags) }),
  payload: changedFile,
})

mutation('deleteFileVersion', {
  description: "Deletes the latest version of a file of the viewer's.",
  input: VersionKey,
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
  input: UploadImageForm.omit({ file: true }).extend({
    uploadId: UploadId.optional().describe('Id of an upload for this purpose; it is used once.'),
    fileId: FileId.optional().describe("Instead: file of the viewer's with a complete version; the file is deleted."),
    tag: ImagePurposeName.optional().describe('What the image is for; by default what the upload is for.'),
  }),
  types: {
    tag: ImagePurpose,
    frames: 'Int',
    framesOverTime: 'Int',
    animationStyle: ImageAnimationStyle,
    loopStyle: ImageLoopStyle,
    maskTag: ImageMask,
  },
  run: async (scope, { fileId, uploadId, tag, ...options }) => {
    const { source, kind } = await readTaggedImage(scope, { fileId, uploadId }, tag)
    return { file: await uploadImage(scope, kind, source, options) }
  },
  payload: newFile,
})
