import { GroupGalleryFileOrderRequest } from '../../../contract/shapes/file.ts'
import { describeRef } from '../../../contract/shapes/requestFields.ts'
import { GroupGalleryID } from '../../../contract/shapes/scalars.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { galleryOrderRules, setGroupGalleryFileOrder } from '../content/galleryImages.ts'

mutation('setGroupGalleryFileOrder', {
  description: 'Sets the order in which a gallery shows its images.',
  input: GroupGalleryFileOrderRequest.extend({
    galleryId: describeRef(GroupGalleryID, 'Id of the gallery.'),
    ids: GroupGalleryFileOrderRequest.shape.ids.describe(
      'Ids of files of the gallery in their new order, each once; the others follow.',
    ),
  }),
  types: { galleryId: 'ID', ids: ['ID'] },
  rules: (_scope, order) => galleryOrderRules(order),
  run: async (scope, { galleryId, ids }) => ({
    galleryId,
    fileIds: await setGroupGalleryFileOrder(scope, galleryId, ids),
  }),
  payload: (t) => ({
    galleryId: t.exposeID('galleryId', { description: 'Id of the gallery.' }),
    fileIds: t.exposeIDList('fileIds', {
      description: 'Ids of all files of the gallery in their order, at most 1,000.',
    }),
  }),
})
