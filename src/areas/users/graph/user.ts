import { resolveArrayConnection } from '@pothos/plugin-relay'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { VIEWER_INDEPENDENT } from '../../../edges/graphql/execution/sharedExecution.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import {
  createListLoader,
  createLoader,
  createSharedLoader,
  forViewer,
} from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Prisma, UserNote as UserNoteRow } from '../../../generated/prisma/client.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { visibleBadges } from '../policy.ts'
import { findPublicUserByName, loadPublicUser, PUBLIC_USER_COLUMNS, type PublicUser } from '../queries.ts'
import { canSeeLastVisit, type Relation, readRelations } from '../relations.ts'
import { userSearchWhere } from '../users.ts'

/** Empty without a viewer: the fields that use it require a session. */
const relationsById = createLoader<readonly [string, Relation]>(
  forViewer(async (scope, ids) => [...(await readRelations(scope, ids))]),
  ([id]) => id,
)

/** Friendship, block and friend request between a person and the viewer; undefined when there is none. */
export const relationToViewer = async (context: GraphContext, id: string): Promise<Relation | undefined> =>
  (await relationsById(context).load(id))?.[1]

/** Whether the viewer sees when a person was last here; false without a viewer. */
async function showsLastVisit(context: GraphContext, { id, status }: PublicUser): Promise<boolean> {
  const { viewer } = context.publicScope
  return viewer !== null && canSeeLastVisit({ viewer }, { id, status }, await relationToViewer(context, id))
}

export const usersById = createSharedLoader(loadPublicUser)

export const WITH_BADGE = { badge: true } as const

/** Badges of these people, oldest award first. */
export const readBadges = ({ db }: Scope, where: Prisma.UserBadgeWhereInput) =>
  db.userBadge.findMany({ where, include: WITH_BADGE, orderBy: [{ assignedAt: 'asc' }, { badgeId: 'asc' }] })

type UserBadgeWithBadge = Awaited<ReturnType<typeof readBadges>>[number]

const visibleBadgesByUser = createListLoader<UserBadgeWithBadge>(
  (scope, ids) => readBadges(scope, { userId: { in: [...ids] }, ...visibleBadges }),
  ({ userId }) => userId,
)

/** The viewer's notes by target user. */
const notesByTargetUser = createLoader<UserNoteRow>(
  forViewer(({ db, viewer }, ids) =>
    db.userNote.findMany({ where: { userId: viewer.id, targetUserId: { in: [...ids] } } }),
  ),
  ({ targetUserId }) => targetUserId,
)

export const UserStatus = builder.enumType('UserStatus', {
  description: 'Availability that a person has set.',
  values: {
    ACTIVE: { value: 'active', description: 'Online.' },
    JOIN_ME: { value: 'join me', description: 'Others are welcome to join.' },
    ASK_ME: { value: 'ask me', description: 'Others can ask to join.' },
    BUSY: { value: 'busy', description: 'Does not want to be disturbed.' },
    OFFLINE: { value: 'offline', description: 'Appears offline to everybody.' },
  } as const,
})

const STATUSES = ['active', 'join me', 'ask me', 'busy'] as const
const toUserStatus = (text: string) => STATUSES.find((status) => status === text) ?? 'offline'

export const Badge = builder.prismaNode('Badge', {
  description: 'An award that admins give to people.',
  id: { field: 'id' },
  nullable: true,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the badge.' }),
    description: t.exposeString('description', { description: 'Reason for which it is awarded.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'URL of the image; empty for none.' }),
  }),
})

