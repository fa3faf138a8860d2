import type { Things } from './fixtures.ts'
import {
  BAD_INPUT,
  FORBIDDEN,
  type GraphAccessTable,
  NOT_FOUND,
  OWNER,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

export const worldQueries: GraphAccessTable = {
  activeWorlds: [() => 'activeWorlds { nodes { id } }', SIGNED_IN],
  favoriteWorlds: [({ userId }) => `favoriteWorlds(userId: "${userId}") { nodes { id } }`, OWNER],
  feedback: [({ userId }) => `feedback(userId: "${userId}") { nodes { id } }`, OWNER],
  recentWorlds: [({ userId }) => `recentWorlds(userId: "${userId}") { nodes { id } }`, OWNER],
  world: [({ worldId }) => `world(id: "${worldId}") { id }`, SIGNED_IN],
  'node of a world': [({ worldId }) => `node(id: "${worldId}") { id }`, SIGNED_IN],
  worldPersistence: [({ worldId, userId }) => `worldPersistence(worldId: "${worldId}", userId: "${userId}")`, OWNER],
  worlds: [() => 'worlds { nodes { id } }', SIGNED_IN],
}

const inWorld = ({ worldId }: Things, more = '') => `input: { worldId: "${worldId}" ${more} }`

/** In test order: each keeps the objects that later ones need. */
export const worldMutations: GraphAccessTable = {
  createWorld: [
    ({ newWorld: { name, assetUrl, imageUrl } }) =>
      `createWorld(input: { name: "${name}", assetUrl: "${assetUrl}", imageUrl: "${imageUrl}" }) { world { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, 'ok', 'ok'],
  ],
  updateWorld: [(things) => `updateWorld(${inWorld(things, 'description: "d"')}) { world { id } }`, OWNER],
  publishWorld: [(things) => `publishWorld(${inWorld(things)}) { world { id } }`, OWNER],
  unpublishWorld: [(things) => `unpublishWorld(${inWorld(things)}) { world { id } }`, OWNER],
  addWorldTags: [(things) => `addWorldTags(${inWorld(things, 'tags: ["author_tag_a"]')}) { world { id } }`, OWNER],
  removeWorldTags: [
    (things) => `removeWorldTags(${inWorld(things, 'tags: ["author_tag_a"]')}) { world { id } }`,
    OWNER,
  ],
  // The owner, who is tried before the admin, has deleted it.
  deleteWorldPlatform: [
    (things) => `deleteWorldPlatform(${inWorld(things, 'platform: "android"')}) { world { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', NOT_FOUND],
  ],
  deleteWorld: [({ goneWorldId }) => `deleteWorld(input: { worldId: "${goneWorldId}" }) { world { id } }`, OWNER],
  saveWorldPersistence: [
    (things) => `saveWorldPersistence(${inWorld(things, 'data: {}')}) { world { id } }`,
    SIGNED_IN,
  ],
  deleteWorldPersistence: [
    ({ userId }) => `deleteWorldPersistence(input: { userId: "${userId}" }) { user { id } }`,
    OWNER,
  ],
  // Authors can't give feedback on their own world.
  giveFeedback: [
    (things) => `giveFeedback(${inWorld(things, 'type: "t", reason: "r"')}) { feedback { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'ok', BAD_INPUT, 'ok'],
  ],
}
