import type { DeclaredTables } from '../../kernel/personalData.ts'

const STORE = 'Name in the store of the server.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  File: { of: ['ownerId'] },
  FileVersion: { through: [{ column: 'fileId', table: 'File' }] },
  FileData: {
    through: [{ column: 'fileId', table: 'File' }],
    without: { uploadRef: STORE, blobKey: STORE },
    content: { folder: ['fileId', 'version', 'type'], fileName: 'fileName' },
  },
  FileThumbnail: { notExported: 'Made from the images, which are exported.' },
  FileAnalysis: { through: [{ column: 'fileId', table: 'File' }] },
  AssetReview: { through: [{ column: 'fileId', table: 'File' }] },
  Agreement: { of: ['userId'] },
  AdminAssetBundle: { of: ['authorId'] },
  Upload: {
    of: ['ownerId'],
    without: { uploadRef: STORE, blobKey: STORE },
    content: { folder: ['id'], fileName: 'fileName' },
  },
  FreedContent: { notExported: 'Names in the store of the server, which nothing refers to.' },
}
