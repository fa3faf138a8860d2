import { z } from 'zod'
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

/** One blob of a version. */
export const FileData = z
  .object({
    category: FileCategory,
    fileName: z.string().min(1),
    /** Base64. */
    md5: z.string(),
    sizeInBytes: z.int().min(0),
    status: FileStatus,
    /** Empty for an upload of one piece. */
    uploadId: z.string(),
    url: z.string().min(1),
  })
  .meta({ id: 'FileData' })
export type FileData = z.output<typeof FileData>

export const FileVersion = z
  .object({
    created_at: DateTime,
    /** Only told when it is so. */
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

const MOST_NAME = 256
const MOST_TAGS = 32

export const CreateFileRequest = z
  .object({
    extension: z
      .string()
      .regex(/^\.[0-9A-Za-z]{1,16}$/, { message: "extension must be a dot and letters, such as '.png'" }),
    mimeType: MIMEType,
    name: z.string().max(MOST_NAME),
    tags: z.array(Tag.max(64)).max(MOST_TAGS).optional(),
  })
  .meta({ id: 'CreateFileRequest' })

/** Sixteen bytes in base64. */
const Md5 = (field: string) =>
  z.string().regex(/^[0-9A-Za-z+/]{22}==$/, { message: `${field} must be an md5 in base64` })

export const CreateFileVersionRequest = z
  .object({
    fileMd5: Md5('fileMd5').optional(),
    fileSizeInBytes: z.int().min(0).optional(),
    signatureMd5: Md5('signatureMd5'),
    signatureSizeInBytes: z.int().min(0),
  })
  .meta({ id: 'CreateFileVersionRequest' })

/** Shipped clients send numbers, documented ones strings of one character; nothing is read from either. */
const Ignored = z.union([z.string(), z.int()]).meta({ deprecated: true })

export const FinishFileDataUploadRequest = z
  .object({
    etags: z.array(z.string().min(1).max(256)).max(1_000).optional(),
    maxParts: Ignored.optional(),
    nextPartNumber: Ignored.optional(),
  })
  .meta({ id: 'FinishFileDataUploadRequest' })

export const FileUploadURL = z
  .object({ nextPartNumber: z.int().min(0), url: z.string().min(1) })
  .meta({ id: 'FileUploadURL' })

export const FileVersionUploadStatus = z
  .object({
    etags: z.array(z.string()),
    fileName: z.string().min(1),
    maxParts: z.int().min(1),
    nextPartNumber: z.int().min(0),
    /** The numbers of the parts that have arrived. */
    parts: z.array(z.int()),
    status: FileStatus,
    uploadId: z.string().min(1),
  })
  .meta({ id: 'FileVersionUploadStatus' })
export type FileVersionUploadStatus = z.output<typeof FileVersionUploadStatus>

export const GroupGalleryFileOrderRequest = z
  .object({ galleryId: z.string().meta({ id: 'GroupGalleryID' }), ids: z.array(FileID).max(1_000) })
  .meta({ id: 'GroupGalleryFileOrderRequest' })
export const GroupGalleryFileOrder = z.object({ ids: z.array(FileID) }).meta({ id: 'GroupGalleryFileOrder' })
