import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { keyset, type Window } from '../../edges/graphql/keyset.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import type {
  Agreement as AgreementRow,
  FileAnalysis as AnalysisRow,
  AssetReview as ReviewRow,
} from '../../generated/prisma/client.ts'
import { isId } from '../../kernel/ids.ts'
import { Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'
import { fileUrl, imageUrl } from './addresses.ts'
import { type FoundFile, readFiles, statusOf } from './files.ts'
import { isPicture, mayChangeFile } from './policy.ts'

/** Everybody who is logged in may read the records of files. */
export const filesById = makeLoader<FoundFile>(
  (scope, ids) => readFiles(scope, { id: { in: [...ids] } }),
  ({ id }) => id,
)

const versionKey = ({ fileId, version }: { fileId: string; version: number }) => `${fileId}/${version}`

/** The version of a key, as `versionKey` writes it. */
function versionsOf(keys: readonly string[]) {
  return keys.map((key) => {
    const [fileId = '', version = ''] = key.split('/')
    return { fileId, version: Number(version) }
  })
}

const analyses = makeLoader<AnalysisRow>(
  ({ db }, keys) => db.fileAnalysis.findMany({ where: { OR: versionsOf(keys) } }),
  versionKey,
)

/** Reviews are between the owner and admins. */
const reviews = makeLoader<ReviewRow>(
  ({ db, viewer }, keys) =>
    db.assetReview.findMany({
      where: {
        OR: versionsOf(keys),
        ...(!viewer?.admin && { fileVersion: { file: { ownerId: viewer?.id ?? '' } } }),
      },
    }),
  versionKey,
)

export const FileDataType = builder.enumType('FileDataType', {
  description: 'Which data of a version.',
  values: {
    FILE: { value: 'file', description: 'The file itself.' },
    SIGNATURE: { value: 'signature', description: 'Its rsync signature.' },
    DELTA: { value: 'delta', description: 'What has changed since the version before.' },
  } as const,
})
const TYPES = ['file', 'signature', 'delta'] as const

export const FileStatus = builder.enumType('FileStatus', {
  description: 'How far an upload has come.',
  values: {
    WAITING: { value: 'waiting', description: 'It has not been finished.' },
    QUEUED: { value: 'queued', description: 'It has not begun.' },
    COMPLETE: { value: 'complete', description: 'All of it is there.' },
    NONE: { value: 'none', description: 'It was deleted.' },
  } as const,
})
const STATUSES = ['waiting', 'queued', 'complete'] as const

type VersionRow = FoundFile['versions'][number]
/** A version with the file it is of. */
interface SeenVersion extends VersionRow {
  readonly file: FoundFile
}
interface SeenData {
  readonly row: VersionRow['data'][number]
  readonly file: FoundFile
}

const FileData = builder.objectRef<SeenData>('FileData').implement({
  description: 'One blob of a version.',
  fields: (t) => ({
    type: t.field({
      type: FileDataType,
      description: 'Which data it is.',
      resolve: ({ row }) => TYPES.find((type) => type === row.type) ?? 'file',
    }),
    status: t.field({
      type: FileStatus,
      description: 'How far its upload has come.',
      resolve: ({ row }) => STATUSES.find((status) => status === row.status) ?? 'waiting',
    }),
    fileName: t.string({ description: 'The name it is saved by.', resolve: ({ row }) => row.fileName }),
    md5: t.string({ description: 'In base64; as announced until it is complete.', resolve: ({ row }) => row.md5 }),
    sizeInBytes: t.float({
      description: 'As announced until it is complete.',
      resolve: ({ row }) => Number(row.sizeInBytes),
    }),
    multipart: t.boolean({
      description: 'Whether it is uploaded in parts.',
      resolve: ({ row }) => row.category === 'multipart',
    }),
    url: t.string({
      description: 'Where it is downloaded once it is complete.',
      resolve: ({ row: { fileId, version, type } }, _args, context) => addressOf(context, { fileId, version }, type),
    }),
  }),
})

function addressOf(context: GraphContext, { fileId, version }: { fileId: string; version: number }, type?: string) {
  if (!isId('file', fileId)) throw new Error(`${fileId} is no id of a file`)
  return fileUrl(context.scope.rules.publicUrl, { fileId, version }, type)
}

export const AssetReview = builder.objectRef<ReviewRow>('AssetReview').implement({
  description: 'The review that an uploaded asset waits for.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'By which updateAssetReviewNotes knows it.' }),
    reviewNotes: t.exposeString('reviewNotes', { description: 'What its author and the reviewers write about it.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the notes were last written.' }),
  }),
})
const FileAnalysis = builder.objectRef<AnalysisRow>('FileAnalysis').implement({
  description: 'What an uploaded asset tells of itself without an engine.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether it could be read.' }),
    reason: t.exposeString('reason', { description: 'Why it could not be read; empty where it could.' }),
    engineVersion: t.exposeString('engineVersion', { description: 'The engine it was built with.' }),
    md5: t.exposeString('md5', { description: 'In hex.' }),
    fileSize: t.float({ description: 'In bytes.', resolve: ({ fileSize }) => Number(fileSize) }),
    uncompressedSize: t.float({
      description: 'In bytes; 0 where it is not known.',
      resolve: ({ uncompressedSize }) => Number(uncompressedSize),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was read.' }),
  }),
})

