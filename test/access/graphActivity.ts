import { type GraphAccessTable, SIGNED_IN } from './graphOutcomes.ts'

/** Subscriptions to people, worlds and the server. */
export const activitySubscriptions: GraphAccessTable = {
  serverActivity: [() => 'serverActivity(initial: true) { onlineCount }', SIGNED_IN],
  userChanged: [({ userId }) => `userChanged(userId: "${userId}", initial: true) { userId }`, SIGNED_IN],
  viewerChanged: [() => 'viewerChanged { id }', SIGNED_IN],
  viewerListsChanged: [() => 'viewerListsChanged(initial: true) { kind }', SIGNED_IN],
  worldChanged: [({ worldId }) => `worldChanged(worldId: "${worldId}", initial: true) { kind }`, SIGNED_IN],
}
