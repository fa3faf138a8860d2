import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import type { Scope } from '../../kernel/scope.ts'
import { Viewer } from '../accounts/graph.ts'
import { BADGE, User, UserBadge, UserBadgeConnection, UserNote } from './graph.ts'
import { SEEN } from './hot.ts'

const PastDisplayName = builder.prismaObject('PastDisplayName', {
  description: 'A display name that a person had.',
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'The name.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was given up.' }),
  }),
})

const readBadges = ({ db }: Scope, userId: string) =>
  db.userBadge.findMany({ where: { userId }, include: BADGE, orderBy: [{ assignedAt: 'asc' }, { badgeId: 'asc' }] })

builder.prismaObjectFields(Viewer, (t) => ({
  user: t.field({
    type: User,
    description: 'The person as others see them.',
    select: { user: { select: SEEN } },
    resolve: ({ user }) => user,
  }),
  username: t.string({
    description: 'The name that logs in.',
    select: { user: { select: { username: true } } },
    resolve: ({ user }) => user.username,
  }),
  isAdmin: t.boolean({
    description: 'Whether the person is an admin.',
    select: { user: { select: { admin: true } } },
    resolve: ({ user }) => user.admin,
  }),
  homeLocation: t.string({
    description: 'The world where sessions begin; empty for none.',
    select: { user: { select: { homeLocation: true } } },
    resolve: ({ user }) => user.homeLocation,
  }),
  statusHistory: t.stringList({
    description: 'Earlier status descriptions, the latest first.',
    select: { user: { select: { statusHistory: true } } },
    resolve: ({ user }) => user.statusHistory,
  }),
  pronounsHistory: t.stringList({
    description: 'Earlier pronouns, the latest first.',
    select: { user: { select: { pronounsHistory: true } } },
    resolve: ({ user }) => user.pronounsHistory,
  }),
  lastLoginAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the last login was.',
    select: { user: { select: { lastLoginAt: true } } },
    resolve: ({ user }) => user.lastLoginAt,
  }),
  pastDisplayNames: t.prismaConnection(
    {
      type: PastDisplayName,
      cursor: 'id',
      description: 'Earlier display names, the latest first.',
      resolve: (query, { userId }, _args, context) =>
        signed(context).db.pastDisplayName.findMany({ ...query, where: { userId }, orderBy: { updatedAt: 'desc' } }),
    },
    { name: 'PastDisplayNameConnection' },
    { name: 'PastDisplayNameEdge' },
  ),
  badges: t.connection(
    {
      type: UserBadge,
      description: 'All badges of the person, hidden ones too, the oldest first.',
      resolve: async ({ userId }, args, context) =>
        resolveArrayConnection({ args }, await readBadges(signed(context), userId)),
    },
    UserBadgeConnection,
  ),
  notes: t.prismaConnection(
    {
      type: UserNote,
      cursor: 'id',
      description: 'Notes about other people, the latest changed first.',
      resolve: (query, { userId }, _args, context) =>
        signed(context).db.userNote.findMany({
          ...query,
          where: { userId },
          orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'UserNoteConnection' },
    { name: 'UserNoteEdge' },
  ),
}))
