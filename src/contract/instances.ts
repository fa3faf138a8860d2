import { z } from 'zod'
import { del, get, post } from './operation.ts'
import { GroupInstance } from './shapes/group.ts'
import { CreateInstanceRequest, Instance, InstanceShortNameResponse, UserGroupInstanceList } from './shapes/instance.ts'
import { booleanText, pageQuery } from './shapes/queryParameters.ts'
import { DateTime, LocationID } from './shapes/scalars.ts'

/** The world is a part of the location of an instance. */
export const UNKNOWN_INSTANCE = { worldId: '"Instance not found"' }

export const instances = {
  createInstance: post('/instances', {
    origin: 'extended',
    summary: 'Creates an instance of a world; the server chooses its name.',
    body: CreateInstanceRequest,
    result: Instance,
  }),
  getRecentLocations: get('/instances/recent', {
    origin: 'extended',
    summary: "Lists the viewer's recent locations, latest first.",
    query: z.object(pageQuery),
    result: z.array(LocationID),
  }),
  getInstanceByShortName: get('/instances/s/{shortName}', {
    origin: 'extended',
    summary: 'Reads an instance by its short name.',
    result: Instance,
  }),
  getInstance: get('/instances/{worldId}:{instanceId}', {
    origin: 'extended',
    summary: 'Reads an instance by its location, including one that was not created yet.',
    missing: UNKNOWN_INSTANCE,
    result: Instance,
  }),
  getShortName: get('/instances/{worldId}:{instanceId}/shortName', {
    origin: 'extended',
    summary: 'Reads the short name of an instance.',
    missing: UNKNOWN_INSTANCE,
    result: InstanceShortNameResponse,
  }),
  closeInstance: del('/instances/{worldId}:{instanceId}', {
    origin: 'extended',
    summary:
      "Closes one of the viewer's instances, now or later; with hardClose, its occupants are removed at that time.",
    missing: UNKNOWN_INSTANCE,
    query: z.object({
      hardClose: booleanText('hardClose').optional().describe('Whether occupants are removed at that time.'),
      closedAt: DateTime.optional().describe('Time from which nobody can enter; now by default.'),
    }),
    result: Instance,
  }),
  getWorldInstance: get('/worlds/{worldId}/{instanceId}', {
    summary: 'Reads an instance by its location, like getInstance.',
    missing: UNKNOWN_INSTANCE,
    result: Instance,
  }),
  getGroupInstances: get('/groups/{groupId}/instances', {
    summary: 'Lists the open instances of a group that the viewer may enter, the fullest first.',
    result: z.array(GroupInstance),
  }),
  getUserGroupInstances: get('/users/{userId}/instances/groups', {
    summary: "Lists the open instances of the viewer's groups that the viewer may enter, the fullest first.",
    result: UserGroupInstanceList,
  }),
  getUserGroupInstancesForGroup: get('/users/{userId}/instances/groups/{groupId}', {
    summary: "Lists the open instances of one of the viewer's groups that the viewer may enter, the fullest first.",
    result: UserGroupInstanceList,
  }),
}
