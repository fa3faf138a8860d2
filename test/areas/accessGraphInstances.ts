import type { Api } from '../support/api.ts'
import type { TestApp } from '../support/app.ts'
import { aGraph } from '../support/graph.ts'
import type { Things } from './callers.ts'
import { OWNER, SIGNED, type Table } from './graphAnswers.ts'

const locationIn = ({ worldId, instanceId }: Things) => `${worldId}:${instanceId}`
const at = (things: Things, more = '') => `input: { location: "${locationIn(things)}" ${more} }`

export const instanceQueries: Table = {
  instance: [(things) => `instance(location: "${locationIn(things)}") { id }`, SIGNED],
  instanceByShortName: [({ shortName }) => `instanceByShortName(shortName: "${shortName}") { id }`, SIGNED],
  'node of an instance': [(things) => `node(id: "${locationIn(things)}") { id }`, SIGNED],
}

const enter = (things: Things) => `enterInstance(${at(things, 'platform: "android"')}) { instance { id } }`
const LEAVE = 'leaveInstance { instance { id } }'

export const instanceMutations: Table = {
  createInstance: [
    ({ worldId }) => `createInstance(input: { worldId: "${worldId}", type: PUBLIC }) { instance { id } }`,
    SIGNED,
  ],
  inviteMyselfTo: [(things) => `inviteMyselfTo(${at(things)}) { notification { id } }`, SIGNED],
  enterInstance: [enter, SIGNED],
  leaveInstance: [() => LEAVE, SIGNED],
  closeInstance: [
    (things) => `closeInstance(${at(things, 'closedAt: "2100-01-01T00:00:00.000Z"')}) { instance { id } }`,
    OWNER,
  ],
}

export const instanceSubscriptions: Table = {
  worldOccupancy: [({ worldId }) => `worldOccupancy(worldId: "${worldId}") { occupants }`, SIGNED],
}

/** Comes into the owner's instance anew, wherever the caller was. */
export const comeIn = (app: TestApp, api: Api, things: Things) =>
  aGraph(app, api).send(`mutation { ${LEAVE} ${enter(things)} }`)