export const UserBadge = builder.objectRef<UserBadgeWithBadge>('UserBadge').implement({
  description: 'A badge that was awarded to a person.',
  fields: (t) => ({
    badge: t.field({ type: Badge, description: 'The badge.', resolve: ({ badge }) => badge }),
    showcased: t.exposeBoolean('showcased', { description: 'Whether the badge is shown first.' }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether others cannot see the badge.' }),
    assignedAt: t.expose('assignedAt', { type: 'DateTime', description: 'Time of the award.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change by its holder.' }),
  }),
})

export const User = builder.objectRef<PublicUser>('User')

export const userRef = referenceTo(User, usersById)

export const UserEdge = builder.edgeObject({ type: User, name: 'UserEdge' })
export const UserConnection = builder.connectionObject({ type: User, name: 'UserConnection' }, UserEdge)

export const UserNote = builder.prismaNode('UserNote', {
  description: 'Private note of the viewer about another person.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, userId: context.viewerScope.viewer.id }),
  fields: (t) => ({
    note: t.exposeString('note', { description: 'Text of the note.' }),
    targetUser: t.field({
      ...userRef('targetUserId', 'Subject of the note; null after the account was erased.'),
      select: { targetUserId: true },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

export const UserBadgeConnection = builder.connectionObject(
  { type: UserBadge, name: 'UserBadgeConnection' },
  { name: 'UserBadgeEdge' },
)

builder.node(User, {
  description: 'Public profile of a person.',
  ...nodeBy(usersById),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'Name that others see.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of registration.' }),
    bio: t.exposeString('bio', { description: 'Self-description.' }),
    bioLinks: t.exposeStringList('bioLinks', { description: 'Links on the profile.' }),
    pronouns: t.exposeString('pronouns', { description: 'Pronouns.' }),
    status: t.field({
      type: UserStatus,
      ...VIEWER_INDEPENDENT,
      description: 'Availability that the person has set.',
      resolve: ({ status }) => toUserStatus(status),
    }),
    statusDescription: t.exposeString('statusDescription', { description: "Status text in the person's own words." }),
    tags: t.exposeStringList('tags', { description: 'Tags given by the platform or chosen by the person.' }),
    developerType: t.exposeString('developerType', { description: '`none`, `trusted`, `internal` or `moderator`.' }),
    userIcon: t.exposeString('userIcon', { description: 'URL of the icon; empty for none.' }),
    profilePicOverride: t.exposeString('profilePicOverride', { description: 'URL of a profile image, or empty.' }),
    bannerType: t.exposeString('bannerType', { description: 'Type of the banner; empty for none.' }),
    bannerUrl: t.exposeString('bannerUrl', { description: 'URL of the banner; empty for none.' }),
    avatarImageUrl: t.exposeString('currentAvatarImageUrl', { description: 'URL of an image of the current avatar.' }),
    avatarThumbnailUrl: t.exposeString('currentAvatarThumbnailImageUrl', {
      description: 'URL of a small avatar image.',
    }),
    avatarTags: t.exposeStringList('currentAvatarTags', { description: 'Tags of the current avatar.' }),
    allowAvatarCopying: t.exposeBoolean('allowAvatarCopying', { description: 'Whether others can copy the avatar.' }),
    ageVerificationStatus: t.exposeString('ageVerificationStatus', { description: '`hidden`, `verified` or `18+`.' }),
    ageVerified: t.exposeBoolean('ageVerified', { description: 'Whether the age was verified.' }),
    lastPlatform: t.string({
      description: 'Platform that was last used; empty when unknown, and unless the viewer is a friend who may know.',
      resolve: async (user, _args, context) =>
        user.lastPlatform !== '' && (await showsLastVisit(context, user)) ? user.lastPlatform : '',
    }),
    lastMobileAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use of a phone; null for none, and unless the viewer is a friend who may know.',
      resolve: async (user, _args, context) =>
        user.lastMobileAt && ((await showsLastVisit(context, user)) ? user.lastMobileAt : null),
    }),
    badges: t.connection(
      {
        type: UserBadge,
        description: 'Visible badges, oldest award first.',
        resolve: async ({ id }, args, context) =>
          resolveArrayConnection({ args }, await visibleBadgesByUser(context).load(id)),
      },
      UserBadgeConnection,
    ),
    note: t.field({
      type: UserNote,
      nullable: true,
      description: "The viewer's note about the person; null for none.",
      resolve: ({ id }, _args, context) => notesByTargetUser(context).load(id),
    }),
  }),
})

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    nullable: true,
    description: 'A person by id; null when there is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the person.' }) },
    resolve: (_root, { id }, context) => usersById(context).load(id),
  }),
  userByName: t.field({
    type: User,
    nullable: true,
    ...FOR_ADMINS,
    description: 'A person by username. Admins only: usernames are private.',
    args: { username: t.arg.string({ required: true, description: 'Username.' }) },
    resolve: (_root, { username }, context) => findPublicUserByName(context.viewerScope, username),
  }),
  users: t.connection(
    {
      type: User,
      nullable: true,
      description: 'Searches people, in order of display names.',
      args: {
        search: t.arg.string({ description: 'Part of the display name; without it, nobody is found.' }),
        developerType: t.arg.string({ description: 'Only people with this developer type.' }),
      },
      resolve: (_root, { search, developerType, ...args }, { viewerScope: scope }) => {
        const where = userSearchWhere(scope, omitNullish({ search, developerType }))
        return keysetConnection(args, {
          order: byText('displayNameKey', 'ascending'),
          totalCount: () => scope.db.user.count({ where }),
          read: (page) =>
            scope.db.user.findMany({
              where: { ...where, AND: keysetWhere(page, ['displayNameKey']) },
              orderBy: keysetOrder(page, ['displayNameKey']),
              take: page.limit,
              select: PUBLIC_USER_COLUMNS,
            }),
        })
      },
    },
    UserConnection,
  ),
  badges: t.prismaConnection(
    {
      type: Badge,
      cursor: 'id',
      nullable: true,
      description: 'All badges, by name.',
      resolve: (query, _root, _args, context) =>
        context.viewerScope.db.badge.findMany({ ...query, orderBy: { name: 'asc' } }),
    },
    { name: 'BadgeConnection' },
    { name: 'BadgeEdge' },
  ),
}))
