import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { latestFirst, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Prisma, PastDisplayName as Row } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { siblingId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { PUBLIC_USER_COLUMNS } from '../queries.ts'
import { User } from './user.ts'

/** The few former names of each person that the viewer may see: the own ones, and for staff with `people` all. Their stored ids have no prefix. */
async function readPastNames(scope: ViewerScope, where: Prisma.PastDisplayNameWhereInput): Promise<Row[]> {
  const visible = isStaff(scope, 'people') ? {} : { userId: scope.viewer.id }
  const rows = await scope.db.pastDisplayName.findMany({ where: { AND: [where, visible] } })
  return rows.map((row) => ({ ...row, id: siblingId('pastDisplayName', row.id) }))
}

const storedId = (id: string) => id.slice(id.indexOf('_') + 1)

const pastNamesById = createLoader<Row>(
  forViewer((scope, ids) => readPastNames(scope, { id: { in: ids.map(storedId) } })),
  ({ id }) => id,
)
export const pastNamesByUser = createListLoader<Row>(
  forViewer((scope, ids) => readPastNames(scope, { userId: { in: [...ids] } })),
  ({ userId }) => userId,
)

export const PastDisplayName = builder.objectRef<Row>('PastDisplayName')

builder.node(PastDisplayName, {
  description: 'A former display name of a person, which the person and staff with `PEOPLE` see.',
  ...nodeBy(pastNamesById),
  fields: (t) => ({
    ...columns(t, 'PastDisplayName', {
      displayName: 'Former name.',
      updatedAt: 'Time at which it was replaced.',
    }),
  }),
})

export const PastDisplayNameConnection = builder.connectionObject({
  type: PastDisplayName,
  name: 'PastDisplayNameConnection',
})

builder.prismaObjectFields(Viewer, (t) => ({
  user: t.field({
    type: User,
    description: 'Public profile of the person.',
    select: { user: { select: PUBLIC_USER_COLUMNS } },
    resolve: ({ user }) => user,
  }),
  username: t.string({
    description: 'Name to log in with.',
    select: { user: { select: { username: true } } },
    resolve: ({ user }) => user.username,
  }),
  isAdmin: t.boolean({
    description: 'Whether the person is an admin.',
    select: { user: { select: { admin: true } } },
    resolve: ({ user }) => user.admin,
  }),
  homeLocation: t.id({
    nullable: true,
    description: 'Id of the world where clients start; null for none.',
    select: { user: { select: { homeLocation: true } } },
    resolve: ({ user }) => user.homeLocation || null,
  }),
  statusHistory: t.stringList({
    description: 'Former status descriptions, latest first.',
    select: { user: { select: { statusHistory: true } } },
    resolve: ({ user }) => user.statusHistory,
  }),
  pronounsHistory: t.stringList({
    description: 'Former pronouns, latest first.',
    select: { user: { select: { pronounsHistory: true } } },
    resolve: ({ user }) => user.pronounsHistory,
  }),
  lastLoginAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the last login.',
    select: { user: { select: { lastLoginAt: true } } },
    resolve: ({ user }) => user.lastLoginAt,
  }),
  pastDisplayNames: t.connection(
    {
      type: PastDisplayName,
      description: 'Former display names, latest first.',
      resolve: async ({ userId }, args, context) =>
        listConnection(args, latestFirst(['updatedAt', 'id']), await pastNamesByUser(context).load(userId)),
    },
    PastDisplayNameConnection,
  ),
}))
