import { createFileRules, createFileVersionRules, finishRules, pictureRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { createFile, deleteFile, type FoundFile } from './files.ts'
import { finishFileDataUpload } from './finishing.ts'
import { File, FileDataType, filesById } from './graph.ts'
import type { ImageTag } from './imageKinds.ts'
import { type PictureOptions, readUploaded, uploadImage } from './pictures.ts'
import { startFileDataUpload } from './uploads.ts'
import { createFileVersion, deleteFileVersion } from './versions.ts'

const CreateFileInput = builder.inputType('CreateFileInput', {
  description: 'What the file is.',
  validate: createFileRules,
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name.' }),
    mimeType: t.string({ required: true, description: 'What it is, such as image/png or application/x-world.' }),
    extension: t.string({ required: true, description: 'The end of its name, with the dot.' }),
    tags: t.stringList({ description: 'What it is for.' }),
  }),
})

const CreateFileVersionInput = builder.inputType('CreateFileVersionInput', {
  description: 'What is going to be uploaded.',
  validate: createFileVersionRules,
  fields: (t) => ({
    fileId: t.id({ required: true, description: 'An own file.' }),
    fileMd5: t.string({ description: 'In base64; left out where a delta is uploaded.' }),
    fileSizeInBytes: t.float({ description: 'Of the file.' }),
    signatureMd5: t.string({ required: true, description: 'In base64.' }),
    signatureSizeInBytes: t.float({ required: true, description: 'Of the signature.' }),
  }),
})

const FileVersionInput = builder.inputType('FileVersionInput', {
  description: 'Which version is meant.',
  fields: (t) => ({
    fileId: t.id({ required: true, description: 'An own file.' }),
    version: t.int({ required: true, description: 'The number of the version.' }),
  }),
})

const DeleteFileInput = builder.inputType('DeleteFileInput', {
  description: 'Which file is deleted.',
  fields: (t) => ({ fileId: t.id({ required: true, description: 'An own file.' }) }),
})

const StartUploadInput = builder.inputType('StartFileDataUploadInput', {
  description: 'Which part of which data is going to be uploaded.',
  fields: (t) => ({
    fileId: t.id({ required: true, description: 'An own file.' }),
    version: t.int({ required: true, description: 'The number of the version.' }),
    type: t.field({ type: FileDataType, required: true, description: 'Which data.' }),
    partNumber: t.int({ description: 'From 1; left out for an upload of one piece.' }),
  }),
})

const FinishUploadInput = builder.inputType('FinishFileDataUploadInput', {
  description: 'Which data was uploaded.',
  validate: finishRules,
  fields: (t) => ({
    fileId: t.id({ required: true, description: 'An own file.' }),
    version: t.int({ required: true, description: 'The number of the version.' }),
    type: t.field({ type: FileDataType, required: true, description: 'Which data.' }),
    etags: t.stringList({ description: 'The ETags of the parts in order; left out for an upload of one piece.' }),
  }),
})

const ImagePurpose = builder.enumType('ImagePurpose', {
  description: 'What a picture is uploaded for.',
  values: {
    admin: { description: 'The platform itself; admins only.' },
    avatargallery: { description: 'The gallery of an avatar.' },
    avatarimage: { description: 'An avatar.' },
    bundle: { description: 'Content that is sold together.' },
    emoji: { description: 'An emoji that stands still.' },
    emojianimated: { description: 'The frames of an emoji that moves.' },
    gallery: { description: 'The own gallery.' },
    icon: { description: 'The own icon.' },
    listinggallery: { description: 'The gallery of something that is sold.' },
    product: { description: 'Something that is sold.' },
    sticker: { description: 'A sticker.' },
  } satisfies Record<ImageTag, { description: string }>,
})

const UploadImageInput = builder.inputType('UploadImageInput', {
  description: 'Which uploaded file becomes a picture, and for what.',
  validate: pictureRules,
  fields: (t) => ({
    fileId: t.id({ required: true, description: 'An own file with a complete version; it is deleted.' }),
    tag: t.field({ type: ImagePurpose, required: true, description: 'What the picture is for.' }),
    frames: t.int({ description: 'The frames of a moving emoji.' }),
    framesOverTime: t.int({ description: 'Its frames a second.' }),
    animationStyle: t.string({ description: 'How an emoji moves.' }),
    loopStyle: t.string({ description: 'How its frames follow each other: linear or pingpong.' }),
    maskTag: t.string({ description: 'The form it is cut to.' }),
  }),
})