const FileVersion = builder.objectRef<SeenVersion>('FileVersion').implement({
  description: 'A version of a file; version 0 is the making of the file.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Its number.' }),
    status: t.field({ type: FileStatus, description: 'How far it has come.', resolve: statusOf }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was announced.' }),
    data: t.field({
      type: [FileData],
      description: 'What was announced of it, or is there.',
      resolve: ({ data, file }) => data.map((row) => ({ row, file })),
    }),
    analysis: t.field({
      type: FileAnalysis,
      nullable: true,
      description: 'What it tells of itself; null for what is no asset, and until it was read.',
      resolve: (version, _args, context) => analyses(context).load(versionKey(version)),
    }),
    review: t.field({
      type: AssetReview,
      nullable: true,
      description: 'The review it waits for; for its owner and admins.',
      resolve: (version, _args, context) => reviews(context).load(versionKey(version)),
    }),
  }),
})

/** The latest version that is complete. */
const latest = ({ versions }: FoundFile) =>
  versions.findLast((version) => version.version > 0 && statusOf(version) === 'complete')

export const File = builder.objectRef<FoundFile>('File')
builder.node(File, {
  description: 'Something that a person has uploaded, with its versions.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => filesById(context).load(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    mimeType: t.exposeString('mimeType', { description: 'What it is said to be.' }),
    extension: t.exposeString('extension', { description: 'The end of its name, with the dot.' }),
    tags: t.exposeStringList('tags', { description: 'What it is for.' }),
    frames: t.exposeInt('frames', { nullable: true, description: 'The frames of a moving emoji.' }),
    framesOverTime: t.exposeInt('framesOverTime', { nullable: true, description: 'Its frames a second.' }),
    animationStyle: t.exposeString('animationStyle', { nullable: true, description: 'How an emoji moves.' }),
    loopStyle: t.exposeString('loopStyle', { nullable: true, description: 'How its frames follow each other.' }),
    maskTag: t.exposeString('maskTag', { nullable: true, description: 'The form it is cut to.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last had a version.' }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Whose it is; null when the account was erased.',
      resolve: ({ ownerId }, _args, context) => people(context).load(ownerId),
    }),
    isOwn: t.boolean({
      description: 'Whether the viewer may change it.',
      resolve: (file, _args, context) => mayChangeFile(signed(context), file),
    }),
    versions: t.connection(
      {
        type: FileVersion,
        description: 'Its versions, by number.',
        resolve: (file, args) =>
          resolveArrayConnection(
            { args },
            file.versions.map((version) => ({ ...version, file })),
          ),
      },
      { name: 'FileVersionConnection' },
      { name: 'FileVersionEdge' },
    ),
    url: t.string({
      nullable: true,
      description: 'Where its latest complete version is downloaded.',
      resolve: (file, _args, context) => {
        const version = latest(file)
        return version ? addressOf(context, version) : null
      },
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description: 'A smaller picture of its latest complete version; null for what is no picture.',
      resolve: (file, _args, context) => {
        const version = latest(file)
        if (!version || !isPicture(file) || !isId('file', file.id)) return null
        return imageUrl(context.scope.rules.publicUrl, { fileId: file.id, version: version.version })
      },
    }),
  }),
})

/** Oldest first: ids sort by time. */
const between = ({ after, before }: Window) => ({ ...(after && { gt: after }), ...(before && { lt: before }) })

builder.prismaObjectFields(Viewer, (t) => ({
  files: t.connection(
    {
      type: File,
      description: 'What the person has uploaded, the oldest first.',
      args: { tag: t.arg.string({ description: 'Only files with this tag, such as icon or gallery.' }) },
      resolve: (_viewer, { tag, ...args }, context) => {
        const scope = signed(context)
        return keyset(args, {
          keyOf: ({ id }: FoundFile) => id,
          read: (window) =>
            readFiles(
              scope,
              { ownerId: scope.viewer.id, id: between(window), ...(tag && { tags: { has: tag } }) },
              { orderBy: { id: window.inverted ? 'desc' : 'asc' }, take: window.limit },
            ),
        })
      },
    },
    { name: 'FileConnection' },
    { name: 'FileEdge' },
  ),
}))

export const Agreement = builder.objectRef<AgreementRow>('Agreement').implement({
  description: 'What a person has agreed to about one of their contents.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id.' }),
    agreementCode: t.exposeString('agreementCode', { description: 'What was agreed to.' }),
    contentId: t.exposeID('contentId', { description: 'About which world, avatar or prop.' }),
    version: t.exposeInt('version', { description: 'Which version of the text.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})
