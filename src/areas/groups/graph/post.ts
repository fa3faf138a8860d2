import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, forViewer, readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId } from '../../../edges/graphql/resolvers/reference.ts'
import type { GroupRole as RoleRow, GroupPost as Row } from '../../../generated/prisma/client.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { userRef } from '../../users/graph/user.ts'
import { type GroupAccess, imageFileUrl, readGroupAccesses } from '../access.ts'
import { recordReading } from '../content/posts.ts'
import { countPosts, type PostFilter, readablePostsByIds, readPostPages } from '../content/queries.ts'
import { canSeeInside, hasPermission } from '../policy.ts'
import { GroupPostVisibility } from './enums.ts'
import { accessTo, Group, loadGroup } from './group.ts'
import { createGroupListLoader } from './loaders.ts'
import { GroupRole } from './role.ts'

/** The id of a post in the graph: the stored one has the prefix of notifications, and one id names one type. */
export const graphPostId = (id: string): string => siblingId('groupPost', id)
/** The stored id of a post by its id in the graph. */
export const storedPostId = (id: string): string => siblingId('notification', id)

/** Posts that the viewer can read, by their ids in the graph. Three statements. */
const postsByGraphId = createLoader<Row>(
  forViewer(async (scope, ids) => {
    const postIds = ids.map(storedPostId)
    const where = { id: { in: postIds } }
    const named = await scope.db.groupPost.findMany({ where, select: { groupId: true }, distinct: ['groupId'] })
    const groupIds = named.map(({ groupId }) => groupId)
    const accesses = groupIds.length > 0 ? await readGroupAccesses(scope, groupIds) : []
    return readablePostsByIds(scope, accesses.filter(canSeeInside), postIds)
  }),
  ({ id }) => graphPostId(id),
)

const canManagePosts = async (context: GraphContext, { groupId }: Row): Promise<boolean> => {
  const access = await accessTo(context, groupId)
  return access !== null && hasPermission(access, 'group-announcement-manage')
}

async function rolesOfPost(context: GraphContext, { groupId, roleIds }: Row): Promise<RoleRow[]> {
  if (roleIds.length === 0) return []
  const access = await accessTo(context, groupId)
  return access?.group.groupRoles.filter(({ id }) => roleIds.includes(id)) ?? []
}

export const GroupPost = builder.objectRef<Row>('GroupPost')

/** A post by its id in the graph; null for one that the viewer can't read. */
export const loadPost = (context: GraphContext, id: string) => postsByGraphId(context).load(id)

builder.node(GroupPost, {
  description: 'A post in a group.',
  id: derivedId(({ id }) => graphPostId(id)),
  loadMany: (ids, context) => ids.map((id) => postsByGraphId(context).load(id)),
  fields: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
    editor: t.field(userRef('editorId', 'Person who last changed the post; null for nobody.')),
    ...columns(t, 'GroupPost', {
      title: 'Title.',
      text: 'Text.',
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
    visibility: t.field({
      type: GroupPostVisibility,
      description: 'Who can read the post.',
      resolve: ({ visibility }) => (visibility === 'public' ? 'public' : 'group'),
    }),
    roles: t.field({
      type: [GroupRole],
      description: 'Roles whose holders alone can read it, at most 50; empty for all whom `visibility` lets.',
      resolve: (post, _args, context) => rolesOfPost(context, post),
    }),
    isNotified: t.boolean({
      description: 'Whether subscribed members were notified of it.',
      resolve: ({ notifiedAt }) => notifiedAt !== null,
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change the post.',
      resolve: (post, _args, context) => canManagePosts(context, post),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can delete the post.',
      resolve: (post, _args, context) => canManagePosts(context, post),
    }),
  }),
})

/** Whether the viewer is a member who has not read the latest post. */
const hasUnread = ({ status, member, group }: GroupAccess): boolean =>
  status === 'member' &&
  group.lastPostCreatedAt !== null &&
  (member?.lastPostReadAt ?? new Date(0)) < group.lastPostCreatedAt

const posts = createGroupListLoader<Row, PostFilter>(readPostPages, countPosts)

export const BY_LATEST_POST = latestFirst(['createdAt', 'id'])
export const GroupPostEdge = builder.edgeObject({ type: GroupPost, name: 'GroupPostEdge' })
const GroupPostConnection = builder.connectionObject({ type: GroupPost, name: 'GroupPostConnection' }, GroupPostEdge)

builder.objectFields(Group, (t) => ({
  posts: t.connection(
    {
      type: GroupPost,
      nullable: true,
      description:
        'Posts that the viewer can read, latest first; null for a private group of others. A member who lists them has read them.',
      args: { publicOnly: t.arg.boolean({ description: 'Whether to leave out posts for members.' }) },
      resolve: async ({ access }, { publicOnly, ...args }, context) => {
        if (!canSeeInside(access)) return null
        const filter = { publicOnly: publicOnly ?? false }
        if (hasUnread(access)) await readBeforeLoads(context, () => recordReading(context.viewerScope, access.group.id))
        return keysetConnection(args, {
          order: BY_LATEST_POST,
          totalCount: () => posts.count(context, access, filter),
          read: (page) => posts.page(context, access, filter, page),
        })
      },
    },
    GroupPostConnection,
  ),
}))
