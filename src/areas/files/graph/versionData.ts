import { FileStatus as FileStatusName, FileType as FileTypeName } from '../../../contract/shapes/file.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { FileAnalysis as AnalysisRow, AssetReview as ReviewRow } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { findAssetReviews, readAssetReviews } from '../assets/analyses.ts'
import type { FileWithVersions } from '../files.ts'
import { fileUrl } from '../links.ts'

export const versionKey = ({ fileId, version }: { fileId: string; version: number }) => `${fileId}/${version}`

/** The inverse of `versionKey`. */
const parseVersionKeys = (keys: readonly string[]) =>
  keys.map((key) => {
    const [fileId = '', version = ''] = key.split('/')
    return { fileId, version: Number(version) }
  })

export const analysesByVersion = createLoader<AnalysisRow>(
  ({ db }, keys) => db.fileAnalysis.findMany({ where: { OR: parseVersionKeys(keys) } }),
  versionKey,
)

export const reviewsByVersion = createLoader<ReviewRow>(
  forViewer((scope, keys) => readAssetReviews(scope, parseVersionKeys(keys))),
  versionKey,
)

/** Reviews that the viewer can see, by id. */
export const reviewsById = createLoader<ReviewRow>(
  forViewer((scope, ids) => findAssetReviews(scope, ids)),
  ({ id }) => id,
)

export const FileDataType = enumOf('FileDataType', 'Kind of data of a version.', {
  file: 'The file itself.',
  signature: 'Its rsync signature.',
  delta: 'Changes since the previous version.',
})

export const FileStatus = enumOf('FileStatus', 'Progress of an upload.', {
  waiting: 'Not finished.',
  queued: 'Not started.',
  complete: 'Completely uploaded.',
  none: 'Deleted.',
})

type DataRow = FileWithVersions['versions'][number]['data'][number]

export const FileData = builder.objectRef<DataRow>('FileData').implement({
  description: 'One blob of a version: the file, its signature or a delta.',
  fields: (t) => ({
    type: t.field({
      type: FileDataType,
      description: 'Kind of data.',
      resolve: ({ type }) => FileTypeName.parse(type),
    }),
    status: t.field({
      type: FileStatus,
      description: 'Progress of its upload.',
      resolve: ({ status }) => FileStatusName.parse(status),
    }),
    fileName: t.exposeString('fileName', { description: 'File name of downloads.' }),
    md5: t.string({
      nullable: true,
      description: 'MD5 in base64; as announced until it is complete, null if it was not.',
      resolve: ({ md5 }) => md5 || null,
    }),
    sizeInBytes: t.float({
      description: 'Size in bytes; as announced until it is complete.',
      resolve: ({ sizeInBytes }) => Number(sizeInBytes),
    }),
    isMultipart: t.boolean({
      description: 'Whether it is uploaded in parts.',
      resolve: ({ category }) => category === 'multipart',
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the download, which works once it is complete.',
      resolve: ({ fileId, version, type }, _args, context) => dataUrl(context, { fileId, version }, type),
    }),
  }),
})

export function dataUrl(
  context: GraphContext,
  { fileId, version }: { fileId: string; version: number },
  type?: string,
) {
  return fileUrl(context.scope.rules.publicUrl, { fileId: trusted<'file'>(fileId), version }, type)
}

export const AssetReview = builder.objectRef<ReviewRow>('AssetReview')
builder.node(AssetReview, {
  description: 'Review of an uploaded asset, which the owner of the file and admins see.',
  ...nodeBy(reviewsById),
  fields: (t) => ({
    reviewNotes: t.string({
      nullable: true,
      description: 'Notes of the author and the reviewers; null for none.',
      resolve: ({ reviewNotes }) => reviewNotes || null,
    }),
    ...columns(t, 'AssetReview', {
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change of the notes.',
    }),
  }),
})

export const FileAnalysis = builder.objectRef<AnalysisRow>('FileAnalysis').implement({
  description: 'Analysis of an uploaded asset, made without a game engine.',
  fields: (t) => ({
    isReadable: t.exposeBoolean('success', { description: 'Whether the asset could be read.' }),
    reason: t.string({
      nullable: true,
      description: 'Why the asset could not be read, in English; null otherwise.',
      resolve: ({ reason }) => reason || null,
    }),
    engineVersion: t.string({
      nullable: true,
      description: 'Version of the engine that built the asset; null when unknown.',
      resolve: ({ engineVersion }) => engineVersion || null,
    }),
    md5: t.exposeString('md5', { description: 'MD5 of the file in hexadecimal.' }),
    sizeInBytes: t.float({ description: 'Size of the file in bytes.', resolve: ({ fileSize }) => Number(fileSize) }),
    uncompressedSizeInBytes: t.float({
      nullable: true,
      description: 'Uncompressed size in bytes; null when unknown.',
      resolve: ({ uncompressedSize }) => Number(uncompressedSize) || null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the analysis.' }),
  }),
})
