import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { GroupAnnouncement as Row } from '../../../generated/prisma/client.ts'
import { userRef } from '../../users/graph/user.ts'
import { imageFileUrl } from '../access.ts'
import { hasPermission, isMemberOrAdmin } from '../policy.ts'
import { accessTo, Group, loadGroup } from './group.ts'
import { createThingLoader } from './loaders.ts'

const announcementsById = createThingLoader<Row>(
  ({ db }, ids) => db.groupAnnouncement.findMany({ where: { id: { in: [...ids] } } }),
  isMemberOrAdmin,
)

const announcementsByGroup = createLoader<Row>(
  ({ db }, groupIds) => db.groupAnnouncement.findMany({ where: { groupId: { in: [...groupIds] } } }),
  ({ groupId }) => groupId,
)

export const GroupAnnouncement = builder.objectRef<Row>('GroupAnnouncement')

builder.node(GroupAnnouncement, {
  description: 'The announcement of a group, which its members see. A group has one at most.',
  ...nodeBy(announcementsById),
  fields: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
    ...columns(t, 'GroupAnnouncement', {
      title: 'Title.',
      text: 'Text; null for none.',
      createdAt: 'Time of writing.',
      updatedAt: 'Time of the last change.',
    }),
    imageId: t.exposeID('imageId', { nullable: true, description: 'Id of the file of the image; null for none.' }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the image; null for none.',
      resolve: ({ imageId }, _args, { scope }) => imageId && imageFileUrl(scope, imageId),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can delete the announcement.',
      resolve: async ({ groupId }, _args, context) => {
        const access = await accessTo(context, groupId)
        return access !== null && hasPermission(access, 'group-announcement-manage')
      },
    }),
  }),
})

builder.objectFields(Group, (t) => ({
  announcement: t.field({
    type: GroupAnnouncement,
    nullable: true,
    description: 'The announcement; null for none, and for everybody but members.',
    resolve: ({ id, access }, _args, context) =>
      isMemberOrAdmin(access) ? announcementsByGroup(context).load(id) : null,
  }),
}))
