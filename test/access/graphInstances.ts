import type { TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import type { RestClient } from '../support/restClient.ts'
import type { Things } from './fixtures.ts'
import { type GraphAccessTable, OWNER, SIGNED_IN, UNKNOWN } from './graphOutcomes.ts'

const locationIn = ({ worldId, instanceId }: Things) => `${worldId}:${instanceId}`
const at = (things: Things, more = '') => `input: { location: "${locationIn(things)}" ${more} }`

export const instanceQueries: GraphAccessTable = {
  instance: [(things) => `instance(location: "${locationIn(things)}") { id }`, SIGNED_IN],
  instanceByShortName: [({ shortName }) => `instanceByShortName(shortName: "${shortName}") { id }`, SIGNED_IN],
  'node of an instance': [(things) => `node(id: "${locationIn(things)}") { id }`, SIGNED_IN],
}

const enter = (things: Things) => `enterInstance(${at(things, 'platform: "android"')}) { instance { id } }`
const LEAVE = 'leaveInstance(input: {}) { leftInstance { id } }'

export const instanceMutations: GraphAccessTable = {
  createInstance: [
    ({ worldId }) => `createInstance(input: { worldId: "${worldId}", type: PUBLIC }) { instance { id } }`,
    SIGNED_IN,
  ],
  inviteMyselfTo: [(things) => `inviteMyselfTo(${at(things)}) { notification { id } }`, SIGNED_IN],
  enterInstance: [enter, SIGNED_IN],
  leaveInstance: [() => LEAVE, SIGNED_IN],
  leaveInstanceQueue: [() => 'leaveInstanceQueue(input: {}) { leftInstance { id } }', SIGNED_IN],
  renameInstance: [(things) => `renameInstance(${at(things, 'displayName: "Home"')}) { instance { id } }`, OWNER],
  // It is no instance of a group.
  announceInGroupInstance: [
    (things) => `announceInGroupInstance(${at(things, 'title: "t", message: "m"')}) { instance { id } }`,
    UNKNOWN,
  ],
  kickFromGroupInstance: [
    (things) => `kickFromGroupInstance(${at(things, `userId: "${things.friendId}"`)}) { instance { id } }`,
    UNKNOWN,
  ],
  warnInGroupInstance: [
    (things) => `warnInGroupInstance(${at(things, `userId: "${things.friendId}"`)}) { instance { id } }`,
    UNKNOWN,
  ],
  closeInstance: [
    (things) => `closeInstance(${at(things, 'closedAt: "2100-01-01T00:00:00.000Z"')}) { instance { id } }`,
    OWNER,
  ],
}

export const instanceSubscriptions: GraphAccessTable = {
  instanceChanged: [(things) => `instanceChanged(location: "${locationIn(things)}") { location }`, SIGNED_IN],
  worldOccupancy: [({ worldId }) => `worldOccupancy(worldId: "${worldId}") { world { id } }`, SIGNED_IN],
}

/** Leaves the caller's current instance, if any, and joins the owner's. */
export const enterInstanceOf = (app: TestApp, api: RestClient, things: Things) =>
  aGraphClient(app, api).send(`mutation { ${LEAVE} ${enter(things)} }`)
