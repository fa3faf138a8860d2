import { z } from 'zod'
import { AvatarId, subjectId } from '../ids.ts'
import { patternOf } from './formats.ts'
import { describeRef, fileField, integerField } from './requestFields.ts'
import { DateTime, FileID, Tag, UserID } from './scalars.ts'

export const MIMEType = z
  .enum([
    'application/gzip',
    'application/octet-stream',
    'application/x-avatar',
    'application/x-prop',
    'application/x-rsync-delta',
    'application/x-rsync-signature',
    'application/x-world',
    'image/bmp',
    'image/gif',
    'image/jpeg',
    'image/jpg',
    'image/png',
    'image/svg\uff0bxml',
    'image/tiff',
    'image/webp',
  ])
  .meta({ id: 'MIMEType' })

export const FileStatus = z.enum(['complete', 'none', 'queued', 'waiting']).meta({ id: 'FileStatus' })
export const FileType = z.enum(['delta', 'file', 'signature'])
export const FileCategory = z.enum(['multipart', 'queued', 'simple'])

export const ImagePurpose = z
  .enum([
    'admin',
    'avatargallery',
    'avatarimage',
    'bundle',
    'emoji',
    'emojianimated',
    'gallery',
    'icon',
    'listinggallery',
    'product',
    'sticker',
  ])
  .meta({ id: 'ImagePurpose' })
export const ImageAnimationStyle = z
  .enum([
    'aura',
    'bats',
    'bees',
    'bounce',
    'cloud',
    'confetti',
    'crying',
    'dislike',
    'fire',
    'idea',
    'lasers',
    'like',
    'magnet',
    'mistletoe',
    'money',
    'noise',
    'orbit',
    'pizza',
    'rain',
    'rotate',
    'shake',
    'snow',
    'snowball',
    'spin',
    'splash',
    'stop',
    'zzz',
  ])
  .meta({ id: 'ImageAnimationStyle' })
export const ImageLoopStyle = z.enum(['linear', 'pingpong']).meta({ id: 'ImageLoopStyle' })
export const ImageMask = z.enum(['circle', 'flower', 'heart', 'pow', 'square', 'star']).meta({ id: 'ImageMask' })

/** One blob of a version: the file, its signature or a delta. */
export const FileData = z
  .object({
    category: FileCategory,
    fileName: z.string().min(1),
    /** Base64. */
    md5: z.string(),
    sizeInBytes: z.int().min(0),
    status: FileStatus,
    /** Empty for an upload in one piece, and for other people's files. */
    uploadId: z.string(),
    url: z.string().min(1),
  })
  .meta({ id: 'FileData' })
export type FileData = z.output<typeof FileData>

export const FileVersion = z
  .object({
    created_at: DateTime,
    /** Left out unless true. */
    deleted: z.boolean().optional(),
    delta: FileData.optional(),
    file: FileData.optional(),
    signature: FileData.optional(),
    status: FileStatus,
    version: z.int().min(0),
  })
  .meta({ id: 'FileVersion' })
export type FileVersion = z.output<typeof FileVersion>

export const File = z
  .object({
    animationStyle: ImageAnimationStyle.optional(),
    extension: z.string().min(1),
    frames: z.int().min(2).max(64).optional(),
    framesOverTime: z.int().min(1).max(64).optional(),
    id: FileID,
    loopStyle: ImageLoopStyle.optional(),
    maskTag: ImageMask.optional(),
    mimeType: MIMEType,
    modifiedThumbnailFileName: z.string().optional(),
    name: z.string(),
    ownerId: UserID,
    tags: z.array(Tag),
    versions: z.array(FileVersion).min(1),
  })
  .meta({ id: 'File' })
export type File = z.output<typeof File>

