import type { Agreement } from '../../contract/shapes/agreement.ts'
import type { FileAnalysis } from '../../contract/shapes/analysis.ts'
import { type AdminAssetBundle, AdminUnityPackage } from '../../contract/shapes/assetBundle.ts'
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
import type {
  Agreement as AgreementRow,
  FileAnalysis as AnalysisRow,
  AdminAssetBundle as BundleRow,
} from '../../generated/prisma/client.ts'
import type { Part } from '../../kernel/blobs.ts'
import { isId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { fileUrl } from './addresses.ts'
import { NO_STATS } from './avatarStats.ts'
import { type FoundFile, statusOf } from './files.ts'
import { mayChangeFile } from './policy.ts'
import { MOST_PARTS, type OwnData } from './uploads.ts'

type VersionRow = FoundFile['versions'][number]
type DataRow = VersionRow['data'][number]

/** A file as its record tells it. */
export const fileWire = (scope: SignedScope, file: FoundFile): File => ({
  id: file.id,
  ownerId: file.ownerId,
  name: file.name,
  mimeType: MIMEType.parse(file.mimeType),
  extension: file.extension,
  tags: file.tags,
  ...shownWire(file),
  versions: file.versions.map((version) => versionWire(scope, file, version)),
})

/** What is said of emoji and stickers alone. */
const shownWire = ({ animationStyle, loopStyle, maskTag, frames, framesOverTime }: FoundFile) => ({
  ...(animationStyle !== null && { animationStyle: ImageAnimationStyle.parse(animationStyle) }),
  ...(loopStyle !== null && { loopStyle: ImageLoopStyle.parse(loopStyle) }),
  ...(maskTag !== null && { maskTag: ImageMask.parse(maskTag) }),
  ...(frames !== null && { frames }),
  ...(framesOverTime !== null && { framesOverTime }),
})

const versionWire = (scope: SignedScope, file: FoundFile, version: VersionRow): FileVersion => ({
  version: version.version,
  status: statusOf(version),
  created_at: version.createdAt.toISOString(),
  ...(version.deletedAt !== null && { deleted: true }),
  ...Object.fromEntries(version.data.map((data) => [FileType.parse(data.type), dataWire(scope, file, data)])),
})

/** By which upload it comes is the owner's to know. */
const dataWire = (scope: SignedScope, file: FoundFile, data: DataRow): FileData => ({
  fileName: data.fileName,
  url: urlOf(scope, data),
  md5: data.md5,
  sizeInBytes: Number(data.sizeInBytes),
  status: FileStatus.parse(data.status),
  category: FileCategory.parse(data.category),
  uploadId: data.category === 'multipart' && mayChangeFile(scope, file) ? (data.uploadRef ?? '') : '',
})

function urlOf({ rules }: SignedScope, { fileId, version, type }: DataRow): string {
  if (!isId('file', fileId)) throw new Error(`${fileId} is no id of a file`)
  return fileUrl(rules.publicUrl, { fileId, version }, type)
}

export const uploadStatusWire = ({
  data,
  parts,
}: {
  data: OwnData
  parts: readonly Part[]
}): FileVersionUploadStatus => ({
  uploadId: data.uploadRef ?? data.fileName,
  fileName: data.fileName,
  status: FileStatus.parse(data.status),
  nextPartNumber: (parts.at(-1)?.partNumber ?? 0) + 1,
  maxParts: MOST_PARTS,
  parts: parts.map(({ partNumber }) => partNumber),
  etags: parts.map(({ etag }) => etag),
})

/** What only an engine could count is 0. */
export const analysisWire = (analysis: AnalysisRow): FileAnalysis => ({
  success: analysis.success,
  fileSize: Number(analysis.fileSize),
  uncompressedSize: Number(analysis.uncompressedSize),
  created_at: analysis.createdAt.toISOString(),
  avatarStats: NO_STATS,
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

export const adminAssetBundleWire = (
  row: BundleRow & { readonly author: { readonly displayName: string } },
): AdminAssetBundle => ({
  _created_at: row.createdAt.toISOString(),
  _updated_at: row.updatedAt.toISOString(),
  assetType: row.assetType,
  authorId: row.authorId,
  authorName: row.author.displayName,
  description: row.description,
  imageUrl: row.imageUrl,
  name: row.name,
  releaseStatus: ReleaseStatus.parse(row.releaseStatus),
  tags: row.tags,
  thumbnailImageUrl: row.thumbnailImageUrl,
  unityPackageUrl: row.unityPackageUrl,
  unityPackages: AdminUnityPackage.array().parse(row.unityPackages),
})
