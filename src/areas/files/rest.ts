import type { files } from '../../contract/files.ts'
import type { Download, Handlers } from '../../contract/operation.ts'
import { pageOf } from '../../contract/shapes/queryParameters.ts'
import type { ByteRange } from '../../kernel/blobs.ts'
import type { Scope, ScopeByAccess } from '../../kernel/scope.ts'
import { readAdminAssetBundle } from './assets/adminAssetBundles.ts'
import { hasAgreed, submitAgreement } from './assets/agreements.ts'
import { readFileAnalysis, updateAssetReviewNotes } from './assets/analyses.ts'
import { createFile, deleteFile, listFiles, readReadableFile } from './files.ts'
import { uploadImage } from './images/images.ts'
import { findImageDownload } from './images/thumbnails.ts'
import { type DownloadSource, directDownloadUrl, findDataDownload, openBlob } from './storage/downloads.ts'
import { finishFileDataUpload, readLegacyUploadStatus, startFileDataUpload } from './storage/uploads.ts'
import { createFileVersion, deleteFileVersion } from './versions.ts'
import { adminAssetBundleWire, agreementWire, analysisWire, fileWire, uploadStatusWire } from './wire.ts'

type FilesRest = Handlers<typeof files, ScopeByAccess>

/** The three checks of the platform return one analysis. */
const getAnalysis: FilesRest['getFileAnalysis'] = async (scope, { fileId, versionId }) =>
  analysisWire(await readFileAnalysis(scope, fileId, versionId))

async function toDownload(scope: Scope, found: DownloadSource): Promise<Download> {
  const url = await directDownloadUrl(scope, found)
  if (url !== null) return { at: url }
  const { blobKey, contentType, fileName, size, isImage } = found
  const etag = `"${blobKey.replace(/[^\w-]/g, '-')}"`
  const open = (range?: ByteRange) => openBlob(scope, found, range)
  return { contentType, fileName, size, inline: isImage, shared: isImage, etag, open }
}

export const filesRest: FilesRest = {
  createFile: async (scope, { body }) => fileWire(scope, await createFile(scope, body)),
  getFile: async (scope, { fileId }) => fileWire(scope, await readReadableFile(scope, fileId)),
  getFiles: async (scope, { query }) =>
    (await listFiles(scope, query, pageOf(query))).map((file) => fileWire(scope, file)),
  deleteFile: async (scope, { fileId }) => fileWire(scope, await deleteFile(scope, fileId)),
  createFileVersion: async (scope, { fileId, body }) => fileWire(scope, await createFileVersion(scope, fileId, body)),
  deleteFileVersion: async (scope, { fileId, versionId }) =>
    fileWire(scope, await deleteFileVersion(scope, fileId, versionId)),
  downloadFileVersion: async (scope, { fileId, versionId }) =>
    toDownload(scope, await findDataDownload(scope, { fileId, version: versionId, type: 'file' })),
  downloadFileData: async (scope, { fileId, versionId, fileType }) =>
    toDownload(scope, await findDataDownload(scope, { fileId, version: versionId, type: fileType })),
  downloadImage: async (scope, { fileId, versionId, imageSize }) =>
    toDownload(scope, await findImageDownload(scope, { fileId, version: versionId, size: imageSize })),
  startFileDataUpload: async (scope, { fileId, versionId: version, fileType: type, query }) => ({
    url: await startFileDataUpload(scope, { fileId, version, type }, query.partNumber),
    nextPartNumber: 0,
  }),
  finishFileDataUpload: async (scope, { fileId, versionId: version, fileType: type, body }) =>
    fileWire(scope, await finishFileDataUpload(scope, { fileId, version, type }, body.etags)),
  getFileDataUploadStatus: async (scope, { fileId, versionId: version, fileType: type }) =>
    uploadStatusWire(await readLegacyUploadStatus(scope, { fileId, version, type })),
  uploadImage: async (scope, { form: { file, tag, ...options } }) =>
    fileWire(scope, await uploadImage(scope, tag, file, options)),
  uploadGalleryImage: async (scope, { form: { file } }) => fileWire(scope, await uploadImage(scope, 'gallery', file)),
  uploadIcon: async (scope, { form: { file } }) => fileWire(scope, await uploadImage(scope, 'icon', file)),
  getFileAnalysis: getAnalysis,
  getFileAnalysisSecurity: getAnalysis,
  getFileAnalysisStandard: getAnalysis,
  getAdminAssetBundle: async (scope, { adminAssetBundleId }) =>
    adminAssetBundleWire(scope, await readAdminAssetBundle(scope, adminAssetBundleId)),
  updateAssetReviewNotes: async (scope, { assetReviewId, body }) => {
    await updateAssetReviewNotes(scope, assetReviewId, body.reviewNotes)
  },
  getContentAgreementStatus: async (scope, { query }) => ({
    ...query,
    userId: scope.viewer.id,
    agreed: await hasAgreed(scope, query),
  }),
  submitContentAgreement: async (scope, { body: { agreementFulltext: fullText, ...subject } }) =>
    agreementWire(await submitAgreement(scope, { ...subject, fullText })),
}
