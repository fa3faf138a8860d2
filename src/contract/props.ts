import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import { paged } from './shapes/page.ts'
import { CreatePropRequest, Prop, PropPublishStatus, UpdatePropRequest } from './shapes/prop.ts'

export const props = {
  listProps: get('/props', {
    summary: 'Lists the props of a person, the latest first: all of the own ones, of others those that are public.',
    query: z.object({ authorId: UserId, ...paged }),
    result: z.array(Prop),
  }),
  createProp: post('/props', {
    summary: 'Makes a prop, private at first, from an uploaded asset and picture.',
    body: CreatePropRequest,
    result: Prop,
  }),
  getProp: get('/props/{propId}', { summary: 'Reads a prop.', result: Prop }),
  updateProp: put('/props/{propId}', {
    summary: 'Changes an own prop; another asset must say all that belongs to it.',
    body: UpdatePropRequest,
    result: Prop,
  }),
  deleteProp: del('/props/{propId}', { summary: 'Deletes an own prop; its id is never given again.', result: empty }),
  getPropPublishStatus: get('/props/{propId}/publish', {
    summary: 'Tells whether an own prop can be published now.',
    result: PropPublishStatus,
  }),
  publishProp: put('/props/{propId}/publish', { summary: 'Makes an own prop public.', result: PropPublishStatus }),
  unpublishProp: del('/props/{propId}/publish', { summary: 'Makes an own prop private.', result: PropPublishStatus }),
}
