import { resolveArrayConnection } from '@pothos/plugin-relay'
import {
  ImageAnimationStyle as AnimationName,
  ImageLoopStyle as LoopName,
  ImageMask as MaskName,
} from '../../../contract/shapes/file.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createCountLoader, createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId, nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { fileVersionId, parseFileVersionId, trusted } from '../../../kernel/ids.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { imageUrl } from '../../../kernel/webUrls.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import {
  countVersions,
  type FileWithVersions,
  readableFiles,
  readFileList,
  taggedFiles,
  versionStatus,
} from '../files.ts'
import { canChangeFile, isImageFile } from '../policy.ts'
import {
  AssetReview,
  analysesByVersion,
  dataUrl,
  FileAnalysis,
  FileData,
  FileStatus,
  reviewsByVersion,
  versionKey,
} from './versionData.ts'

/** Files that the viewer can read, by id. */
export const filesById = createLoader<FileWithVersions>(readableFiles, ({ id }) => id)

const versionCount = createCountLoader(countVersions)

type VersionRow = FileWithVersions['versions'][number]
/** A version with its file. */
interface VersionWithFile extends VersionRow {
  readonly file: FileWithVersions
}

/** Versions of files that the viewer can read. */
const versionsById = (context: GraphContext) => ({
  async load(id: string): Promise<VersionWithFile | null> {
    const key = parseFileVersionId(id)
    const file = key && (await filesById(context).load(key.fileId))
    const row = file?.versions.find(({ version }) => version === key?.version)
    return file && row ? { ...row, file } : null
  },
})

export const File = builder.objectRef<FileWithVersions>('File')
export const fileRef = referenceTo(File, filesById)

const FileVersion = builder.objectRef<VersionWithFile>('FileVersion')
builder.node(FileVersion, {
  description: 'A version of a file; version 0 is its creation and has no data.',
  ...nodeBy(versionsById),
  id: derivedId(({ fileId, version }) => fileVersionId(fileId, version)),
  fields: (t) => ({
    file: t.field({ type: File, description: 'The file.', resolve: ({ file }) => file }),
    ...columns(t, 'FileVersion', {
      version: 'Number of the version.',
      createdAt: 'Time at which it was announced.',
    }),
    status: t.field({ type: FileStatus, description: 'Progress of its uploads.', resolve: versionStatus }),
    data: t.expose('data', { type: [FileData], ...atMost(3), description: 'Its announced or uploaded data.' }),
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

builder.node(File, {
  description: 'An uploaded file with its versions.',
  ...nodeBy(filesById),
  fields: (t) => ({
    ...columns(t, 'File', {
      name: 'Name of the file.',
      mimeType: 'MIME type that its owner has stated.',
      extension: 'File name extension with its dot.',
      tags: 'Tags that say what the file is for.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last version.',
    }),
    frameCount: t.exposeInt('frames', { nullable: true, description: 'Number of frames of an animated emoji.' }),
    framesPerSecond: t.exposeInt('framesOverTime', {
      nullable: true,
      description: 'Frames per second of an animated emoji.',
    }),
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
    mask: t.field({
      type: ImageMask,
      nullable: true,
      description: 'Shape to which it is cut; null for none.',
      resolve: ({ maskTag }) => MaskName.safeParse(maskTag).data,
    }),
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
const BY_NEWEST_FILE = byText('id', 'descending')
export const FileEdge = builder.edgeObject({ type: File, name: 'FileEdge' })
export const FileConnection = builder.connectionObject({ type: File, name: 'FileConnection' }, FileEdge)

const FileFilter = builder.inputType('FileFilter', {
  description: 'Which files are listed; omitted fields match all.',
  fields: (t) => ({
    tag: t.string({ description: 'Only files with this tag, such as `icon` or `gallery`.' }),
    notTags: t.stringList({ description: 'No files with any of these tags.' }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  files: t.connection(
    {
      type: File,
      description: 'Files of the person, oldest first by default.',
      args: {
        filter: t.arg({ type: FileFilter, description: 'Which files are listed.' }),
        newestFirst: t.arg.boolean({ defaultValue: false, description: 'Whether the newest file comes first.' }),
      },
      resolve: (_viewer, { filter, newestFirst, ...args }, { viewerScope: scope }) => {
        const where = { ownerId: scope.viewer.id, ...taggedFiles(omitNullish(filter ?? {})) }
        return keysetConnection(args, {
          order: newestFirst ? BY_NEWEST_FILE : BY_OLDEST_FILE,
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

/** Enum values in upper case, by the names of the REST API. */
const valuesOf = <N extends string>(names: readonly N[], describe: (name: N) => string) =>
  Object.fromEntries(names.map((value) => [value.toUpperCase(), { value, description: describe(value) }]))

export const ImageAnimationStyle = builder.enumType('ImageAnimationStyle', {
  description: 'Animation that clients play with an emoji.',
  values: valuesOf(AnimationName.options, (name) => `The animation \`${name}\` of clients.`),
})

export const ImageLoopStyle = builder.enumType('ImageLoopStyle', {
  description: 'Order in which the frames of an image are repeated.',
  values: {
    LINEAR: { value: 'linear', description: 'From the first to the last.' },
    PINGPONG: { value: 'pingpong', description: 'From the first to the last and back.' },
  } as const satisfies Record<string, { value: (typeof LoopName.options)[number]; description: string }>,
})

export const ImageMask = builder.enumType('ImageMask', {
  description: 'Shape to which an emoji or sticker is cut.',
  values: valuesOf(MaskName.options, (name) => `The shape \`${name}\`.`),
})
