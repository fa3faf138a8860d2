import { z } from 'zod'
import { del, get, post } from './operation.ts'
import { CreateInstanceRequest, Instance, InstanceShortNameResponse } from './shapes/instance.ts'
import { flag, paged } from './shapes/page.ts'
import { DateTime, LocationID } from './shapes/scalars.ts'

export const instances = {
  createInstance: post('/instances', {
    summary: 'Makes an instance of a world; the server names it.',
    body: CreateInstanceRequest,
    result: Instance,
  }),
  getRecentLocations: get('/instances/recent', {
    summary: 'Lists where the viewer was, the latest first.',
    query: z.object(paged),
    result: z.array(LocationID),
  }),
  getInstanceByShortName: get('/instances/s/{shortName}', {
    summary: 'Reads an instance by its short name.',
    result: Instance,
  }),
  getInstance: get('/instances/{worldId}:{instanceId}', {
    summary: 'Reads an instance by its location, also one that nobody has entered yet.',
    result: Instance,
  }),
  getShortName: get('/instances/{worldId}:{instanceId}/shortName', {
    summary: 'Reads the short name of an instance.',
    result: InstanceShortNameResponse,
  }),
  closeInstance: del('/instances/{worldId}:{instanceId}', {
    summary: 'Closes an own instance, now or later; with hardClose whoever is inside is put out then.',
    query: z.object({ hardClose: flag('hardClose').optional(), closedAt: DateTime.optional() }),
    result: Instance,
  }),
  getWorldInstance: get('/worlds/{worldId}/{instanceId}', {
    summary: 'Reads an instance of a world, as getInstance does.',
    result: Instance,
  }),
}
