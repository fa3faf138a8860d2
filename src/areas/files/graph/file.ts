import { resolveArrayConnection } from '@pothos/plugin-relay'
import {
  ImageAnimationStyle as AnimationName,
  FileStatus as FileStatusName,
  FileType as FileTypeName,
  ImageLoopStyle as LoopName,
  ImageMask as MaskName,
} from '../../../contract/shapes/file.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import {
  createCountLoader,
  createLoader,
  createSharedLoader,
  forViewer,
} from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { FileAnalysis as AnalysisRow, AssetReview as ReviewRow } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { findAssetReviews, readAssetReviews } from '../assets/reviews.ts'
import { countVersions, type FileWithVersions, loadFile, readFileList, versionStatus } from '../files.ts'
import { canChangeFile, isImageFile } from '../policy.ts'
import { fileUrl, imageUrl } from '../urls.ts'
import { ImageAnimationStyle, ImageLoopStyle, ImageMask } from './imageStyles.ts'

/** Any file: everybody with a session can read the records of files. */
export const filesById = createSharedLoader(loadFile)

const versionKey = ({ fileId, version }: { fileId: string; version: number }) => `${fileId}/${version}`

/** The inverse of `versionKey`. */
const parseVersionKeys = (keys: readonly string[]) =>
  keys.map((key) => {
    const [fileId = '', version = ''] = key.split('/')
    return { fileId, version: Number(version) }
  })

const analysesByVersion = createLoader<AnalysisRow>(
  ({ db }, keys) => db.fileAnalysis.findMany({ where: { OR: parseVersionKeys(keys) } }),
  versionKey,
)

const reviewsByVersion = createLoader<ReviewRow>(
  forViewer((scope, keys) => readAssetReviews(scope, parseVersionKeys(keys))),
  versionKey,
)

const reviewsById = createLoader<ReviewRow>(
  forViewer((scope, ids) => findAssetReviews(scope, ids)),
  ({ id }) => id,
)

const versionCount = createCountLoader(countVersions)

export const FileDataType = builder.enumType('FileDataType', {
  description: 'Kind of data of a version.',
  values: {
    FILE: { value: 'file', description: 'The file itself.' },
    SIGNATURE: { value: 'signature', description: 'Its rsync signature.' },
    DELTA: { value: 'delta', description: 'Changes since the previous version.' },
  } as const,
})

export const FileStatus = builder.enumType('FileStatus', {
  description: 'Progress of an upload.',
  values: {
    WAITING: { value: 'waiting', description: 'Not finished.' },
    QUEUED: { value: 'queued', description: 'Not started.' },
    COMPLETE: { value: 'complete', description: 'Completely uploaded.' },
    NONE: { value: 'none', description: 'Deleted.' },
  } as const,
})

type VersionRow = FileWithVersions['versions'][number]
/** A version with its file. */
interface VersionWithFile extends VersionRow {
  readonly file: FileWithVersions
}
interface DataWithFile {
  readonly row: VersionRow['data'][number]
  readonly file: FileWithVersions
}

const FileData = builder.objectRef<DataWithFile>('FileData').implement({
  description: 'One blob of a version: the file, its signature or a delta.',
  fields: (t) => ({
    type: t.field({
      type: FileDataType,
      description: 'Kind of data.',
      resolve: ({ row }) => FileTypeName.parse(row.type),
    }),
    status: t.field({
      type: FileStatus,
      description: 'Progress of its upload.',
      resolve: ({ row }) => FileStatusName.parse(row.status),
    }),
    fileName: t.string({ description: 'File name of downloads.', resolve: ({ row }) => row.fileName }),
    md5: t.string({
      nullable: true,
      description: 'MD5 in base64; as announced until it is complete, null if it was not.',
      resolve: ({ row }) => row.md5 || null,
    }),
    sizeInBytes: t.float({
      description: 'Size in bytes; as announced until it is complete.',
      resolve: ({ row }) => Number(row.sizeInBytes),
    }),
    multipart: t.boolean({
      description: 'Whether it is uploaded in parts.',
      resolve: ({ row }) => row.category === 'multipart',
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the download, which works once it is complete.',
      resolve: ({ row: { fileId, version, type } }, _args, context) => dataUrl(context, { fileId, version }, type),
    }),
  }),
})

function dataUrl(context: GraphContext, { fileId, version }: { fileId: string; version: number }, type?: string) {
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change of the notes.' }),
  }),
})

const FileAnalysis = builder.objectRef<AnalysisRow>('FileAnalysis').implement({
  description: 'Analysis of an uploaded asset, made without a game engine.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether the asset could be read.' }),
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
    fileSize: t.float({ description: 'Size of the file in bytes.', resolve: ({ fileSize }) => Number(fileSize) }),
    uncompressedSize: t.float({
      nullable: true,
      description: 'Uncompressed size in bytes; null when unknown.',
      resolve: ({ uncompressedSize }) => Number(uncompressedSize) || null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the analysis.' }),
  }),
})