const FilePayload = builder.objectRef<{ file: FoundFile }>('FilePayload').implement({
  description: 'The file after an act.',
  fields: (t) => ({
    file: t.field({ type: File, description: 'The file as it is now.', resolve: ({ file }) => file }),
  }),
})

const DeletedFile = builder.objectRef<{ id: string }>('DeletedFile').implement({
  description: 'What is left of a file that was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Its id.' }) }),
})

const UploadAddress = builder.objectRef<{ url: string }>('FileUploadAddress').implement({
  description: 'Where a part is sent.',
  fields: (t) => ({ url: t.exposeString('url', { description: 'The address for one HTTP PUT within an hour.' }) }),
})

const fileIdOf = (text: string) => idOf('file', text, 'File')

async function changed(context: GraphContext, act: Promise<FoundFile>) {
  const file = await act
  renew(context)
  filesById(context).prime(file.id, file)
  return { file }
}

/** Makes a picture of an own file, and with it the file goes. */
async function ofFile(scope: SignedScope, text: string, tag: ImageTag, options: PictureOptions) {
  const fileId = fileIdOf(text)
  return uploadImage(scope, tag, { fileId, bytes: await readUploaded(scope, fileId) }, options)
}

builder.mutationFields((t) => ({
  createFile: t.field({
    type: FilePayload,
    description: 'Makes a file without data, ready for its first version.',
    args: { input: t.arg({ type: CreateFileInput, ...INPUT }) },
    resolve: (_root, { input: { tags, ...file } }, context) =>
      changed(context, createFile(signed(context), { ...file, tags: tags ?? [] })),
  }),
  createFileVersion: t.field({
    type: FilePayload,
    description: 'Announces the data of a new version of an own file.',
    args: { input: t.arg({ type: CreateFileVersionInput, ...INPUT }) },
    resolve: (_root, { input: { fileId, signatureMd5, signatureSizeInBytes, ...file } }, context) =>
      changed(
        context,
        createFileVersion(signed(context), fileIdOf(fileId), { signatureMd5, signatureSizeInBytes, ...given(file) }),
      ),
  }),
  startFileDataUpload: t.field({
    type: UploadAddress,
    description: 'Gives the address that a part of the data is sent to by PUT.',
    args: { input: t.arg({ type: StartUploadInput, ...INPUT }) },
    resolve: async (_root, { input: { fileId, version, type, partNumber } }, context) => ({
      url: await startFileDataUpload(
        signed(context),
        { fileId: fileIdOf(fileId), version, type },
        partNumber ?? undefined,
      ),
    }),
  }),
  finishFileDataUpload: t.field({
    type: FilePayload,
    description: 'Checks the data that was sent, and makes it part of the version.',
    args: { input: t.arg({ type: FinishUploadInput, ...INPUT }) },
    resolve: (_root, { input: { fileId, version, type, etags } }, context) =>
      changed(
        context,
        finishFileDataUpload(signed(context), { fileId: fileIdOf(fileId), version, type }, etags ?? undefined),
      ),
  }),
  deleteFileVersion: t.field({
    type: FilePayload,
    description: 'Deletes the latest version of an own file.',
    args: { input: t.arg({ type: FileVersionInput, ...INPUT }) },
    resolve: (_root, { input: { fileId, version } }, context) =>
      changed(context, deleteFileVersion(signed(context), fileIdOf(fileId), version)),
  }),
  deleteFile: t.field({
    type: DeletedFile,
    description: 'Deletes an own file with all its versions.',
    args: { input: t.arg({ type: DeleteFileInput, ...INPUT }) },
    resolve: async (_root, { input: { fileId } }, context) => {
      const { id } = await deleteFile(signed(context), fileIdOf(fileId))
      renew(context)
      return { id }
    },
  }),
  uploadImage: t.field({
    type: FilePayload,
    description: 'Makes a picture for one purpose of a file that was uploaded, in its place.',
    args: { input: t.arg({ type: UploadImageInput, ...INPUT }) },
    resolve: (_root, { input: { fileId, tag, ...options } }, context) =>
      changed(context, ofFile(signed(context), fileId, tag, given(options))),
  }),
}))
