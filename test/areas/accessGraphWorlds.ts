import type { Things } from './callers.ts'
import { ABSENT, FOREIGN, NOBODY, OWES, OWNER, SIGNED, type Table, WRONG } from './graphAnswers.ts'

export const worldQueries: Table = {
  activeWorlds: [() => 'activeWorlds { nodes { id } }', SIGNED],
  favoriteWorlds: [({ userId }) => `favoriteWorlds(userId: "${userId}") { nodes { id } }`, OWNER],
  feedback: [({ userId }) => `feedback(userId: "${userId}") { nodes { id } }`, OWNER],
  recentWorlds: [({ userId }) => `recentWorlds(userId: "${userId}") { nodes { id } }`, OWNER],
  world: [({ worldId }) => `world(id: "${worldId}") { id }`, SIGNED],
  'node of a world': [({ worldId }) => `node(id: "${worldId}") { id }`, SIGNED],
  worldPersistence: [({ worldId, userId }) => `worldPersistence(worldId: "${worldId}", userId: "${userId}")`, OWNER],
  worlds: [() => 'worlds { nodes { id } }', SIGNED],
}

const inWorld = ({ worldId }: Things, more = '') => `input: { worldId: "${worldId}" ${more} }`

/** In the order in which they are tried: each leaves what the later ones need. */
export const worldMutations: Table = {
  createWorld: [
    ({ newWorld: { name, assetUrl, imageUrl } }) =>
      `createWorld(input: { name: "${name}", assetUrl: "${assetUrl}", imageUrl: "${imageUrl}" }) { world { id } }`,
    [NOBODY, OWES, WRONG, 'ok', 'ok'],
  ],
  updateWorld: [(things) => `updateWorld(${inWorld(things, 'description: "d"')}) { world { id } }`, OWNER],
  publishWorld: [(things) => `publishWorld(${inWorld(things)}) { world { id } }`, OWNER],
  unpublishWorld: [(things) => `unpublishWorld(${inWorld(things)}) { world { id } }`, OWNER],
  addWorldTags: [(things) => `addWorldTags(${inWorld(things, 'tags: ["author_tag_a"]')}) { world { id } }`, OWNER],
  removeWorldTags: [
    (things) => `removeWorldTags(${inWorld(things, 'tags: ["author_tag_a"]')}) { world { id } }`,
    OWNER,
  ],
  // The owner has taken it away when the admin comes.
  deleteWorldPlatform: [
    (things) => `deleteWorldPlatform(${inWorld(things, 'platform: "android"')}) { world { id } }`,
    [NOBODY, OWES, FOREIGN, 'ok', ABSENT],
  ],
  deleteWorld: [({ goneWorldId }) => `deleteWorld(input: { worldId: "${goneWorldId}" }) { world { id } }`, OWNER],
  saveWorldPersistence: [(things) => `saveWorldPersistence(${inWorld(things, 'data: {}')}) { world { id } }`, SIGNED],
  deleteWorldPersistence: [({ userId }) => `deleteWorldPersistence(input: { userId: "${userId}" })`, OWNER],
  // Nobody comments on an own world.
  giveFeedback: [
    (things) => `giveFeedback(${inWorld(things, 'type: "t", reason: "r"')}) { id }`,
    [NOBODY, OWES, 'ok', WRONG, 'ok'],
  ],
}
