import type { files } from '../../contract/files.ts'
import type { Download, Handlers } from '../../contract/operation.ts'
import { pageOf } from '../../contract/shapes/page.ts'
import type { Scope, ScopeOf } from '../../kernel/scope.ts'
import { hasAgreed, submitAgreement } from './agreements.ts'
import { readFileAnalysis } from './analyses.ts'
import { readAdminAssetBundle } from './assetBundles.ts'
import { updateAssetReviewNotes } from './assetReviews.ts'
import { type Found, findData, findImage, linkTo, openFound } from './downloads.ts'
import { createFile, deleteFile, listFiles, readFile } from './files.ts'
import { finishFileDataUpload } from './finishing.ts'
import { setGroupGalleryFileOrder } from './galleryOrder.ts'
import { readLegacyUploadStatus } from './legacyStatus.ts'
import { uploadImage } from './pictures.ts'
import { startFileDataUpload } from './uploads.ts'
import { createFileVersion, deleteFileVersion } from './versions.ts'
import { adminAssetBundleWire, agreementWire, analysisWire, fileWire, uploadStatusWire } from './wire.ts'

type FilesRest = Handlers<typeof files, ScopeOf>

/** The three checks read the same: what the asset tells of itself. */
const analysis: FilesRest['getFileAnalysis'] = async (scope, { fileId, versionId }) =>
  analysisWire(await readFileAnalysis(scope, fileId, versionId))

async function download(scope: Scope, found: Found): Promise<Download> {
  const address = await linkTo(scope, found)
  if (address !== null) return { at: address }
  const { blobKey, contentType, fileName, size, picture } = found
  return {
    ...{ contentType, fileName, size, inline: picture, shared: picture, etag: `"${blobKey.replace(/[^\w-]/g, '-')}"` },
    open: (range) => openFound(scope, found, range),
  }
}

export const filesRest: FilesRest = {
  createFile: async (scope, { body }) => fileWire(scope, await createFile(scope, body)),
  getFile: async (scope, { fileId }) => fileWire(scope, await readFile(scope, fileId)),
  getFiles: async (scope, { query }) =>
    (await listFiles(scope, query, pageOf(query))).map((file) => fileWire(scope, file)),
  deleteFile: async (scope, { fileId }) => fileWire(scope, await deleteFile(scope, fileId)),
  createFileVersion: async (scope, { fileId, body }) => fileWire(scope, await createFileVersion(scope, fileId, body)),
  deleteFileVersion: async (scope, { fileId, versionId }) =>
    fileWire(scope, await deleteFileVersion(scope, fileId, versionId)),
  downloadFileVersion: async (scope, { fileId, versionId }) =>
    download(scope, await findData(scope, fileId, versionId, 'file')),
  downloadFileData: async (scope, { fileId, versionId, fileType }) =>
    download(scope, await findData(scope, fileId, versionId, fileType)),
  downloadImage: async (scope, { fileId, versionId, imageSize }) =>
    download(scope, await findImage(scope, fileId, versionId, imageSize)),
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
  setGroupGalleryFileOrder: async (scope, { body: { galleryId, ids } }) => ({
    ids: await setGroupGalleryFileOrder(scope, galleryId, ids),
  }),
  getFileAnalysis: analysis,
  getFileAnalysisSecurity: analysis,
  getFileAnalysisStandard: analysis,
  getAdminAssetBundle: async (scope, { adminAssetBundleId }) =>
    adminAssetBundleWire(await readAdminAssetBundle(scope, adminAssetBundleId)),
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
