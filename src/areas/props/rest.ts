import type { Handlers } from '../../contract/operation.ts'
import type { props } from '../../contract/props.ts'
import { pageOf } from '../../contract/shapes/queryParameters.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import {
  canPublishProp,
  createProp,
  deleteProp,
  listProps,
  readProp,
  setPropReleaseStatus,
  updateProp,
} from './props.ts'
import { propWire } from './wire.ts'

export const propsRest: Handlers<typeof props, ScopeByAccess> = {
  listProps: async (scope, { query }) =>
    (await listProps(scope, query.authorId, pageOf(query))).map((prop) => propWire(scope, prop)),
  createProp: async (scope, { body: { id, ...prop } }) =>
    propWire(scope, await readProp(scope, await createProp(scope, id, prop))),
  getProp: async (scope, { propId }) => propWire(scope, await readProp(scope, propId)),
  updateProp: async (scope, { propId, body }) => {
    await updateProp(scope, propId, body)
    return propWire(scope, await readProp(scope, propId))
  },
  deleteProp: (scope, { propId }) => deleteProp(scope, propId),
  getPropPublishStatus: async (scope, { propId }) => ({ canPublish: await canPublishProp(scope, propId) }),
  publishProp: async (scope, { propId }) => {
    await setPropReleaseStatus(scope, propId, 'public')
    return { canPublish: false }
  },
  unpublishProp: async (scope, { propId }) => {
    await setPropReleaseStatus(scope, propId, 'private')
    return { canPublish: true }
  },
}
