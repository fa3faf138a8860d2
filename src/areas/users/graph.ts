import { resolveArrayConnection } from '@pothos/plugin-relay'
import { ADMIN } from '../../edges/graphql/access.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import { keyset } from '../../edges/graphql/keyset.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import { SHARED } from '../../edges/graphql/sharing.ts'
import type { Prisma, UserNote as UserNoteRow } from '../../generated/prisma/client.ts'
import { nameKey } from '../accounts/names.ts'
import { relationOf } from './graphRelations.ts'
import { SEEN, type SeenUser, seenByIds } from './hot.ts'
import { visibleUsers } from './policy.ts'
import { foundBy } from './users.ts'

export const people = makeLoader<SeenUser>(seenByIds, ({ id }) => id)

export const BADGE = { badge: true } as const

const shownBadges = makeListLoader<Prisma.UserBadgeGetPayload<{ include: typeof BADGE }>>(
  ({ db }, ids) =>
    db.userBadge.findMany({
      where: { userId: { in: [...ids] }, hidden: false },
      include: BADGE,
      orderBy: [{ assignedAt: 'asc' }, { badgeId: 'asc' }],
    }),
  ({ userId }) => userId,
)

/** The viewer's notes by whom they are about. */
const ownNotes = makeLoader<UserNoteRow>(
  async ({ db, viewer }, ids) =>
    viewer ? db.userNote.findMany({ where: { userId: viewer.id, targetUserId: { in: [...ids] } } }) : [],
  ({ targetUserId }) => targetUserId,
)

export const UserStatus = builder.enumType('UserStatus', {
  description: 'What a person says of being open to others.',
  values: {
    ACTIVE: { value: 'active', description: 'Online.' },
    JOIN_ME: { value: 'join me', description: 'Others are welcome.' },
    ASK_ME: { value: 'ask me', description: 'Others may ask to come.' },
    BUSY: { value: 'busy', description: 'Not to be disturbed.' },
    OFFLINE: { value: 'offline', description: 'Seen by nobody.' },
  } as const,
})

const STATUSES = ['active', 'join me', 'ask me', 'busy'] as const
const statusOf = (text: string) => STATUSES.find((status) => status === text) ?? 'offline'

export const Badge = builder.prismaNode('Badge', {
  description: 'A distinction that people may be given.',
  id: { field: 'id' },
  nullable: true,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it is given for.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'The address of its picture.' }),
  }),
})

export const UserBadge = builder
  .objectRef<Prisma.UserBadgeGetPayload<{ include: typeof BADGE }>>('UserBadge')
  .implement({
    description: 'A badge that a person has.',
    fields: (t) => ({
      badge: t.field({ type: Badge, description: 'Which badge.', resolve: ({ badge }) => badge }),
      showcased: t.exposeBoolean('showcased', { description: 'Whether it is shown first.' }),
      hidden: t.exposeBoolean('hidden', { description: 'Whether others do not see it.' }),
      assignedAt: t.expose('assignedAt', { type: 'DateTime', description: 'Since when.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its owner last changed how it shows.' }),
    }),
  })

export const User = builder.objectRef<SeenUser>('User')

