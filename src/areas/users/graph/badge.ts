import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection, latestFirst, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Badge as BadgeRow, Prisma, UserBadge as UserBadgeRow } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { visibleBadges } from '../policy.ts'
import { Account } from './account.ts'
import { peopleById } from './peopleById.ts'
import { User, UserConnection, userRef } from './user.ts'

export const badgesById = createLoader<BadgeRow>(
  ({ db }, ids) => db.badge.findMany({ where: { id: { in: [...ids] } } }),
  ({ id }) => id,
)

/** The people with a badge, as far as the viewer may know them. */
const holdersOf = (scope: Scope, badgeId: string) => {
  const shown = isStaff(scope, 'people') ? {} : visibleBadges
  const canRead = isStaff(scope, 'people', 'configuration')
  return peopleById(scope, canRead ? { badges: { some: { badgeId, ...shown } } } : { id: { in: [] } })
}

export const Badge = builder.objectRef<BadgeRow>('Badge')

builder.node(Badge, {
  description: 'An award that admins give to people.',
  ...nodeBy(badgesById),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the badge.' }),
    description: t.string({
      nullable: true,
      description: 'Reason for which it is awarded; null for none.',
      resolve: ({ description }) => description || null,
    }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the image; null for none.',
      resolve: ({ imageUrl }) => imageUrl || null,
    }),
    ...columns(t, 'Badge', { updatedAt: 'Time of the last change.' }),
    holders: t.connection(
      {
        type: User,
        description:
          'People who have it, by id; empty for everybody but staff with `PEOPLE` or `CONFIGURATION`, and without those who hide it from others unless `PEOPLE` looks.',
        resolve: ({ id }, args, { publicScope: scope }) => keysetConnection(args, holdersOf(scope, id)),
      },
      UserConnection,
    ),
  }),
})

export const badgeRef = referenceTo(Badge, badgesById)

export const BY_NAME = byText('name', 'ascending')
export const BadgeEdge = builder.edgeObject({ type: Badge, name: 'BadgeEdge' })
const BadgeConnection = builder.connectionObject({ type: Badge, name: 'BadgeConnection' }, BadgeEdge)

const readUserBadges = ({ db }: Scope, where: Prisma.UserBadgeWhereInput) => db.userBadge.findMany({ where })

/** Badges that the viewer may see: the own ones, and of others those that are not hidden, but for staff with `people`. */
const readVisibleUserBadges = (scope: ViewerScope, where: Prisma.UserBadgeWhereInput) =>
  readUserBadges(scope, {
    AND: [where, isStaff(scope, 'people') ? {} : { OR: [{ userId: scope.viewer.id }, visibleBadges] }],
  })

const userBadgesById = createLoader<UserBadgeRow>(
  forViewer((scope, ids) => readVisibleUserBadges(scope, { id: { in: [...ids] } })),
  ({ id }) => id,
)

const shownBadgesByUser = createListLoader<UserBadgeRow>(
  (scope, ids) => readUserBadges(scope, { userId: { in: [...ids] }, ...visibleBadges }),
  ({ userId }) => userId,
)

const ownBadges = createListLoader<UserBadgeRow>(
  forViewer((scope) => readUserBadges(scope, { userId: scope.viewer.id })),
  ({ userId }) => userId,
)

export const UserBadge = builder.objectRef<UserBadgeRow>('UserBadge')

builder.node(UserBadge, {
  description: 'A badge that was awarded to a person.',
  ...nodeBy(userBadgesById),
  fields: (t) => ({
    badge: t.field({
      type: Badge,
      description: 'The badge.',
      resolve: async ({ badgeId }, _args, context) => {
        const badge = await badgesById(context).load(badgeId)
        if (!badge) throw new Error(`an awarded badge is missing: ${badgeId}`)
        return badge
      },
    }),
    user: t.field(userRef('userId', 'The holder.')),
    isShowcased: t.exposeBoolean('showcased', { description: 'Whether the badge is shown first.' }),
    isHidden: t.exposeBoolean('hidden', { description: 'Whether others cannot see the badge.' }),
    ...columns(t, 'UserBadge', {
      assignedAt: 'Time of the award.',
      updatedAt: 'Time of the last change by its holder.',
    }),
  }),
})

export const OLDEST_AWARD_FIRST = { ...latestFirst(['assignedAt', 'id']), descending: false }
export const UserBadgeEdge = builder.edgeObject({ type: UserBadge, name: 'UserBadgeEdge' })
const UserBadgeConnection = builder.connectionObject({ type: UserBadge, name: 'UserBadgeConnection' }, UserBadgeEdge)

const allBadgesByUser = createListLoader<UserBadgeRow>(
  forViewer(async (scope, ids) =>
    isStaff(scope, 'people') ? readUserBadges(scope, { userId: { in: [...ids] } }) : [],
  ),
  ({ userId }) => userId,
)

builder.objectFields(Account, (t) => ({
  badges: t.connection(
    {
      type: UserBadge,
      description: 'All badges of the person, including hidden ones, oldest award first.',
      resolve: async ({ userId }, args, context) =>
        listConnection(args, OLDEST_AWARD_FIRST, await allBadgesByUser(context).load(userId)),
    },
    UserBadgeConnection,
  ),
}))

builder.objectFields(User, (t) => ({
  badges: t.connection(
    {
      type: UserBadge,
      description: 'Badges that the person shows, oldest award first.',
      resolve: async ({ id }, args, context) =>
        listConnection(args, OLDEST_AWARD_FIRST, await shownBadgesByUser(context).load(id)),
    },
    UserBadgeConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  badges: t.connection(
    {
      type: UserBadge,
      description: 'All badges, including hidden ones, oldest award first.',
      resolve: async ({ userId }, args, context) =>
        listConnection(args, OLDEST_AWARD_FIRST, await ownBadges(context).load(userId)),
    },
    UserBadgeConnection,
  ),
}))

builder.queryField('badges', (t) =>
  t.connection(
    {
      type: Badge,
      description: 'All badges, by name.',
      resolve: (_root, args, { viewerScope: { db } }) =>
        keysetConnection(args, {
          order: BY_NAME,
          totalCount: () => db.badge.count(),
          read: (page) =>
            db.badge.findMany({
              where: { AND: keysetWhere(page, ['name']) },
              orderBy: keysetOrder(page, ['name']),
              take: page.limit,
            }),
        }),
    },
    BadgeConnection,
  ),
)