export const CreateFileRequest = z
  .object({
    extension: z
      .string()
      .regex(patternOf('extension', /^\.[0-9A-Za-z]{1,16}$/), {
        message: "extension must be a dot and letters, such as '.png'",
      })
      .describe('File name extension with its dot: letters and digits.'),
    mimeType: describeRef(MIMEType, 'MIME type of the content.'),
    name: z.string().max(256).describe('Name of the file.'),
    tags: z.array(Tag.max(64)).max(32).optional().describe('Tags that say what the file is for.'),
  })
  .meta({ id: 'CreateFileRequest' })

const Md5 = (field: string, description: string) =>
  z
    .string()
    .regex(patternOf('hash', /^[0-9A-Za-z+/]{22}==$/), { message: `${field} must be an md5 in base64` })
    .describe(description)

export const CreateFileVersionRequest = z
  .object({
    fileMd5: Md5('fileMd5', 'MD5 of the file in base64; left out when a delta is uploaded.').optional(),
    fileSizeInBytes: z.int().min(0).optional().describe('Size of the file in bytes.'),
    signatureMd5: Md5('signatureMd5', 'MD5 of the rsync signature in base64.'),
    signatureSizeInBytes: z.int().min(0).describe('Size of the rsync signature in bytes.'),
  })
  .meta({ id: 'CreateFileVersionRequest' })

/** Ignored. Shipped clients send a number, the documentation says a string of one character. */
const Ignored = z.union([z.string(), z.int()]).meta({ deprecated: true }).optional().describe('Ignored.')

export const FinishFileDataUploadRequest = z
  .object({
    etags: z
      .array(z.string().min(1).max(256))
      .max(1_000)
      .optional()
      .describe('ETags of the parts, in order; left out for an upload in one piece.'),
    maxParts: Ignored,
    nextPartNumber: Ignored,
  })
  .meta({ id: 'FinishFileDataUploadRequest' })

const imageFile = fileField.describe('The image: PNG, JPEG, WebP, GIF or TIFF.')

export const ImageForm = z.object({ file: imageFile })
export const UploadImageForm = z.object({
  file: imageFile,
  tag: describeRef(ImagePurpose, 'What the image is for.').default('gallery'),
  animationStyle: describeRef(ImageAnimationStyle, 'Animation of an emoji.').optional(),
  frames: integerField('frames', 2, 64).optional().describe('Number of frames of an animated emoji.'),
  framesOverTime: integerField('framesOverTime', 1, 64).optional().describe('Frames per second of an animated emoji.'),
  loopStyle: describeRef(ImageLoopStyle, 'Order in which the frames are repeated.').optional(),
  maskTag: describeRef(ImageMask, 'Shape to which an emoji or sticker is cut.').optional(),
  galleryId: AvatarId.optional().describe(
    'Id of an avatar of the viewer, whose gallery shows an image with the tag avatargallery.',
  ),
})

export const FileUploadURL = z
  .object({ nextPartNumber: z.int().min(0), url: z.string().min(1) })
  .meta({ id: 'FileUploadURL' })

export const FileVersionUploadStatus = z
  .object({
    etags: z.array(z.string()),
    fileName: z.string().min(1),
    maxParts: z.int().min(1),
    nextPartNumber: z.int().min(0),
    /** Numbers of the uploaded parts. */
    parts: z.array(z.int()),
    status: FileStatus,
    uploadId: z.string().min(1),
  })
  .meta({ id: 'FileVersionUploadStatus' })
export type FileVersionUploadStatus = z.output<typeof FileVersionUploadStatus>

export const GroupGalleryFileOrderRequest = z
  .object({
    galleryId: subjectId('groupGallery')
      .optional()
      .describe('Id of the gallery of a group; left out for that of an avatar.'),
    ids: z
      .array(FileID)
      .max(1_000)
      .describe(
        'Ids of files of the gallery in their new order, each once. In a group, the others follow; of an avatar, they are all.',
      ),
  })
  .meta({ id: 'GroupGalleryFileOrderRequest' })
export const GroupGalleryFileOrder = z.object({ ids: z.array(FileID) }).meta({ id: 'GroupGalleryFileOrder' })
