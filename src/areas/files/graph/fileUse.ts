import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { type FileUse as FileUseRow, readFileUses } from '../queries.ts'
import { File } from './file.ts'

/** Uses that a file lists. */
const LISTED_USES = 20

const usesByFile = createListLoader<FileUseRow>(
  forViewer((scope, fileIds) => readFileUses(scope, scope.viewer.id, fileIds)),
  ({ fileId }) => fileId,
)

const FileUseKind = enumOf('FileUseKind', 'Kind of content that uses a file.', {
  world: 'A world.',
  avatar: 'An avatar.',
  prop: 'A prop.',
})

const FileUse = builder.objectRef<FileUseRow>('FileUse').implement({
  description: "A content of the viewer's that uses a file, as its picture or as its asset.",
  fields: (t) => ({
    kind: t.expose('kind', { type: FileUseKind, description: 'Kind of content.' }),
    contentId: t.exposeID('id', { description: 'Id of the world, avatar or prop.' }),
    name: t.exposeString('name', { description: 'Name of the content.' }),
  }),
})

builder.objectFields(File, (t) => ({
  uses: t.field({
    type: [FileUse],
    ...atMost(LISTED_USES),
    description: "Contents of the viewer's that use the file and break without it, by name, at most 20.",
    resolve: async ({ id }, _args, context) => (await usesByFile(context).load(id)).slice(0, LISTED_USES),
  }),
}))