export const UserNote = builder.prismaNode('UserNote', {
  description: 'What the viewer keeps in writing about another person.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, userId: signed(context).viewer.id }),
  fields: (t) => ({
    note: t.exposeString('note', { description: 'The text.' }),
    targetUser: t.field({
      type: User,
      nullable: true,
      description: 'Whom it is about; null when the account was erased.',
      select: { targetUserId: true },
      resolve: ({ targetUserId }, _args, context) => people(context).load(targetUserId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last written.' }),
  }),
})

export const UserBadgeConnection = builder.connectionObject(
  { type: UserBadge, name: 'UserBadgeConnection' },
  { name: 'UserBadgeEdge' },
)

builder.node(User, {
  description: 'A person as others see them.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => people(context).load(id)),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'The name that others see.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
    bio: t.exposeString('bio', { description: 'What the person says of themself.' }),
    bioLinks: t.exposeStringList('bioLinks', { description: 'Addresses that belong to it.' }),
    pronouns: t.exposeString('pronouns', { description: 'How the person is spoken of.' }),
    status: t.field({
      type: UserStatus,
      ...SHARED,
      description: 'How open the person is to others.',
      resolve: ({ status }) => statusOf(status),
    }),
    statusDescription: t.exposeString('statusDescription', { description: 'The status in their own words.' }),
    tags: t.exposeStringList('tags', { description: 'What the platform and the person say by tags.' }),
    developerType: t.exposeString('developerType', { description: 'none, trusted, internal or moderator.' }),
    userIcon: t.exposeString('userIcon', { description: 'The address of the icon; empty for none.' }),
    profilePicOverride: t.exposeString('profilePicOverride', {
      description: 'A picture in place of the avatar; empty for none.',
    }),
    bannerType: t.exposeString('bannerType', { description: 'What the banner is; empty for none.' }),
    bannerUrl: t.exposeString('bannerUrl', { description: 'The address of the banner; empty for none.' }),
    avatarImageUrl: t.exposeString('currentAvatarImageUrl', { description: 'The picture of the avatar worn.' }),
    avatarThumbnailUrl: t.exposeString('currentAvatarThumbnailImageUrl', { description: 'The same, small.' }),
    avatarTags: t.exposeStringList('currentAvatarTags', { description: 'The tags of the avatar worn.' }),
    allowAvatarCopying: t.exposeBoolean('allowAvatarCopying', { description: 'Whether others may wear the same.' }),
    ageVerificationStatus: t.exposeString('ageVerificationStatus', { description: 'hidden, verified or 18+.' }),
    ageVerified: t.exposeBoolean('ageVerified', { description: 'Whether the age was verified.' }),
    lastPlatform: t.exposeString('lastPlatform', { description: 'The platform last used; empty when unknown.' }),
    // Whoever hears of a person by a subscription is no one from whom a block hides it.
    lastMobileAt: t.field({
      type: 'DateTime',
      nullable: true,
      ...SHARED,
      description: 'When a phone was last used; null across a block.',
      resolve: async ({ id, lastMobileAt }, _args, context) =>
        lastMobileAt && ((await relationOf(context, id))?.isBlocked ? null : lastMobileAt),
    }),
    badges: t.connection(
      {
        type: UserBadge,
        description: 'The badges that the person shows, the oldest first.',
        resolve: async ({ id }, args, context) => resolveArrayConnection({ args }, await shownBadges(context).load(id)),
      },
      UserBadgeConnection,
    ),
    note: t.field({
      type: UserNote,
      nullable: true,
      description: "The viewer's note about the person.",
      resolve: ({ id }, _args, context) => ownNotes(context).load(id),
    }),
  }),
})

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    nullable: true,
    description: 'A person by id; null for one that is not to be seen.',
    args: { id: t.arg.id({ required: true, description: "The person's id." }) },
    resolve: (_root, { id }, context) => people(context).load(id),
  }),
  userByName: t.field({
    type: User,
    nullable: true,
    ...ADMIN,
    description: 'A person by username. Admins only: usernames of others are not told.',
    args: { username: t.arg.string({ required: true, description: 'The username.' }) },
    resolve: (_root, { username }, context) =>
      signed(context).db.user.findFirst({ where: { usernameKey: nameKey(username), ...visibleUsers }, select: SEEN }),
  }),
  users: t.connection(
    {
      type: User,
      nullable: true,
      description: 'People by display name, in its order.',
      args: {
        search: t.arg.string({ description: 'A part of the display name; everybody where nothing is said.' }),
        developerType: t.arg.string({ description: 'Only people of this developer type.' }),
      },
      resolve: (_root, { search, developerType, ...args }, context) =>
        keyset(args, {
          keyOf: ({ displayNameKey }: SeenUser) => displayNameKey,
          read: ({ before, after, limit, inverted }) =>
            signed(context).db.user.findMany({
              where: {
                ...foundBy(signed(context), {
                  search: search ?? undefined,
                  developerType: developerType ?? undefined,
                }),
                AND: { displayNameKey: { ...(after && { gt: after }), ...(before && { lt: before }) } },
              },
              orderBy: { displayNameKey: inverted ? 'desc' : 'asc' },
              take: limit,
              select: SEEN,
            }),
        }),
    },
    { name: 'UserConnection' },
    { name: 'UserEdge' },
  ),
  badges: t.prismaConnection(
    {
      type: Badge,
      cursor: 'id',
      nullable: true,
      description: 'All badges there are, by name.',
      resolve: (query, _root, _args, context) =>
        signed(context).db.badge.findMany({ ...query, orderBy: { name: 'asc' } }),
    },
    { name: 'BadgeConnection' },
    { name: 'BadgeEdge' },
  ),
}))
