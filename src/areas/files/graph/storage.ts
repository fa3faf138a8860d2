import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { isStaff } from '../../../kernel/access.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Account } from '../../users/graph/account.ts'
import { MAX_VERSIONS } from '../policy.ts'
import { readStorageUse, type StorageUse } from '../queries.ts'

const Storage = builder.objectRef<StorageUse>('Storage').implement({
  description: 'What the files of a person use of the storage that they may use.',
  fields: (t) => ({
    usedBytes: t.float({
      description: 'Bytes of all files, those that are announced but not uploaded yet included.',
      resolve: ({ bytes }) => bytes,
    }),
    allowedBytes: t.float({
      nullable: true,
      description: 'Bytes that all files may have; null for any number.',
      resolve: (_use, _args, { scope: { rules } }) => (rules.maxStoredBytes > 0 ? rules.maxStoredBytes : null),
    }),
    usedVersions: t.int({
      description: 'Versions of all files, deleted ones included.',
      resolve: ({ versions }) => versions,
    }),
    allowedVersions: t.int({ description: 'Versions that all files may have.', resolve: () => MAX_VERSIONS }),
  }),
})

/** What the files of a person use, by the id of the person: read once, under however many aliases it is selected. */
const storageUse = createLoader<StorageUse & { readonly userId: string }>(
  forViewer((scope, userIds) =>
    Promise.all(
      visibleOwners(scope, userIds).map(async (userId) => ({
        ...NOTHING_USED,
        ...(await readStorageUse(scope, userId)),
        userId,
      })),
    ),
  ),
  ({ userId }) => userId,
)

/** Whose storage the viewer sees: the own one, and as staff that acts upon people everybody's. */
const visibleOwners = (scope: ViewerScope, userIds: readonly string[]) =>
  isStaff(scope, 'people') ? userIds : userIds.filter((id) => id === scope.viewer.id)

const NOTHING_USED: StorageUse = { versions: 0, bytes: 0 }

/** As all files of the person are counted. */
const COST = 50

builder.prismaObjectFields(Viewer, (t) => ({
  storage: t.field({
    type: Storage,
    description: 'What the files of the viewer use of the storage. An upload beyond it has the reason `STORAGE_FULL`.',
    complexity: COST,
    resolve: async (_viewer, _args, context) =>
      (await storageUse(context).load(context.viewerScope.viewer.id)) ?? NOTHING_USED,
  }),
}))

builder.objectFields(Account, (t) => ({
  storage: t.field({
    type: Storage,
    description: 'What the files of the person use of the storage.',
    complexity: COST,
    resolve: async ({ userId }, _args, context) => (await storageUse(context).load(userId)) ?? NOTHING_USED,
  }),
}))
