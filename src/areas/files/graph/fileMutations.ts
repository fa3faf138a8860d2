import { z } from 'zod'
import { FileId } from '../../../contract/ids.ts'
import {
  CreateFileRequest,
  CreateFileVersionRequest,
  FileType,
  FinishFileDataUploadRequest,
  ImagePurpose as ImagePurposeName,
  UploadImageForm,
} from '../../../contract/shapes/file.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { createFile, deleteFile, type FileWithVersions } from '../files.ts'
import { readImageSource, uploadImage } from '../images/images.ts'
import type { ImageTag } from '../images/kinds.ts'
import { finishFileDataUpload, startFileDataUpload } from '../storage/uploads.ts'
import { createFileVersion, deleteFileVersion } from '../versions.ts'
import { File, FileDataType } from './file.ts'

const ImagePurpose = builder.enumType('ImagePurpose', {
  description: 'What an image is uploaded for.',
  values: {
    admin: { description: 'Use by the platform itself; admins only.' },
    avatargallery: { description: 'Gallery of an avatar.' },
    avatarimage: { description: 'Image of an avatar.' },
    bundle: { description: 'Image of contents that are sold together.' },
    emoji: { description: 'Emoji without animation.' },
    emojianimated: { description: 'Frames of an animated emoji.' },
    gallery: { description: "The viewer's gallery." },
    icon: { description: "The viewer's icon." },
    listinggallery: { description: 'Gallery of a listing in the store.' },
    product: { description: 'Image of a product in the store.' },
    sticker: { description: 'Sticker.' },
  } satisfies Record<ImageTag, { description: string }>,
})

const FileKey = z.object({ fileId: FileId.describe("File of the viewer's.") })
const VersionKey = FileKey.extend({ version: z.int().describe('Number of the version.') })
const DataKey = VersionKey.extend({ type: FileType.describe('Which data of the version.') })

const CreateFileInput = inputOf('CreateFileInput', 'A new file.', CreateFileRequest, { mimeType: 'String' })
const CreateFileVersionInput = inputOf(
  'CreateFileVersionInput',
  'Data that will be uploaded as a new version of a file.',
  FileKey.extend(CreateFileVersionRequest.shape),
  { fileSizeInBytes: 'Float', signatureSizeInBytes: 'Float' },
)
const FileVersionInput = inputOf('FileVersionInput', 'A version of a file.', VersionKey)
const DeleteFileInput = inputOf('DeleteFileInput', 'The file to delete.', FileKey)
const StartUploadInput = inputOf(
  'StartFileDataUploadInput',
  'A part of the data of a version.',
  DataKey.extend({
    partNumber: z.int().optional().describe('Number of the part, from 1; left out for an upload in one piece.'),
  }),
  { type: FileDataType },
)
const FinishUploadInput = inputOf(
  'FinishFileDataUploadInput',
  'Data that was uploaded.',
  DataKey.extend({ etags: FinishFileDataUploadRequest.shape.etags }),
  { type: FileDataType },
)
const UploadImageInput = inputOf(
  'UploadImageInput',
  'An uploaded file that becomes an image, and the purpose of the image.',
  UploadImageForm.omit({ file: true }).extend({
    fileId: FileId.describe("File of the viewer's with a complete version; the file is deleted."),
    tag: ImagePurposeName.describe('What the image is for.'),
  }),
  {
    tag: ImagePurpose,
    frames: 'Int',
    framesOverTime: 'Int',
    animationStyle: 'String',
    loopStyle: 'String',
    maskTag: 'String',
  },
)

const FilePayload = builder.objectRef<FileWithVersions>('FilePayload').implement({
  description: 'The file after a mutation.',
  fields: (t) => ({ file: t.field({ type: File, description: 'The file.', resolve: (file) => file }) }),
})

const DeletedFile = builder.objectRef<{ readonly id: string }>('DeletedFile').implement({
  description: 'A file that was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the file.' }) }),
})

const UploadAddress = builder.objectRef<string>('FileUploadAddress').implement({
  description: 'Where a part is uploaded.',
  fields: (t) => ({ url: t.string({ description: 'URL for one HTTP PUT within an hour.', resolve: (url) => url }) }),
})

builder.mutationFields((t) => ({
  createFile: t.field({
    type: FilePayload,
    description: 'Creates a file without data, ready for its first version.',
    ...act(CreateFileInput, createFile),
  }),
  createFileVersion: t.field({
    type: FilePayload,
    description: "Announces the data of a new version of a file of the viewer's.",
    ...act(CreateFileVersionInput, (scope, { fileId, ...version }) => createFileVersion(scope, fileId, version)),
  }),
  startFileDataUpload: t.field({
    type: UploadAddress,
    description: 'Returns a URL to which one part of the data is uploaded by PUT.',
    ...act(StartUploadInput, (scope, { partNumber, ...key }) => startFileDataUpload(scope, key, partNumber)),
  }),
  finishFileDataUpload: t.field({
    type: FilePayload,
    description: 'Checks the uploaded data and completes it as part of the version.',
    ...act(FinishUploadInput, (scope, { etags, ...key }) => finishFileDataUpload(scope, key, etags)),
  }),
  deleteFileVersion: t.field({
    type: FilePayload,
    description: "Deletes the latest version of a file of the viewer's.",
    ...act(FileVersionInput, (scope, { fileId, version }) => deleteFileVersion(scope, fileId, version)),
  }),
  deleteFile: t.field({
    type: DeletedFile,
    description: "Deletes a file of the viewer's with all its versions.",
    ...act(DeleteFileInput, (scope, { fileId }) => deleteFile(scope, fileId)),
  }),
  uploadImage: t.field({
    type: FilePayload,
    description: 'Turns an uploaded file into an image for one purpose; the uploaded file is deleted.',
    ...act(UploadImageInput, async (scope, { fileId, tag, ...options }) =>
      uploadImage(scope, tag, await readImageSource(scope, fileId), options),
    ),
  }),
}))
