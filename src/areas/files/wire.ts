import {
  type AdminAssetBundle,
  AdminUnityPackage,
  type Agreement,
  type FileAnalysis,
  FileAnalysisAvatarStats,
} from '../../contract/shapes/asset.ts'
import {
  type File,
  FileCategory,
  type FileData,
  FileStatus,
  FileType,
  type FileVersion,
  type FileVersionUploadStatus,
  ImageAnimationStyle,
  ImageLoopStyle,
  ImageMask,
  MIMEType,
} from '../../contract/shapes/file.ts'
import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import type { Agreement as AgreementRow, FileAnalysis as AnalysisRow } from '../../generated/prisma/client.ts'
import { trusted } from '../../kernel/ids.ts'
import { shownUrl, shownUrlsIn, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { AssetBundleWithAuthor } from './assets/adminAssetBundles.ts'
import { type FileWithVersions, versionStatus } from './files.ts'
import { fileUrl } from './links.ts'
import { canChangeFile } from './policy.ts'
import { MAX_UPLOAD_PARTS, type UploadStatus } from './storage/uploads.ts'

/** Statistics of an avatar, which only a game engine can count; the shape requires values, so all are 0 or false. */
const UNKNOWN_AVATAR_STATS = FileAnalysisAvatarStats.parse(
  Object.fromEntries(
    Object.entries(FileAnalysisAvatarStats.shape).map(([name, rule]) => [
      name,
      [undefined, 0, false, [0, 0, 0]].find((value) => rule.safeParse(value).success),
    ]),
  ),
)

type VersionRow = FileWithVersions['versions'][number]
type DataRow = VersionRow['data'][number]

export const fileWire = (scope: ViewerScope, file: FileWithVersions): File => ({
  id: file.id,
  ownerId: file.ownerId,
  name: file.name,
  mimeType: MIMEType.parse(file.mimeType),
  extension: file.extension,
  tags: file.tags,
  ...imageDisplayWire(file),
  versions: file.versions.map((version) => versionWire(scope, file, version)),
})

/** Fields that only emoji and stickers have. */
const imageDisplayWire = ({ animationStyle, loopStyle, maskTag, frames, framesOverTime }: FileWithVersions) => ({
  ...(animationStyle !== null && { animationStyle: ImageAnimationStyle.parse(animationStyle) }),
  ...(loopStyle !== null && { loopStyle: ImageLoopStyle.parse(loopStyle) }),
  ...(maskTag !== null && { maskTag: ImageMask.parse(maskTag) }),
  ...(frames !== null && { frames }),
  ...(framesOverTime !== null && { framesOverTime }),
})

const versionWire = (scope: ViewerScope, file: FileWithVersions, version: VersionRow): FileVersion => ({
  version: version.version,
  status: versionStatus(version),
  created_at: version.createdAt.toISOString(),
  ...(version.deletedAt !== null && { deleted: true }),
  ...Object.fromEntries(version.data.map((data) => [FileType.parse(data.type), dataWire(scope, file, data)])),
})

/** The id of the upload is private to people who can change the file. */
const dataWire = (scope: ViewerScope, file: FileWithVersions, data: DataRow): FileData => ({
  fileName: data.fileName,
  url: fileUrl(scope.rules.publicUrl, { fileId: trusted<'file'>(data.fileId), version: data.version }, data.type),
  md5: data.md5,
  sizeInBytes: Number(data.sizeInBytes),
  status: FileStatus.parse(data.status),
  category: FileCategory.parse(data.category),
  uploadId: data.category === 'multipart' && canChangeFile(scope, file) ? (data.uploadRef ?? '') : '',
})

/** How many parts, from the first on, have arrived: uploaders that continue an upload skip as many. */
const countLeadingParts = (parts: UploadStatus['parts']) => {
  const missing = parts.findIndex(({ partNumber }, at) => partNumber !== at + 1)
  return missing === -1 ? parts.length : missing
}

export const uploadStatusWire = ({ data, parts }: UploadStatus): FileVersionUploadStatus => ({
  uploadId: data.uploadRef ?? data.fileName,
  fileName: data.fileName,
  status: FileStatus.parse(data.status),
  nextPartNumber: countLeadingParts(parts),
  maxParts: MAX_UPLOAD_PARTS,
  parts: parts.map(({ partNumber }) => partNumber),
  etags: parts.map(({ etag }) => etag),
})

export const analysisWire = (analysis: AnalysisRow): FileAnalysis => ({
  success: analysis.success,
  fileSize: Number(analysis.fileSize),
  uncompressedSize: Number(analysis.uncompressedSize),
  created_at: analysis.createdAt.toISOString(),
  avatarStats: UNKNOWN_AVATAR_STATS,
})

export const agreementWire = (row: AgreementRow): Agreement => ({
  id: row.id,
  userId: row.userId,
  agreementCode: 'content.copyright.owned',
  agreementFulltext: row.fullText,
  contentId: row.contentId,
  version: row.version,
  created: row.createdAt.toISOString(),
  tags: [],
})

export const adminAssetBundleWire = (options: UrlOptions, row: AssetBundleWithAuthor): AdminAssetBundle => ({
  _created_at: row.createdAt.toISOString(),
  _updated_at: row.updatedAt.toISOString(),
  assetType: row.assetType,
  authorId: row.authorId,
  authorName: row.author.displayName,
  description: row.description,
  imageUrl: shownUrl(options, row.imageUrl),
  name: row.name,
  releaseStatus: ReleaseStatus.parse(row.releaseStatus),
  tags: row.tags,
  thumbnailImageUrl: shownUrl(options, row.thumbnailImageUrl),
  unityPackageUrl: shownUrl(options, row.unityPackageUrl),
  unityPackages: AdminUnityPackage.array().parse(shownUrlsIn(options, row.unityPackages)),
})
