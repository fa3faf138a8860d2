import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { PUBLIC_USER_COLUMNS } from '../queries.ts'
import { readBadges, User, UserBadge, UserBadgeConnection, UserNote } from './user.ts'

const PastDisplayName = builder.prismaObject('PastDisplayName', {
  description: 'A former display name.',
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'Former name.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time at which it was replaced.' }),
  }),
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
  homeLocation: t.string({
    description: 'World where clients start; empty for none.',
    select: { user: { select: { homeLocation: true } } },
    resolve: ({ user }) => user.homeLocation,
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
  pastDisplayNames: t.prismaConnection(
    {
      type: PastDisplayName,
      cursor: 'id',
      description: 'Former display names, latest first.',
      resolve: (query, { userId }, _args, context) =>
        context.scope.db.pastDisplayName.findMany({ ...query, where: { userId }, orderBy: { updatedAt: 'desc' } }),
    },
    { name: 'PastDisplayNameConnection' },
    { name: 'PastDisplayNameEdge' },
  ),
  badges: t.connection(
    {
      type: UserBadge,
      description: 'All badges, including hidden ones, oldest award first.',
      resolve: async ({ userId }, args, context) =>
        resolveArrayConnection({ args }, await readBadges(context.scope, { userId })),
    },
    UserBadgeConnection,
  ),
  notes: t.prismaConnection(
    {
      type: UserNote,
      cursor: 'id',
      description: 'Notes about other people, latest change first.',
      resolve: (query, { userId }, _args, context) =>
        context.scope.db.userNote.findMany({
          ...query,
          where: { userId },
          orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'UserNoteConnection' },
    { name: 'UserNoteEdge' },
  ),
}))
