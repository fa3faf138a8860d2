import { z } from 'zod'
import { del, get, post } from './operation.ts'
import { CreateInstanceRequest, Instance, InstanceShortNameResponse } from './shapes/instance.ts'
import { booleanText, pageQuery } from './shapes/queryParameters.ts'
import { DateTime, LocationID } from './shapes/scalars.ts'

export const instances = {
  createInstance: post('/instances', {
    summary: 'Creates an instance of a world; the server chooses its name.',
    body: CreateInstanceRequest,
    result: Instance,
  }),
  getRecentLocations: get('/instances/recent', {
    summary: "Lists the viewer's recent locations, latest first.",
    query: z.object(pageQuery),
    result: z.array(LocationID),
  }),
  getInstanceByShortName: get('/instances/s/{shortName}', {
    summary: 'Reads an instance by its short name.',
    result: Instance,
  }),
  getInstance: get('/instances/{worldId}:{instanceId}', {
    summary: 'Reads an instance by its location, including one that was not created yet.',
    result: Instance,
  }),
  getShortName: get('/instances/{worldId}:{instanceId}/shortName', {
    summary: 'Reads the short name of an instance.',
    result: InstanceShortNameResponse,
  }),
  closeInstance: del('/instances/{worldId}:{instanceId}', {
    summary:
      "Closes one of the viewer's instances, now or later; with hardClose, its occupants are removed at that time.",
    query: z.object({
      hardClose: booleanText('hardClose').optional().describe('Whether occupants are removed at that time.'),
      closedAt: DateTime.optional().describe('Time from which nobody can enter; now by default.'),
    }),
    result: Instance,
  }),
  getWorldInstance: get('/worlds/{worldId}/{instanceId}', {
    summary: 'Reads an instance by its location, like getInstance.',
    result: Instance,
  }),
}
