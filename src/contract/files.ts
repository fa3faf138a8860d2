import { z } from 'zod'
import { AvatarId } from './ids.ts'
import { binary, del, empty, get, post, put } from './operation.ts'
import {
  AdminAssetBundle,
  Agreement,
  AgreementCode,
  AgreementRequest,
  AgreementStatus,
  FileAnalysis,
  UpdateAssetReviewNotesRequest,
} from './shapes/asset.ts'
import {
  CreateFileRequest,
  CreateFileVersionRequest,
  File,
  FileUploadURL,
  FileVersionUploadStatus,
  FinishFileDataUploadRequest,
  ImageForm,
  UploadImageForm,
} from './shapes/file.ts'
import { integerText, pageQuery } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'

const ANALYSIS = { result: FileAnalysis } as const

export const files = {
  createFile: post('/file', {
    summary: 'Creates a file without data, ready for its first version.',
    body: CreateFileRequest,
    result: File,
  }),
  getFile: get('/file/{fileId}', { summary: 'Reads a file and its versions.', result: File }),
  getFiles: get('/files', {
    summary: "Lists the viewer's files, oldest first.",
    query: z.object({
      tag: z.string().min(1).optional().describe('Only files with this tag.'),
      galleryId: AvatarId.optional().describe(
        'Id of an avatar that the viewer can read, whose gallery is listed instead.',
      ),
      userId: z.string().optional().describe('Not supported: the request is refused.'),
      ...pageQuery,
    }),
    result: z.array(File),
  }),
  deleteFile: del('/file/{fileId}', { summary: "Deletes a file of the viewer's with all its versions.", result: File }),
  createFileVersion: post('/file/{fileId}', {
    summary: "Announces the data of a new version of a file of the viewer's.",
    body: CreateFileVersionRequest,
    result: File,
  }),
  downloadFileVersion: get('/file/{fileId}/{versionId}', {
    summary: 'Downloads the file of a version; images without a session too.',
    access: 'optional',
    result: binary('image/*'),
  }),
  downloadFileData: get('/file/{fileId}/{versionId}/{fileType}', {
    origin: 'client',
    summary: 'Downloads the file, signature or delta of a version; this is the URL in file records.',
    access: 'optional',
    result: binary('image/*'),
  }),
  downloadImage: get('/image/{fileId}/{versionId}/{imageSize}', {
    origin: 'client',
    summary: 'Downloads an image, scaled down to the given number of pixels per side.',
    access: 'optional',
    isPicture: true,
    result: binary('image/*'),
  }),
  deleteFileVersion: del('/file/{fileId}/{versionId}', {
    summary: "Deletes the latest version of a file of the viewer's.",
    result: File,
  }),
  startFileDataUpload: put('/file/{fileId}/{versionId}/{fileType}/start', {
    summary: 'Returns a URL to which one part of the data is uploaded by PUT.',
    query: z.object({
      partNumber: integerText('partNumber').optional().describe('Number of the part, from 1; 1 by default.'),
    }),
    result: FileUploadURL,
  }),
  finishFileDataUpload: put('/file/{fileId}/{versionId}/{fileType}/finish', {
    summary: 'Checks the uploaded data and completes it as part of the version.',
    body: FinishFileDataUploadRequest,
    bodyOptional: true,
    result: File,
  }),
  getFileDataUploadStatus: get('/file/{fileId}/{versionId}/{fileType}/status', {
    summary: 'Reads the progress of an upload that is not finished.',
    delayed: true,
    result: FileVersionUploadStatus,
  }),
  uploadImage: post('/file/image', {
    summary: 'Uploads an image for one purpose.',
    form: UploadImageForm,
    result: File,
  }),
  uploadGalleryImage: post('/gallery', {
    summary: "Uploads an image to the viewer's gallery.",
    form: ImageForm,
    result: File,
  }),
  uploadIcon: post('/icon', { summary: 'Uploads an image that can be the user icon.', form: ImageForm, result: File }),
  getFileAnalysis: get('/analysis/{fileId}/{versionId}', {
    summary: 'Reads the analysis of an uploaded asset.',
    ...ANALYSIS,
  }),
  getFileAnalysisSecurity: get('/analysis/{fileId}/{versionId}/security', {
    summary: 'Reads the analysis of an uploaded asset, for the security check.',
    ...ANALYSIS,
  }),
  getFileAnalysisStandard: get('/analysis/{fileId}/{versionId}/standard', {
    summary: 'Reads the analysis of an uploaded asset, for the standard check.',
    ...ANALYSIS,
  }),
  getAdminAssetBundle: get('/adminassetbundles/{adminAssetBundleId}', {
    summary: 'Reads an asset bundle that the platform ships to clients.',
    result: AdminAssetBundle,
  }),
  updateAssetReviewNotes: put('/assetReview/{assetReviewId}/notes', {
    summary: 'Sets the notes of an asset review.',
    body: UpdateAssetReviewNotesRequest,
    bodyOptional: true,
    result: empty,
  }),
  getContentAgreementStatus: get('/agreement', {
    summary: 'Tells whether the viewer has submitted an agreement about a content.',
    query: z.object({
      agreementCode: describeRef(AgreementCode, 'Kind of agreement.').default('content.copyright.owned'),
      contentId: z.string().describe('Id of the world, avatar or prop.'),
      version: integerText('version').describe('Version of the agreement text.'),
    }),
    result: AgreementStatus,
  }),
  submitContentAgreement: post('/agreement', {
    summary: "Submits an agreement about a content of the viewer's.",
    body: AgreementRequest,
    result: Agreement,
  }),
}
