import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { latestFirst, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { GroupGallery as Row } from '../../../generated/prisma/client.ts'
import type { GroupAccess } from '../access.ts'
import {
  canManageImages,
  canSeeGallery,
  canSeeInside,
  canSubmitImages,
  hasPermission,
  isApprovedAtOnce,
} from '../policy.ts'
import { accessTo, Group, loadGroup } from './group.ts'
import { createThingLoader } from './loaders.ts'

export const galleriesById = createThingLoader<Row>(
  ({ db }, ids) => db.groupGallery.findMany({ where: { id: { in: [...ids] } } }),
  canSeeGallery,
)

const right = (description: string, can: (access: GroupAccess, gallery: Row) => boolean) => ({
  description,
  resolve: async (gallery: Row, _args: unknown, context: GraphContext) => {
    const access = await accessTo(context, gallery.groupId)
    return access !== null && can(access, gallery)
  },
})

const isManager = (access: GroupAccess) => hasPermission(access, 'group-galleries-manage')

export const GroupGallery = builder.objectRef<Row>('GroupGallery')
export const groupGalleryRef = referenceTo(GroupGallery, galleriesById)

builder.node(GroupGallery, {
  description: 'A collection of images of a group.',
  ...nodeBy(galleriesById),
  fields: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    ...columns(t, 'GroupGallery', {
      name: 'Name.',
      membersOnly: 'Whether only members can see the gallery.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description; null for none.',
      resolve: ({ description }) => description || null,
    }),
    roleIdsToView: t.idList({
      nullable: true,
      description: 'Ids of the roles that can see the gallery; null for everybody whom `membersOnly` lets.',
      resolve: ({ restrictsView, roleIdsToView }) => (restrictsView ? roleIdsToView : null),
    }),
    roleIdsToSubmit: t.exposeIDList('roleIdsToSubmit', {
      description: 'Ids of the roles that can submit images, beside managers.',
    }),
    roleIdsToAutoApprove: t.exposeIDList('roleIdsToAutoApprove', {
      description: 'Ids of the roles whose images need no approval, beside managers.',
    }),
    roleIdsToManage: t.exposeIDList('roleIdsToManage', {
      description: 'Ids of the roles that can approve, order and remove images, beside managers.',
    }),
    viewerCanUpdate: t.boolean(right('Whether the viewer can change the gallery.', isManager)),
    viewerCanDelete: t.boolean(right('Whether the viewer can delete the gallery.', isManager)),
    viewerCanManageImages: t.boolean(
      right('Whether the viewer can approve, order and remove images.', canManageImages),
    ),
    viewerCanSubmit: t.boolean(right('Whether the viewer can submit images.', canSubmitImages)),
    viewerNeedsApproval: t.boolean(
      right(
        'Whether images that the viewer submits need approval.',
        (access, gallery) => !isApprovedAtOnce(access, gallery),
      ),
    ),
  }),
})

export const OLDEST_GALLERY_FIRST = { ...latestFirst(['createdAt', 'id']), descending: false }
export const GroupGalleryEdge = builder.edgeObject({ type: GroupGallery, name: 'GroupGalleryEdge' })
const GroupGalleryConnection = builder.connectionObject(
  { type: GroupGallery, name: 'GroupGalleryConnection' },
  GroupGalleryEdge,
)

builder.objectFields(Group, (t) => ({
  galleries: t.connection(
    {
      type: GroupGallery,
      nullable: true,
      description: 'Galleries that the viewer can see, oldest first, at most 10; null for a private group of others.',
      resolve: ({ access }, args) => {
        if (!canSeeInside(access)) return null
        const galleries = access.group.galleries.filter((gallery) => canSeeGallery(access, gallery))
        return listConnection(args, OLDEST_GALLERY_FIRST, galleries)
      },
    },
    GroupGalleryConnection,
  ),
}))
