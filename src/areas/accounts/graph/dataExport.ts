import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation, NO_FIELDS } from '../../../edges/graphql/resolvers/mutation.ts'
import type { DataExport as DataExportRow } from '../../../generated/prisma/client.ts'
import { exportStateOf, exportUrl, readDataExports, requestDataExport } from '../dataExport/dataExport.ts'
import { Viewer } from './viewer.ts'

const DataExportState = enumOf(
  'DataExportState',
  'State of an archive of the data of a person.',
  {
    waiting: 'It is being written. A mail tells when it is done.',
    finished: 'It can be downloaded.',
    failed: 'It could not be written; another one can be asked for.',
  },
  { waiting: 'WAITING', finished: 'FINISHED', failed: 'FAILED' },
)

/** Without an id: it is part of its viewer. */
const DataExport = builder.objectRef<DataExportRow>('DataExport').implement({
  description:
    'An archive of everything that is kept about the viewer: a tar file of JSON and files, compressed by gzip.',
  fields: (t) => ({
    state: t.field({
      type: DataExportState,
      description: 'Whether it is written.',
      resolve: (row) => exportStateOf(row),
    }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was asked for.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was written; null until then.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it is deleted.' }),
    sizeInBytes: t.float({
      nullable: true,
      description: 'Bytes; null until it is written.',
      resolve: ({ sizeInBytes }) => (sizeInBytes === null ? null : Number(sizeInBytes)),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Address of the download, for the session of the viewer alone, whose identity must be confirmed as for `requestDataExport`; null until it is written.',
      resolve: ({ finishedAt }, _args, { scope }) => (finishedAt ? exportUrl(scope) : null),
    }),
  }),
})

const exportsByUser = createLoader<DataExportRow>(forViewer(readDataExports), ({ userId }) => userId)

builder.prismaObjectFields(Viewer, (t) => ({
  dataExport: t.field({
    type: DataExport,
    nullable: true,
    description:
      'The archive of the data of the viewer that was asked for last; null for none, and once it is deleted.',
    resolve: (_viewer, _args, context) => exportsByUser(context).load(context.viewerScope.viewer.id),
  }),
}))

mutation('requestDataExport', {
  description:
    'Asks for an archive of everything that is kept about the viewer, which replaces the one before, at most twice a day. Needs a confirmed identity: see `confirmIdentity`. It can be downloaded until `DataExport.expiresAt`; a mail and `viewerChanged` tell when it is written.',
  input: NO_FIELDS,
  run: async (scope) => {
    await requestDataExport(scope)
    return {}
  },
})
