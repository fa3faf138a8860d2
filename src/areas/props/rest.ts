import type { Handlers } from '../../contract/operation.ts'
import type { props } from '../../contract/props.ts'
import { pageOf } from '../../contract/shapes/page.ts'
import type { ScopeOf } from '../../kernel/scope.ts'
import { createProp, deleteProp, updateProp } from './acts.ts'
import { listProps, readProp } from './props.ts'
import { canPublishProp, publishProp, unpublishProp } from './publishing.ts'
import { propWire } from './wire.ts'

export const propsRest: Handlers<typeof props, ScopeOf> = {
  listProps: async (scope, { query }) =>
    (await listProps(scope, query.authorId, pageOf(query))).map((prop) => propWire(scope, prop)),
  createProp: async (scope, { body: { id, ...given } }) =>
    propWire(scope, await readProp(scope, await createProp(scope, id, given))),
  getProp: async (scope, { propId }) => propWire(scope, await readProp(scope, propId)),
  updateProp: async (scope, { propId, body }) => {
    await updateProp(scope, propId, body)
    return propWire(scope, await readProp(scope, propId))
  },
  deleteProp: (scope, { propId }) => deleteProp(scope, propId),
  getPropPublishStatus: async (scope, { propId }) => ({ canPublish: await canPublishProp(scope, propId) }),
  publishProp: async (scope, { propId }) => ({ canPublish: await publishProp(scope, propId) }),
  unpublishProp: async (scope, { propId }) => ({ canPublish: await unpublishProp(scope, propId) }),
}
