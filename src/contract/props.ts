import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import { CreatePropRequest, Prop, PropPublishStatus, UpdatePropRequest } from './shapes/prop.ts'
import { pageQuery } from './shapes/queryParameters.ts'

export const props = {
  listProps: get('/props', {
    summary: 'Lists the props of a person that the viewer can see, latest first.',
    query: z.object({ authorId: UserId.describe('Author of the props.'), ...pageQuery }),
    mayBeOld: true,
    result: z.array(Prop),
  }),
  createProp: post('/props', {
    summary: 'Creates a private prop from an uploaded asset and image.',
    body: CreatePropRequest,
    result: Prop,
  }),
  getProp: get('/props/{propId}', { summary: 'Reads a prop.', result: Prop }),
  updateProp: put('/props/{propId}', {
    summary: "Changes a prop of the viewer's; a new asset requires all fields that describe it.",
    body: UpdatePropRequest,
    result: Prop,
  }),
  deleteProp: del('/props/{propId}', {
    summary: "Deletes a prop of the viewer's; its id is never used again.",
    result: empty,
  }),
  getPropPublishStatus: get('/props/{propId}/publish', {
    summary: "Tells whether a prop of the viewer's can be published now.",
    result: PropPublishStatus,
  }),
  publishProp: put('/props/{propId}/publish', {
    summary: "Makes a prop of the viewer's public.",
    result: PropPublishStatus,
  }),
  unpublishProp: del('/props/{propId}/publish', {
    summary: "Makes a prop of the viewer's private.",
    result: PropPublishStatus,
  }),
}
