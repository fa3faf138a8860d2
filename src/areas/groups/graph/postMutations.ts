import { z } from 'zod'
import { FileId, GroupId, GroupPostId } from '../../../contract/ids.ts'
import { CreateGroupAnnouncementRequest, CreateGroupPostRequest } from '../../../contract/shapes/groupRequests.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import type { GroupAnnouncement as AnnouncementRow, GroupPost as Row } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { announcementRules, createGroupAnnouncement, deleteGroupAnnouncement } from '../content/announcement.ts'
import { addGroupPost, deleteGroupPost, postRules, updateGroupPost } from '../content/posts.ts'
import { postNotFound } from '../policy.ts'
import { GroupAnnouncement } from './announcement.ts'
import { GroupPostVisibility } from './enums.ts'
import { Group, loadGroup } from './group.ts'
import { BY_LATEST_POST, GroupPost, GroupPostEdge, graphPostId, loadPost, storedPostId } from './post.ts'

const groupId = GroupId.describe('Id of the group.')
const postId = GroupPostId.describe('Id of the post.')
const imageId = FileId.nullable().describe("A complete image of the person's own; null for none.")

const groupField = (t: ObjectFieldBuilder<{ readonly groupId: string }>) =>
  t.field({
    type: Group,
    description: 'The group.',
    resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
  })

interface WithPost {
  readonly groupId: string
  readonly post: Row
}

const postPayload = (t: ObjectFieldBuilder<WithPost>) => ({
  group: t.field({
    type: Group,
    description: 'The group.',
    resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
  }),
  groupPost: t.field({ type: GroupPost, description: 'The post.', resolve: ({ post }) => post }),
  groupPostEdge: t.field({
    type: GroupPostEdge,
    description: 'The post in the list of posts of the group.',
    resolve: ({ post }) => edgeOf(BY_LATEST_POST, post),
  }),
})

mutation('addGroupPost', {
  description:
    'Writes a post in a group. Needs ANNOUNCEMENT_MANAGE; at most 10 posts and announcements of a group notify in a day.',
  input: CreateGroupPostRequest.extend({ groupId, imageId: imageId.optional() }),
  types: { visibility: GroupPostVisibility },
  rules: postRules,
  run: async (scope, { groupId, ...post }): Promise<WithPost> => ({
    groupId,
    post: await addGroupPost(scope, groupId, post),
  }),
  payload: postPayload,
})

/** A post that the viewer can read. Throws `missing`. */
async function readablePost(context: GraphContext, id: string): Promise<Row> {
  const post = await loadPost(context, id)
  if (!post) throw postNotFound()
  return post
}

mutation('updateGroupPost', {
  description:
    'Changes a post; fields that are left out stay as they are. Notifies members only if none of its versions did.',
  input: CreateGroupPostRequest.partial().extend({ postId, imageId: imageId.optional(), ifUpdatedAt }),
  types: { visibility: GroupPostVisibility, ...IF_UPDATED_AT },
  rules: (scope, { postId: id, ...post }) => postRules(scope, { ...post, ...(id && { postId: storedPostId(id) }) }),
  run: async (scope, { postId: id, ...change }, context): Promise<WithPost> => {
    const { groupId } = await readablePost(context, id)
    const key = { groupId: trusted<'group'>(groupId), postId: storedPostId(id) }
    return { groupId, post: await updateGroupPost(scope, key, change) }
  },
  payload: postPayload,
})

mutation('deleteGroupPost', {
  description: 'Deletes a post, and its notifications that were not seen. Needs ANNOUNCEMENT_MANAGE.',
  input: z.object({ postId }),
  run: async (scope, { postId: id }, context) => {
    const { groupId } = await readablePost(context, id)
    await deleteGroupPost(scope, trusted<'group'>(groupId), storedPostId(id))
    return { groupId, deletedGroupPostId: graphPostId(id) }
  },
  payload: (t) => ({
    group: groupField(t),
    deletedGroupPostId: t.exposeID('deletedGroupPostId', { description: 'Id of the post, which is gone.' }),
  }),
})

mutation('createGroupAnnouncement', {
  description:
    'Sets the announcement of a group in place of the previous one. Needs ANNOUNCEMENT_MANAGE; at most 10 posts and announcements of a group notify in a day.',
  input: CreateGroupAnnouncementRequest.extend({ groupId, imageId: imageId.optional(), ifUpdatedAt }),
  types: IF_UPDATED_AT,
  rules: announcementRules,
  run: async (scope, { groupId, ...given }): Promise<{ groupId: string; announcement: AnnouncementRow }> => ({
    groupId,
    announcement: await createGroupAnnouncement(scope, groupId, given),
  }),
  payload: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group, with its announcement.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    groupAnnouncement: t.field({
      type: GroupAnnouncement,
      description: 'The announcement.',
      resolve: ({ announcement }) => announcement,
    }),
  }),
})

mutation('deleteGroupAnnouncement', {
  description: 'Deletes the announcement of a group, if there is one. Needs ANNOUNCEMENT_MANAGE.',
  input: z.object({ groupId }),
  run: async (scope, { groupId }) => {
    const standing = await scope.db.groupAnnouncement.findUnique({ where: { groupId }, select: { id: true } })
    await deleteGroupAnnouncement(scope, groupId)
    return { groupId, deletedGroupAnnouncementId: standing?.id ?? null }
  },
  payload: (t) => ({
    group: groupField(t),
    deletedGroupAnnouncementId: t.exposeID('deletedGroupAnnouncementId', {
      nullable: true,
      description: 'Id of the announcement, which is gone; null if there was none.',
    }),
  }),
})
