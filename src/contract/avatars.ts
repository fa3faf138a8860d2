import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import {
  Avatar,
  AvatarStyle,
  CreateAvatarRequest,
  DeletedAvatar,
  ServiceQueueStats,
  ServiceStatus,
  UpdateAvatarRequest,
} from './shapes/avatar.ts'
import { CurrentUser } from './shapes/currentUser.ts'
import { booleanText, favoritePageQuery, pageQuery } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'
import { OrderOption, ReleaseStatus, SortOption } from './shapes/scalars.ts'

const EXTENDED = { origin: 'extended' } as const

const someText = z.string().max(256)
const tagList = z.string().max(1_024)

const FILTER = {
  featured: booleanText('featured').optional().describe('`true` lists only avatars that the platform recommends.'),
  order: OrderOption.optional().meta({ default: 'descending', description: 'Direction of the order.' }),
  search: someText.optional().describe('Part of the name.'),
  tag: tagList.optional().describe('Tags, separated by commas; an avatar has at least one of them.'),
  notag: tagList.optional().describe('Tags, separated by commas; an avatar has none of them.'),
  releaseStatus: ReleaseStatus.optional().meta({
    default: 'public',
    description: 'Status of the avatars; any but `public` only lists avatars of the viewer.',
  }),
  maxUnityVersion: someText.optional().describe('Only avatars with an asset of this Unity version or an earlier one.'),
  minUnityVersion: someText.optional().describe('Only avatars with an asset of this Unity version or a later one.'),
  platform: someText.optional().describe('Platforms, separated by commas; an avatar has an asset for one of them.'),
}

/** Lists of avatars. */
export const avatarListRows = {
  searchAvatars: get('/avatars', {
    summary: 'Searches public avatars, and avatars of the viewer by release status.',
    ...EXTENDED,
    query: z.object({
      ...FILTER,
      ...pageQuery,
      sort: SortOption.optional().meta({ default: 'popularity', description: 'Order of the list.' }),
      user: z.enum(['me']).optional().describe('`me` lists only avatars of the viewer.'),
      userId: UserId.optional().describe('Author of the avatars.'),
      isInternalVariant: booleanText('isInternalVariant').optional().describe('Ignored.'),
    }),
    mayBeOld: true,
    result: z.array(Avatar),
  }),
  getFavoritedAvatars: get('/avatars/favorites', {
    summary: 'Lists the favorite avatars of the viewer, latest first.',
    ...EXTENDED,
    query: z.object({
      ...FILTER,
      ...favoritePageQuery,
      releaseStatus: describeRef(
        ReleaseStatus,
        'Status of the avatars, by default every one; what the viewer cannot read any more is `hidden`.',
      ).optional(),
      sort: describeRef(SortOption, 'Order of the list; latest first by default.').optional(),
      ownerId: UserId.optional().describe('Another name of userId.'),
      userId: UserId.optional().describe(
        'Owner of the list, the viewer by default. Of others, `tag` must name a group that the viewer can see; of admins not.',
      ),
    }),
    result: z.array(Avatar),
  }),
  getLicensedAvatars: get('/avatars/licensed', {
    summary: 'Lists the avatars that the viewer has licenses for, the latest license first.',
    ...EXTENDED,
    query: z.object(pageQuery),
    result: z.array(Avatar),
  }),
}

/** The making of simple stand-ins for avatars. */
export const impostorRows = {
  getImpostorQueueStats: get('/avatars/impostor/queue/stats', {
    summary: 'Estimates when the impostors of the avatar that the viewer has queued are there.',
    ...EXTENDED,
    result: ServiceQueueStats,
  }),
  enqueueImpostor: post('/avatars/{avatarId}/impostor/enqueue', {
    summary: 'Queues the making of impostors of an avatar of the viewer.',
    ...EXTENDED,
    result: ServiceStatus,
  }),
  deleteImpostor: del('/avatars/{avatarId}/impostor', {
    summary: 'Deletes the impostors of an avatar of the viewer.',
    ...EXTENDED,
    result: empty,
  }),
}

/** What people wear. */
export const wearingRows = {
  selectAvatar: put('/avatars/{avatarId}/select', {
    summary: 'Makes the viewer wear an avatar.',
    ...EXTENDED,
    result: CurrentUser,
  }),
  selectFallbackAvatar: put('/avatars/{avatarId}/selectFallback', {
    summary: 'Chooses the avatar that others see in place of one that they cannot show.',
    aliases: ['/avatars/{avatarId}/selectfallback'],
    deprecated: true,
    ...EXTENDED,
    result: CurrentUser,
  }),
  getOwnAvatar: get('/users/{userId}/avatar', {
    summary: 'Reads the avatar that the viewer wears; of others for admins.',
    ...EXTENDED,
    result: Avatar,
  }),
}

/** Avatars and their styles. */
export const avatarRows = {
  getAvatarStyles: get('/avatarStyles', {
    summary: 'Lists the styles of avatars by name.',
    access: 'optional',
    ...EXTENDED,
    result: z.array(AvatarStyle),
  }),
  getAvatar: get('/avatars/{avatarId}', { summary: 'Reads an avatar by id.', ...EXTENDED, result: Avatar }),
}

/** Changes of avatars. */
export const avatarChangeRows = {
  createAvatar: post('/avatars', {
    summary: 'Creates an avatar from an uploaded image and, if it is there already, an asset.',
    ...EXTENDED,
    body: CreateAvatarRequest,
    result: Avatar,
  }),
  updateAvatar: put('/avatars/{avatarId}', {
    summary: 'Updates an avatar of the viewer; an asset is added for its platform, or replaces that of the platform.',
    ...EXTENDED,
    body: UpdateAvatarRequest,
    bodyOptional: true,
    result: Avatar,
  }),
  deleteAvatar: del('/avatars/{avatarId}', {
    summary: 'Deletes an avatar of the viewer and its files; its id is never reused.',
    ...EXTENDED,
    result: DeletedAvatar,
  }),
}

export const avatars = { ...avatarListRows, ...impostorRows, ...wearingRows, ...avatarRows, ...avatarChangeRows }
