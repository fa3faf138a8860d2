import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import { Feedback } from './shapes/feedback.ts'
import { flag, paged, pagedFavorites } from './shapes/page.ts'
import { OrderOption, ReleaseStatus, SortOption } from './shapes/scalars.ts'
import { FavoritedWorld, LimitedWorld, World, WorldMetadata, WorldPublishStatus } from './shapes/world.ts'
import { ChangeWorldTagsRequest, CreateWorldRequest, UpdateWorldRequest } from './shapes/worldRequests.ts'

const someText = z.string().max(256)

const FILTER = {
  featured: flag('featured').optional(),
  order: OrderOption.optional().meta({ default: 'descending' }),
  search: someText.optional(),
  tag: z.string().max(1_024).optional(),
  notag: z.string().max(1_024).optional(),
  releaseStatus: ReleaseStatus.optional().meta({ default: 'public' }),
  maxUnityVersion: someText.optional(),
  minUnityVersion: someText.optional(),
  platform: someText.optional(),
}
const LIST = { ...FILTER, ...paged, sort: SortOption.optional().meta({ default: 'popularity' }) }
const noplatform = someText.optional()
/** Own lists stand in their own order where no sort is asked for. */
const OWN = { ...FILTER, sort: SortOption.optional(), userId: UserId.optional() }

export const worlds = {
  searchWorlds: get('/worlds', {
    summary: 'Searches worlds: public ones, and the own ones by their release status.',
    query: z.object({
      ...LIST,
      noplatform,
      user: z.enum(['me']).optional(),
      userId: UserId.optional(),
      fuzzy: flag('fuzzy').optional(),
      avatarSpecific: flag('avatarSpecific').optional(),
    }),
    result: z.array(LimitedWorld),
  }),
  createWorld: post('/worlds', {
    summary: 'Makes a world, private at first, from an uploaded asset and picture.',
    access: 'optional',
    body: CreateWorldRequest,
    result: World,
  }),
  getActiveWorlds: get('/worlds/active', {
    summary: 'Lists worlds in which somebody is right now.',
    query: z.object({ ...LIST, noplatform }),
    result: z.array(LimitedWorld),
  }),
  getFavoritedWorlds: get('/worlds/favorites', {
    summary: 'Lists the own favorite worlds, the latest first.',
    query: z.object({ ...OWN, ...pagedFavorites }),
    result: z.array(FavoritedWorld),
  }),
  getRecentWorlds: get('/worlds/recent', {
    summary: 'Lists the worlds that the viewer was in, the latest first.',
    query: z.object({ ...OWN, ...paged }),
    result: z.array(LimitedWorld),
  }),
  getWorld: get('/worlds/{worldId}', { summary: 'Reads a world by id.', access: 'optional', result: World }),
  updateWorld: put('/worlds/{worldId}', {
    summary: 'Changes an own world; an asset is added for its platform, or takes the place of the one before.',
    body: UpdateWorldRequest,
    bodyOptional: true,
    result: World,
  }),
  deleteWorld: del('/worlds/{worldId}', {
    summary: 'Hides an own world for good and deletes its files; its id is never given again.',
    result: empty,
  }),
  getWorldMetadata: get('/worlds/{worldId}/metadata', {
    summary: 'Reads what the author keeps with a world.',
    access: 'optional',
    result: WorldMetadata,
  }),
  getWorldPublishStatus: get('/worlds/{worldId}/publish', {
    summary: 'Tells whether an own world can be published now.',
    result: WorldPublishStatus,
  }),
  publishWorld: put('/worlds/{worldId}/publish', {
    summary: 'Publishes an own world; one in seven days.',
    result: empty,
  }),
  unpublishWorld: del('/worlds/{worldId}/publish', { summary: 'Makes an own world private again.', result: empty }),
  addWorldTags: post('/worlds/{worldId}/addTags', {
    summary: 'Adds tags to an own world.',
    body: ChangeWorldTagsRequest,
    result: World,
  }),
  removeWorldTags: post('/worlds/{worldId}/removeTags', {
    summary: 'Takes tags from an own world.',
    body: ChangeWorldTagsRequest,
    result: World,
  }),
  deleteWorldPlatform: del('/worlds/{worldId}/platform/{publishedPlatform}', {
    summary: 'Takes the asset for one platform away from an own world.',
    result: empty,
  }),
  checkUserPersistenceExists: get('/users/{userId}/{worldId}/persist/exists', {
    summary: 'Tells by its status whether a world keeps anything for the person.',
    result: empty,
  }),
  deleteUserPersistence: del('/users/{userId}/{worldId}/persist', {
    summary: 'Deletes what a world keeps for the person.',
    result: empty,
  }),
  deleteAllUserPersistenceData: del('/users/{userId}/persist', {
    summary: 'Deletes what all worlds keep for the person.',
    result: empty,
  }),
  getUserFeedback: get('/users/{userId}/feedback', {
    summary: "Lists what others have said about the person's content, the latest first.",
    query: z.object({ ...paged, contentId: someText.optional() }),
    result: z.array(Feedback),
  }),
}
