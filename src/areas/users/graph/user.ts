import { z } from 'zod'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { byId, columns, fromColumn, fromColumns, optionalText } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, createSharedLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { trusted } from '../../../kernel/ids.ts'
import { canChangeUser, canSeeLastVisit } from '../policy.ts'
import { pictureUrl } from '../profile/pictures.ts'
import { languagesOf, trustRankOf } from '../profile/tags.ts'
import { loadPublicUser, type PublicUser, type SelectedUsers, selectedUsers } from '../queries.ts'
import { type Relation, readRelations } from '../relations.ts'
import {
  AgeVerificationStatus,
  BannerType,
  DeveloperType,
  TrustRank,
  toAgeVerificationStatus,
  toBannerType,
  toDeveloperType,
  toUserStatus,
  UserStatus,
} from './profileEnums.ts'

/** Empty without a viewer: the fields that use it require a session. */
const relationsById = createLoader<readonly [string, Relation]>(
  forViewer(async (scope, ids) => [...(await readRelations(scope, ids))]),
  ([id]) => id,
)

/** Friendship, block and friend request between a person and the viewer; undefined when there is none. */
export const relationToViewer = async (context: GraphContext, id: string): Promise<Relation | undefined> =>
  (await relationsById(context).load(id))?.[1]

/** Adds a relation to the viewer that another query has read to the cache of the loader. */
export const primeRelation = (context: GraphContext, id: string, relation: Relation): void =>
  relationsById(context).prime(id, [id, relation])

/** Whether the viewer sees when a person was last here; false without a viewer. */
async function showsLastVisit(context: GraphContext, { id, status }: PublicUser): Promise<boolean> {
  const { viewer } = context.publicScope
  return viewer !== null && canSeeLastVisit({ viewer }, { id, status }, await relationToViewer(context, id))
}

/** Public columns that the fields of a query read; null for whole rows. */
export const selectedUserColumns = (context: GraphContext) => context.selectedColumns?.('User') ?? null

/** People by id with the columns that a query selects, if these are few; null for whole rows. */
export const selectedUsersById = (context: GraphContext): SelectedUsers | null =>
  selectedUsers(selectedUserColumns(context))

/** People by id. Of a query that selects few columns, the rows have no others. */
export const usersById = createSharedLoader(loadPublicUser, {
  narrow: (context) => selectedUsersById(context)?.load ?? null,
})

export const User = builder.objectRef<PublicUser>('User')

export const userRef = referenceTo(User, usersById)

export const UserEdge = builder.edgeObject({ type: User, name: 'UserEdge' })
export const UserConnection = builder.connectionObject({ type: User, name: 'UserConnection' }, UserEdge)

const pictureSize = z.int().min(1, 'must be 1 or more')

builder.node(User, {
  description: 'Public profile of a person.',
  ...nodeBy(usersById),
  fields: (t) => ({
    ...columns(t, 'User', {
      displayName: 'Name that others see.',
      createdAt: 'Time of registration.',
      tags: 'Tags given by the platform or chosen by the person.',
    }),
    bio: t.string(optionalText('bio', 'Self-description; null for none.')),
    bioLinks: t.field({
      type: ['URL'],
      description: 'Links on the profile.',
      // Clients of the REST API send an empty text for a link that was taken away.
      ...fromColumn('bioLinks', (links: readonly string[]) => links.filter((link) => link !== '')),
    }),
    pronouns: t.string(optionalText('pronouns', 'Pronouns; null for none.')),
    status: t.field({
      type: UserStatus,
      description: 'Availability that the person has set.',
      ...fromColumn('status', toUserStatus),
    }),
    statusDescription: t.string(
      optionalText('statusDescription', "Status text in the person's own words; null for none."),
    ),
    trustRank: t.field({
      type: TrustRank,
      description: 'Rank of trust that the platform has given to the person.',
      ...fromColumn('tags', trustRankOf),
    }),
    languages: t.stringList({
      description:
        'Languages that the person speaks, as ISO 639-3 codes such as `eng`; at most 3 chosen by the person.',
      ...fromColumn('tags', languagesOf),
    }),
    developerType: t.field({
      type: DeveloperType,
      description: 'Part in the making of the platform.',
      ...fromColumn('developerType', toDeveloperType),
    }),
    pictureUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'URL of the picture to show: the icon, else the profile image, else the image of the current avatar; null without any.',
      args: {
        size: t.arg.int({
          description:
            'Pixels per side that are needed: the URL is that of the smallest thumbnail of 64, 128, 256, 512 or 1,024 pixels that has them. Without it, or beyond 1,024, that of the original.',
          validate: pictureSize,
        }),
      },
      ...fromColumns(
        ['userIcon', 'profilePicOverride', 'currentAvatarImageUrl', 'currentAvatarThumbnailImageUrl'],
        (user: Parameters<typeof pictureUrl>[1], rules, { size }: { readonly size?: number | null | undefined }) =>
          pictureUrl({ rules }, user, size ?? null),
      ),
    }),
    userIcon: t.field({ type: 'URL', ...optionalText('userIcon', 'URL of the icon; null for none.') }),
    profilePicOverride: t.field({
      type: 'URL',
      ...optionalText(
        'profilePicOverride',
        'URL of the profile image, which is shown instead of the avatar; null for none.',
      ),
    }),
    bannerType: t.field({
      type: BannerType,
      nullable: true,
      description: 'Kind of the banner; null for none.',
      ...fromColumn('bannerType', toBannerType),
    }),
    bannerUrl: t.field({ type: 'URL', ...optionalText('bannerUrl', 'URL of the banner; null for none.') }),
    avatarImageUrl: t.field({
      type: 'URL',
      ...optionalText('currentAvatarImageUrl', 'URL of the image of the current avatar; null for none.'),
    }),
    avatarThumbnailUrl: t.field({
      type: 'URL',
      ...optionalText('currentAvatarThumbnailImageUrl', 'URL of the thumbnail of the current avatar; null for none.'),
    }),
    avatarTags: t.exposeStringList('currentAvatarTags', { description: 'Tags of the current avatar.' }),
    allowsAvatarCopying: t.exposeBoolean('allowAvatarCopying', { description: 'Whether others can copy the avatar.' }),
    ageVerificationStatus: t.field({
      type: AgeVerificationStatus,
      description: 'What others learn of the verified age.',
      ...fromColumn('ageVerificationStatus', toAgeVerificationStatus),
    }),
    isAgeVerified: t.exposeBoolean('ageVerified', { description: 'Whether the age was verified.' }),
    lastPlatform: t.string({
      nullable: true,
      description:
        'Platform that was last used, such as `standalonewindows` or `android`; null when unknown, and unless the viewer is a friend who may know.',
      resolve: async (user, _args, context) =>
        user.lastPlatform !== '' && (await showsLastVisit(context, user)) ? user.lastPlatform : null,
    }),
    lastMobileAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use of a phone; null for none, and unless the viewer is a friend who may know.',
      resolve: async (user, _args, context) =>
        user.lastMobileAt && ((await showsLastVisit(context, user)) ? user.lastMobileAt : null),
    }),
    isViewer: t.boolean({
      description: 'Whether the person is the viewer.',
      resolve: byId((id, _args, { scope }) => id === scope.viewer?.id),
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may change the profile, as the person and admins may.',
      resolve: byId(
        (id, _args, { publicScope: { viewer } }) => viewer !== null && canChangeUser({ viewer }, trusted<'user'>(id)),
      ),
    }),
  }),
})
