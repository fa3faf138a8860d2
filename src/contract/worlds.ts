import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import { booleanText, favoritePageQuery, pageQuery } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'
import { OrderOption, ReleaseStatus, SortOption } from './shapes/scalars.ts'
import { FavoritedWorld, Feedback, LimitedWorld, World, WorldMetadata, WorldPublishStatus } from './shapes/world.ts'
import { ChangeWorldTagsRequest, CreateWorldRequest, UpdateWorldRequest } from './shapes/worldRequests.ts'

const someText = z.string().max(256)
const tagList = z.string().max(1_024)

const FILTER = {
  featured: booleanText('featured').optional().describe('Only worlds that the platform recommends, or only others.'),
  order: OrderOption.optional().meta({ default: 'descending', description: 'Direction of the order.' }),
  search: someText.optional().describe('Part of the name.'),
  tag: tagList.optional().describe('Tags, separated by commas; a world has at least one of them.'),
  notag: tagList.optional().describe('Tags, separated by commas; a world has none of them.'),
  releaseStatus: ReleaseStatus.optional().meta({
    default: 'public',
    description: 'Status of the worlds; any but `public` only lists worlds of the viewer.',
  }),
  maxUnityVersion: someText.optional().describe('Only worlds with an asset of this Unity version or an earlier one.'),
  minUnityVersion: someText.optional().describe('Only worlds with an asset of this Unity version or a later one.'),
  platform: someText.optional().describe('Platforms, separated by commas; a world has an asset for one of them.'),
}
const LIST = {
  ...FILTER,
  ...pageQuery,
  sort: SortOption.optional().meta({ default: 'popularity', description: 'Order of the list.' }),
}
const noplatform = someText
  .optional()
  .describe('Platforms, separated by commas; a world has an asset for none of them.')
const PERSONAL_LIST = {
  ...FILTER,
  sort: describeRef(SortOption, 'Order of the list; latest first by default.').optional(),
  userId: UserId.optional().describe('Owner of the list, the viewer by default; only admins may name another person.'),
}

export const worlds = {
  searchWorlds: get('/worlds', {
    summary: 'Searches public worlds, and worlds of the viewer by release status.',
    query: z.object({
      ...LIST,
      noplatform,
      user: z.enum(['me']).optional().describe('`me` lists only worlds of the viewer.'),
      userId: UserId.optional().describe('Author of the worlds.'),
      fuzzy: booleanText('fuzzy').optional().describe('Whether names with a similar spelling match too.'),
      avatarSpecific: booleanText('avatarSpecific').optional().describe('Whether to list avatar worlds only.'),
    }),
    mayBeOld: true,
    result: z.array(LimitedWorld),
  }),
  createWorld: post('/worlds', {
    summary:
      'Creates a private world from an uploaded image and asset; without an asset, which takes a session, it is a draft.',
    access: 'optional',
    body: CreateWorldRequest,
    result: World,
  }),
  getActiveWorlds: get('/worlds/active', {
    summary: 'Lists worlds that have occupants now.',
    query: z.object({ ...LIST, noplatform }),
    mayBeOld: true,
    result: z.array(LimitedWorld),
  }),
  getFavoritedWorlds: get('/worlds/favorites', {
    summary: 'Lists the favorite worlds of the viewer, latest first.',
    query: z.object({
      ...PERSONAL_LIST,
      ...favoritePageQuery,
      ownerId: UserId.optional().describe('Another name of userId.'),
      userId: UserId.optional().describe(
        'Owner of the list, the viewer by default. Of others, `tag` must name a group that the viewer can see; of admins not.',
      ),
    }),
    result: z.array(FavoritedWorld),
  }),
  getRecentWorlds: get('/worlds/recent', {
    summary: 'Lists the worlds that the viewer has visited, latest first.',
    query: z.object({ ...PERSONAL_LIST, ...pageQuery }),
    result: z.array(LimitedWorld),
  }),
  getWorld: get('/worlds/{worldId}', { summary: 'Reads a world by id.', access: 'optional', result: World }),
  updateWorld: put('/worlds/{worldId}', {
    summary: 'Updates a world of the viewer; an asset is added for its platform, or replaces that of the platform.',
    body: UpdateWorldRequest,
    bodyOptional: true,
    result: World,
  }),
  deleteWorld: del('/worlds/{worldId}', {
    summary: 'Deletes a world of the viewer and its files; its id is never reused.',
    result: empty,
  }),
  getWorldMetadata: get('/worlds/{worldId}/metadata', {
    summary: 'Reads the metadata that the author has stored with a world.',
    access: 'optional',
    result: WorldMetadata,
  }),
  getWorldPublishStatus: get('/worlds/{worldId}/publish', {
    summary: 'Tells whether a world of the viewer can be published now.',
    result: WorldPublishStatus,
  }),
  publishWorld: put('/worlds/{worldId}/publish', {
    summary: 'Publishes a world of the viewer; at most one in seven days.',
    result: empty,
  }),
  unpublishWorld: del('/worlds/{worldId}/publish', {
    summary: 'Makes a published world of the viewer private.',
    result: empty,
  }),
  addWorldTags: post('/worlds/{worldId}/addTags', {
    origin: 'extended',
    summary: 'Adds tags to a world of the viewer.',
    body: ChangeWorldTagsRequest,
    result: World,
  }),
  removeWorldTags: post('/worlds/{worldId}/removeTags', {
    origin: 'extended',
    summary: 'Removes tags from a world of the viewer.',
    body: ChangeWorldTagsRequest,
    result: World,
  }),
  deleteWorldPlatform: del('/worlds/{worldId}/platform/{publishedPlatform}', {
    origin: 'extended',
    summary: 'Removes the asset for one platform from a world of the viewer.',
    result: empty,
  }),
  checkUserPersistenceExists: get('/users/{userId}/{worldId}/persist/exists', {
    summary: 'Answers 200 if a world has persistence data of the person, else 404.',
    // A client shows an error message for every body that has `error`.
    emptyNotFound: true,
    result: empty,
  }),
  deleteUserPersistence: del('/users/{userId}/{worldId}/persist', {
    summary: 'Deletes the persistence data of the person in a world.',
    missing: { worldId: 'The user does not have persistence data for the given world.' },
    result: empty,
  }),
  deleteAllUserPersistenceData: del('/users/{userId}/persist', {
    summary: 'Deletes the persistence data of the person in all worlds.',
    result: empty,
  }),
  getUserFeedback: get('/users/{userId}/feedback', {
    summary: "Lists feedback on the person's content, latest first.",
    query: z.object({ ...pageQuery, contentId: someText.optional().describe('Id of the content.') }),
    result: z.array(Feedback),
  }),
}
