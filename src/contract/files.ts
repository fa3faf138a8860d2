import { z } from 'zod'
import { binary, del, empty, get, post, put } from './operation.ts'
import { Agreement, AgreementCode, AgreementRequest, AgreementStatus } from './shapes/agreement.ts'
import { FileAnalysis } from './shapes/analysis.ts'
import { AdminAssetBundle, UpdateAssetReviewNotesRequest } from './shapes/assetBundle.ts'
import {
  CreateFileRequest,
  CreateFileVersionRequest,
  File,
  FileUploadURL,
  FileVersionUploadStatus,
  FinishFileDataUploadRequest,
  GroupGalleryFileOrder,
  GroupGalleryFileOrderRequest,
  ImageAnimationStyle,
  ImageLoopStyle,
  ImageMask,
  ImagePurpose,
} from './shapes/file.ts'
import { integer, paged } from './shapes/page.ts'
import { formInteger, upload } from './shapes/upload.ts'

const ANALYSIS = { result: FileAnalysis } as const

export const files = {
  createFile: post('/file', {
    summary: 'Makes a file without data, ready for its first version.',
    body: CreateFileRequest,
    result: File,
  }),
  getFile: get('/file/{fileId}', { summary: 'Reads a file and its versions.', result: File }),
  getFiles: get('/files', {
    summary: 'Lists the own files, the oldest first.',
    query: z.object({ tag: z.string().min(1).optional(), userId: z.string().optional(), ...paged }),
    result: z.array(File),
  }),
  deleteFile: del('/file/{fileId}', { summary: 'Deletes an own file with all its versions.', result: File }),
  createFileVersion: post('/file/{fileId}', {
    summary: 'Announces the data of a new version of an own file.',
    body: CreateFileVersionRequest,
    result: File,
  }),
  downloadFileVersion: get('/file/{fileId}/{versionId}', {
    summary: 'Downloads the data of a version; pictures without a session too.',
    access: 'optional',
    result: binary('image/*'),
  }),
  downloadFileData: get('/file/{fileId}/{versionId}/{fileType}', {
    summary: 'Downloads the data of one type of a version: the address that records carry.',
    access: 'optional',
    result: binary('image/*'),
  }),
  downloadImage: get('/image/{fileId}/{versionId}/{imageSize}', {
    summary: 'Downloads a picture with at most so many pixels a side.',
    access: 'optional',
    result: binary('image/*'),
  }),
  deleteFileVersion: del('/file/{fileId}/{versionId}', {
    summary: 'Deletes the latest version of an own file.',
    result: File,
  }),
  startFileDataUpload: put('/file/{fileId}/{versionId}/{fileType}/start', {
    summary: 'Gives the address that a part of the data is sent to by PUT.',
    query: z.object({ partNumber: integer('partNumber').optional() }),
    result: FileUploadURL,
  }),
  finishFileDataUpload: put('/file/{fileId}/{versionId}/{fileType}/finish', {
    summary: 'Checks the data that was sent, and makes it part of the version.',
    body: FinishFileDataUploadRequest,
    bodyOptional: true,
    result: File,
  }),
  getFileDataUploadStatus: get('/file/{fileId}/{versionId}/{fileType}/status', {
    summary: 'Tells how far an upload that goes on has come.',
    result: FileVersionUploadStatus,
  }),
  uploadImage: post('/file/image', {
    summary: 'Uploads a picture for one purpose.',
    form: z.object({
      file: upload,
      tag: ImagePurpose.default('gallery'),
      animationStyle: ImageAnimationStyle.optional(),
      frames: formInteger('frames', 2, 64).optional(),
      framesOverTime: formInteger('framesOverTime', 1, 64).optional(),
      loopStyle: ImageLoopStyle.optional(),
      maskTag: ImageMask.optional(),
    }),
    result: File,
  }),
  uploadGalleryImage: post('/gallery', {
    summary: 'Uploads a picture to the own gallery.',
    form: z.object({ file: upload }),
    result: File,
  }),
  uploadIcon: post('/icon', {
    summary: 'Uploads a picture that can be the own icon.',
    form: z.object({ file: upload }),
    result: File,
  }),
  setGroupGalleryFileOrder: put('/files/order', {
    summary: 'Says in which order a gallery shows own files.',
    body: GroupGalleryFileOrderRequest,
    result: GroupGalleryFileOrder,
  }),
  getFileAnalysis: get('/analysis/{fileId}/{versionId}', {
    summary: 'Tells what an uploaded asset says of itself.',
    ...ANALYSIS,
  }),
  getFileAnalysisSecurity: get('/analysis/{fileId}/{versionId}/security', {
    summary: 'Tells what an uploaded asset says of itself, for the security check.',
    ...ANALYSIS,
  }),
  getFileAnalysisStandard: get('/analysis/{fileId}/{versionId}/standard', {
    summary: 'Tells what an uploaded asset says of itself, by the standard check.',
    ...ANALYSIS,
  }),
  getAdminAssetBundle: get('/adminassetbundles/{adminAssetBundleId}', {
    summary: 'Reads content that the platform itself ships to clients.',
    result: AdminAssetBundle,
  }),
  updateAssetReviewNotes: put('/assetReview/{assetReviewId}/notes', {
    summary: 'Writes the notes of the review of an asset.',
    body: UpdateAssetReviewNotesRequest,
    bodyOptional: true,
    result: empty,
  }),
  getContentAgreementStatus: get('/agreement', {
    summary: 'Tells whether the viewer has agreed to something about one of their contents.',
    query: z.object({
      agreementCode: AgreementCode.default('content.copyright.owned'),
      contentId: z.string(),
      version: integer('version'),
    }),
    result: AgreementStatus,
  }),
  submitContentAgreement: post('/agreement', {
    summary: 'Agrees to something about an own content.',
    body: AgreementRequest,
    result: Agreement,
  }),
}
