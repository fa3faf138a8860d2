import { z } from 'zod'
import { PropId } from '../../../contract/ids.ts'
import { CreatePropRequest, UpdatePropRequest } from '../../../contract/shapes/prop.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import {
  contentSlots,
  newFileRules,
  requiredFileRules,
  requiredUrl,
  uploadIdField,
  withNewFiles,
} from '../../../edges/graphql/resolvers/uploads.ts'
import { createProp, deleteProp, propRules, propUpdateRules, setPropReleaseStatus, updateProp } from '../props.ts'
import { BY_LATEST_PROP, PropEdge, propRef, propsById } from './prop.ts'

/** What a mutation on a prop returns: the id of that prop. */
interface WithProp {
  readonly propId: string
}

const PropKey = z.object({ propId: PropId.describe("Id of a prop of the viewer's; admins can name any.") })

const UPLOADS = { imageUploadId: uploadIdField('PROP_IMAGE'), assetUploadId: uploadIdField('PROP_ASSET') }
const URLS = { imageUrl: 'URL', assetUrl: 'URL' } as const
const PURPOSES = { image: 'propimage', asset: 'propasset' } as const

const changedProp = propRef('propId', 'The prop after the change; null if it was deleted meanwhile.')

mutation('createProp', {
  description: 'Creates a private prop of an image and an asset, each an upload or the URL of a file.',
  input: CreatePropRequest.partial({ imageUrl: true, assetUrl: true }).extend({
    id: PropId.describe('Id of the new prop, which no prop has or had.'),
    ...UPLOADS,
  }),
  types: URLS,
  rules: (scope, prop, names) => [
    ...propRules(scope, prop),
    ...requiredFileRules(scope, contentSlots(prop, PURPOSES), names),
  ],
  run: (scope, { id, imageUploadId, assetUploadId, ...prop }) => {
    const slots = contentSlots({ ...prop, imageUploadId, assetUploadId }, PURPOSES)
    return withNewFiles(scope, slots, async (urls, writeNewFiles) => {
      const imageUrl = requiredUrl(urls.imageUrl, 'imageUrl')
      const assetUrl = requiredUrl(urls.assetUrl, 'assetUrl')
      return { propId: await createProp(scope, id, { ...prop, imageUrl, assetUrl, writeNewFiles }) }
    })
  },
  payload: (t) => ({
    prop: t.field(propRef('propId', 'The new prop; null if it was deleted meanwhile.')),
    propEdge: t.field({
      type: PropEdge,
      nullable: true,
      description: "The new prop in lists of the author's props; null if it was deleted meanwhile.",
      resolve: async ({ propId }: WithProp, _args, context: GraphContext) => {
        const prop = await propsById(context).load(propId)
        return prop && edgeOf(BY_LATEST_PROP, prop)
      },
    }),
  }),
})

mutation('updateProp', {
  description:
    "Changes a prop of the viewer's. A new asset requires all fields that describe it; what is left out of the others stays as it is.",
  input: PropKey.extend({ ...UpdatePropRequest.shape, ...UPLOADS, ifUpdatedAt }),
  types: { ...URLS, ...IF_UPDATED_AT },
  rules: async (scope, { propId, ...update }) => [
    ...(propId ? await propUpdateRules(scope, propId, { ...update, keepsOmitted: true }) : []),
    ...newFileRules(scope, contentSlots(update, PURPOSES)),
  ],
  run: async (scope, { propId, imageUploadId, assetUploadId, ...update }) => {
    const slots = contentSlots({ ...update, imageUploadId, assetUploadId }, PURPOSES)
    await withNewFiles(scope, slots, (urls, writeNewFiles) =>
      updateProp(scope, propId, { ...update, ...urls, writeNewFiles, keepsOmitted: true }),
    )
    return { propId }
  },
  payload: (t) => ({ prop: t.field(changedProp) }),
})

mutation('publishProp', {
  description: "Makes a prop of the viewer's public.",
  input: PropKey,
  run: async (scope, { propId }) => {
    await setPropReleaseStatus(scope, propId, 'public')
    return { propId }
  },
  payload: (t) => ({ prop: t.field(changedProp) }),
})

mutation('unpublishProp', {
  description: "Makes a prop of the viewer's private.",
  input: PropKey,
  run: async (scope, { propId }) => {
    await setPropReleaseStatus(scope, propId, 'private')
    return { propId }
  },
  payload: (t) => ({ prop: t.field(changedProp) }),
})

mutation('deleteProp', {
  description: "Deletes a prop of the viewer's with its files; its id is never used again.",
  input: PropKey,
  run: async (scope, { propId }) => {
    await deleteProp(scope, propId)
    return { deletedPropId: propId }
  },
  payload: (t) => ({ deletedPropId: t.exposeID('deletedPropId', { description: 'Id of the prop, which is gone.' }) }),
})
