import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns, fromColumn, optionalText } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, createPagesLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { userRef } from '../../users/graph/user.ts'
import { type GroupAccess, groupImageUrl, readGroupAccesses, shownStatus } from '../access.ts'
import { canSeeInside, groupNotFound } from '../policy.ts'
import type { GroupRow } from '../queries.ts'
import { readVisibleGroups, selectedGroupColumns } from '../userGroups/queries.ts'
import { GroupJoinState, GroupMemberStatus, GroupPermission, GroupPrivacy, knownPermissions } from './enums.ts'

/** A group with what the viewer is and may do in it. */
export interface GroupNode extends GroupRow {
  readonly access: GroupAccess
}

export const groupNode = (access: GroupAccess): GroupNode => ({ ...access.group, access })

/** Groups that the viewer can see, by id. One statement. */
export const groupsById = createLoader<GroupNode>(
  forViewer(async (scope, ids) => (await readGroupAccesses(scope, ids)).map(groupNode)),
  ({ id }) => id,
)

/** The columns of groups that a query selects; null for one that needs whole rows, or what the viewer may do. */
export const columnsOfGroups = ({ selectedColumns }: GraphContext) =>
  selectedGroupColumns(selectedColumns?.('Group') ?? null)

const listedGroups = createPagesLoader<GroupNode>(
  async (context, ids) => {
    const columns = columnsOfGroups(context)
    return columns
      ? forViewer(readVisibleGroups<GroupNode>)(context.scope, columns, ids)
      : (await forViewer(readGroupAccesses)(context.scope, ids)).map(groupNode)
  },
  ({ id }) => id,
)

/** A group of a list that the viewer can see. Of a query that selects few columns, it has no others. One statement. */
export const loadListedGroup = async (context: GraphContext, id: string): Promise<GroupNode | null> =>
  (await listedGroups(context).load(id))[0] ?? null

/** What the viewer may do in a group; null for one that they can't see. */
export const accessTo = async (context: GraphContext, groupId: string): Promise<GroupAccess | null> =>
  (await groupsById(context).load(groupId))?.access ?? null

/** A group of a payload, which whoever has changed it can see. Throws `missing`. */
export async function loadGroup(context: GraphContext, groupId: string): Promise<GroupNode> {
  const group = await groupsById(context).load(groupId)
  if (!group) throw groupNotFound()
  return group
}

const JOIN_STATES = ['open', 'request', 'invite', 'closed'] as const

/** Whether the viewer sees whom the owner has offered the group: the owner, that person and admins of the platform. */
const seesOffer = ({ access, transferTargetId }: GroupNode, { scope: { viewer } }: GraphContext): boolean =>
  access.isOwner || access.isPlatformAdmin || transferTargetId === viewer?.id

const isOffered = ({ transferTargetId, transferExpiresAt }: GroupNode, { scope: { now } }: GraphContext): boolean =>
  transferTargetId !== null && transferExpiresAt !== null && transferExpiresAt > now

export const Group = builder.objectRef<GroupNode>('Group')
export const groupRef = referenceTo(Group, groupsById)

export const GroupEdge = builder.edgeObject({ type: Group, name: 'GroupEdge' })
export const GroupConnection = builder.connectionObject({ type: Group, name: 'GroupConnection' }, GroupEdge)

const targetRef = userRef('transferTargetId', '')

builder.node(Group, {
  description: 'A group of people, with roles, posts, galleries and instances.',
  ...nodeBy(groupsById),
  fields: (t) => ({
    ...columns(t, 'Group', {
      name: 'Name.',
      shortCode: 'Short code: 3 to 6 upper-case letters or digits, which several groups can share.',
      discriminator: 'Four digits, which tell groups with one short code apart.',
      languages: 'Languages by ISO 639-3, such as `eng`; at most 3.',
      tags: 'Tags, at most 5.',
      isVerified: 'Whether an admin of the platform has verified it.',
      memberCount: 'Number of members.',
      onlineMemberCount: 'Number of members who are online, counted each minute.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string(optionalText('description', 'Description; null for none.')),
    rules: t.string(optionalText('rules', 'Rules; null for none.')),
    links: t.expose('links', { type: ['URL'], description: 'Links, at most 3.' }),
    iconId: t.exposeID('iconId', { nullable: true, description: 'Id of the file of the icon; null for none.' }),
    bannerId: t.exposeID('bannerId', { nullable: true, description: 'Id of the file of the banner; null for none.' }),
    iconUrl: t.field({
      type: 'URL',
      description: 'URL of the icon, or of the default one.',
      ...fromColumn('iconId', (id: string | null, rules) => groupImageUrl({ rules }, 'icon', id)),
    }),
    bannerUrl: t.field({
      type: 'URL',
      description: 'URL of the banner, or of the default one.',
      ...fromColumn('bannerId', (id: string | null, rules) => groupImageUrl({ rules }, 'banner', id)),
    }),
    privacy: t.field({
      type: GroupPrivacy,
      description: 'Who finds the group, and who sees what is inside.',
      ...fromColumn('privacy', (privacy: string) => (privacy === 'private' ? 'private' : 'default')),
    }),
    joinState: t.field({
      type: GroupJoinState,
      description: 'Who can join.',
      ...fromColumn('joinState', (given: string) => JOIN_STATES.find((state) => state === given) ?? 'closed'),
    }),
    promptsToJoin: t.exposeBoolean('allowGroupJoinPrompt', {
      description: 'Whether instances of the group ask visitors to join.',
    }),
    storeId: t.exposeID('storeId', { nullable: true, description: 'Id of its store; null for none.' }),
    owner: t.field(userRef('ownerId', 'Owner; null after the account was erased.')),
    lastPostedAt: t.expose('lastPostCreatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest post; null for none.',
    }),
    transferTarget: t.field({
      ...targetRef,
      // It also depends on what the viewer is in the group.
      facts: {},
      description:
        'Member to whom the owner offers the group; null for none, and for everybody but the owner, that member and admins.',
      resolve: (group, args, context) =>
        isOffered(group, context) && seesOffer(group, context) ? targetRef.resolve(group, args, context) : null,
    }),
    transferExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the offer of the group lapses; null without one that the viewer can see.',
      resolve: (group, _args, context) =>
        isOffered(group, context) && seesOffer(group, context) ? group.transferExpiresAt : null,
    }),
    isHidden: t.boolean({
      description: 'Whether an admin of the platform has hidden it from everybody but members.',
      resolve: ({ hiddenAt }) => hiddenAt !== null,
    }),
    viewerStatus: t.field({
      type: GroupMemberStatus,
      description: 'What stands between the viewer and the group.',
      resolve: ({ access }) => shownStatus(access, true),
    }),
    viewerPermissions: t.field({
      type: [GroupPermission],
      description: "What the viewer's roles in the group allow.",
      resolve: ({ access }) => knownPermissions(access.permissions),
    }),
    viewerCanSeeInside: t.boolean({
      description: 'Whether the viewer can see the roles, members, posts, galleries and instances.',
      resolve: ({ access }) => canSeeInside(access),
    }),
  }),
})

builder.queryFields((t) => ({
  group: t.field({
    type: Group,
    nullable: true,
    description: 'Finds a group by id; null for one that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the group.' }) },
    resolve: (_root, { id }, context) => groupsById(context).load(id),
  }),
}))
