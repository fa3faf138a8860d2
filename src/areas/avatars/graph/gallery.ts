import { z } from 'zod'
import { FileId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { createListLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { type FileWithVersions, readFileList } from '../../files/files.ts'
import { File, FileConnection } from '../../files/graph/file.ts'
import { galleryOrderRules, setAvatarGalleryOrder } from '../avatar/gallery.ts'
import { Avatar, avatarRef } from './avatar.ts'

/** The images of each gallery, whose avatar was read through visibility. */
const imagesByAvatar = createListLoader<FileWithVersions>(
  (scope, avatarIds) => readFileList(scope, { avatarId: { in: [...avatarIds] } }, {}),
  ({ avatarId }) => avatarId ?? '',
)

const BY_PLACE = byListKey<FileWithVersions>(({ galleryPosition, createdAt, id }) => [
  galleryPosition,
  `${createdAt.toISOString()} ${id}`,
])

builder.objectFields(Avatar, (t) => ({
  gallery: t.connection(
    {
      type: File,
      description: 'Images that the author shows with the avatar, in the order of the author; at most 20.',
      resolve: async ({ id }, args, context) => listConnection(args, BY_PLACE, await imagesByAvatar(context).load(id)),
    },
    FileConnection,
  ),
}))

mutation('setAvatarGalleryOrder', {
  description: 'Sets the order in which the gallery of an avatar of the viewer shows its images.',
  input: z.object({
    fileIds: z.array(FileId).max(20).describe('Ids of all images of the gallery in their new order, each once.'),
  }),
  types: { fileIds: ['ID'] },
  fieldNames: { ids: 'fileIds' },
  rules: (_scope, { fileIds: ids }) => galleryOrderRules({ ids }),
  run: async (scope, { fileIds }) => ({ avatarId: await setAvatarGalleryOrder(scope, fileIds) }),
  payload: (t) => ({ avatar: t.field(avatarRef('avatarId', 'The avatar after the change.')) }),
})