const FileVersion = builder.objectRef<VersionWithFile>('FileVersion').implement({
  description: 'A version of a file; version 0 is its creation and has no data.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Number of the version.' }),
    status: t.field({ type: FileStatus, description: 'Progress of its uploads.', resolve: versionStatus }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time at which it was announced.' }),
    data: t.field({
      type: [FileData],
      description: 'Its announced or uploaded data.',
      resolve: ({ data, file }) => data.map((row) => ({ row, file })),
    }),
    analysis: t.field({
      type: FileAnalysis,
      nullable: true,
      description: 'Its analysis; null for files that are no asset, and until they are analysed.',
      resolve: (version, _args, context) => analysesByVersion(context).load(versionKey(version)),
    }),
    review: t.field({
      type: AssetReview,
      nullable: true,
      description: 'Its review; null for people other than the owner and admins.',
      resolve: (version, _args, context) => reviewsByVersion(context).load(versionKey(version)),
    }),
  }),
})

const latestCompleteVersion = ({ versions }: FileWithVersions) =>
  versions.findLast((version) => version.version > 0 && versionStatus(version) === 'complete')

export const File = builder.objectRef<FileWithVersions>('File')
export const fileRef = referenceTo(File, filesById)

builder.node(File, {
  description: 'An uploaded file with its versions.',
  ...nodeBy(filesById),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the file.' }),
    mimeType: t.exposeString('mimeType', { description: 'MIME type that its owner has stated.' }),
    extension: t.exposeString('extension', { description: 'File name extension with its dot.' }),
    tags: t.exposeStringList('tags', { description: 'Tags that say what the file is for.' }),
    frames: t.exposeInt('frames', { nullable: true, description: 'Frames of an animated emoji.' }),
    framesOverTime: t.exposeInt('framesOverTime', { nullable: true, description: 'Frames per second.' }),
    animationStyle: t.field({
      type: ImageAnimationStyle,
      nullable: true,
      description: 'Animation of an emoji; null for none.',
      resolve: ({ animationStyle }) => AnimationName.safeParse(animationStyle).data,
    }),
    loopStyle: t.field({
      type: ImageLoopStyle,
      nullable: true,
      description: 'Order in which the frames are repeated; null for images without frames.',
      resolve: ({ loopStyle }) => LoopName.safeParse(loopStyle).data,
    }),
    maskTag: t.field({
      type: ImageMask,
      nullable: true,
      description: 'Shape to which it is cut; null for none.',
      resolve: ({ maskTag }) => MaskName.safeParse(maskTag).data,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last version.' }),
    owner: t.field(userRef('ownerId', 'Owner; null after the account was erased.')),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can add and delete versions: its owner and admins can.',
      resolve: (file, _args, context) => canChangeFile(context.viewerScope, file),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can delete it: its owner and admins can.',
      resolve: (file, _args, context) => canChangeFile(context.viewerScope, file),
    }),
    versions: t.connection(
      {
        type: FileVersion,
        description: 'Versions, by number; a list of files shows the latest 20 of each.',
        resolve: (file, args, context) => ({
          ...resolveArrayConnection(
            { args },
            file.versions.map((version) => ({ ...version, file })),
          ),
          totalCount: () => versionCount(context, file.id),
        }),
      },
      { name: 'FileVersionConnection' },
      { name: 'FileVersionEdge' },
    ),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the download of its latest complete version; null before the first.',
      resolve: (file, _args, context) => {
        const version = latestCompleteVersion(file)
        return version ? dataUrl(context, version) : null
      },
    }),
    thumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of a thumbnail of its latest complete version; null for files that are no image.',
      resolve: (file, _args, context) => {
        const version = latestCompleteVersion(file)
        if (!version || !isImageFile(file)) return null
        return imageUrl(context.scope.rules.publicUrl, { fileId: trusted<'file'>(file.id), version: version.version })
      },
    }),
  }),
})

/** Ids rise with time. */
export const BY_OLDEST_FILE = byText('id', 'ascending')
export const FileEdge = builder.edgeObject({ type: File, name: 'FileEdge' })
const FileConnection = builder.connectionObject({ type: File, name: 'FileConnection' }, FileEdge)

const FileFilter = builder.inputType('FileFilter', {
  description: 'Which files are listed; omitted fields match all.',
  fields: (t) => ({ tag: t.string({ description: 'Only files with this tag, such as `icon` or `gallery`.' }) }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  files: t.connection(
    {
      type: File,
      description: 'Files of the person, oldest first.',
      args: { filter: t.arg({ type: FileFilter, description: 'Which files are listed.' }) },
      resolve: (_viewer, { filter, ...args }, { viewerScope: scope }) => {
        const tag = filter?.tag
        const where = { ownerId: scope.viewer.id, ...(typeof tag === 'string' && { tags: { has: tag } }) }
        return keysetConnection(args, {
          order: BY_OLDEST_FILE,
          totalCount: () => scope.db.file.count({ where }),
          read: (page) =>
            readFileList(
              scope,
              { ...where, AND: keysetWhere(page, ['id']) },
              { orderBy: keysetOrder(page, ['id']), take: page.limit },
            ),
        })
      },
    },
    FileConnection,
  ),
}))
