import { z } from 'zod'
import { GroupId } from '../../../contract/ids.ts'
import { GroupPrivacy as PrivacyRule } from '../../../contract/shapes/group.ts'
import { CreateGroupRequest, TransferGroupRequest, UpdateGroupRequest } from '../../../contract/shapes/groupRequests.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { createGroup, GROUP_BOUNDS, groupRules } from '../group/create.ts'
import { deleteGroup } from '../group/delete.ts'
import { cancelGroupTransfer, offerOrAcceptGroup } from '../group/transfer.ts'
import { groupChangeRules, updateGroup, verifyGroup } from '../group/update.ts'
import { GroupJoinState, GroupPrivacy, GroupTemplate } from './enums.ts'
import { Group, GroupEdge, loadGroup } from './group.ts'
import { viewerGroupEdge } from './userGroups.ts'

/** What mutations of a group return: its id. */
interface WithGroup {
  readonly groupId: string
}

const groupId = GroupId.describe('Id of the group.')

const groupField = (t: ObjectFieldBuilder<WithGroup>) =>
  t.field({
    type: Group,
    description: 'The group after the change.',
    resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
  })

const groupPayload = (t: ObjectFieldBuilder<WithGroup>) => ({ group: groupField(t) })

mutation('createGroup', {
  description: 'Creates a group, which the viewer owns. Needs a subscription; at most 20 in a day.',
  input: CreateGroupRequest.extend({
    privacy: PrivacyRule.optional().describe(
      '`PRIVATE` keeps the group out of searches and profiles; never changed later.',
    ),
  }),
  types: { joinState: GroupJoinState, privacy: GroupPrivacy, roleTemplate: GroupTemplate },
  rules: groupRules,
  bounds: GROUP_BOUNDS,
  run: async (scope, group): Promise<WithGroup> => ({ groupId: await createGroup(scope, group) }),
  payload: (t) => ({
    group: groupField(t),
    groupEdge: t.field({
      type: GroupEdge,
      nullable: true,
      description: 'The group in the list `viewer.groups`.',
      resolve: ({ groupId }, _args, context) => viewerGroupEdge(context, groupId),
    }),
  }),
})

mutation('updateGroup', {
  description: 'Changes the details of a group; fields that are left out stay as they are. Needs DATA_MANAGE.',
  input: UpdateGroupRequest.omit({ allowGroupJoinPrompt: true }).extend({
    groupId,
    ifUpdatedAt,
    promptsToJoin: UpdateGroupRequest.shape.allowGroupJoinPrompt,
  }),
  types: { joinState: GroupJoinState, ...IF_UPDATED_AT },
  fieldNames: { allowGroupJoinPrompt: 'promptsToJoin' },
  bounds: GROUP_BOUNDS,
  rules: (scope, { groupId = '', promptsToJoin: _flag, ...change }) => groupChangeRules(scope, groupId, change),
  run: async (scope, { groupId, promptsToJoin: allowGroupJoinPrompt, ...change }): Promise<WithGroup> => {
    await updateGroup(scope, groupId, { ...change, allowGroupJoinPrompt })
    return { groupId }
  },
  payload: groupPayload,
})

mutation('deleteGroup', {
  description: 'Deletes a group of the viewer, at once for everybody.',
  input: z.object({
    groupId,
    hardDelete: z
      .boolean()
      .optional()
      .describe('Whether its content is removed at once rather than after 30 days, for which admins keep it.'),
  }),
  run: async (scope, { groupId, hardDelete }): Promise<WithGroup> => {
    await deleteGroup(scope, groupId, { hardDelete })
    return { groupId }
  },
  payload: (t) => ({ deletedGroupId: t.exposeID('groupId', { description: 'Id of the group, which is gone.' }) }),
})

mutation('initiateOrAcceptGroupTransfer', {
  description: 'Offers a group of the viewer to a member, for seven days; that member accepts it by the same mutation.',
  input: TransferGroupRequest.extend({ groupId }),
  run: async (scope, { groupId, transferTargetId }) => ({
    groupId,
    isAccepted: (await offerOrAcceptGroup(scope, groupId, transferTargetId)) === 'completed',
  }),
  payload: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group after the change.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    isAccepted: t.exposeBoolean('isAccepted', {
      description: 'Whether the viewer owns the group now; else it is offered.',
    }),
  }),
})

mutation('cancelGroupTransfer', {
  description: 'Withdraws the offer of a group of the viewer, or declines the one to the viewer.',
  input: z.object({ groupId }),
  run: async (scope, { groupId }): Promise<WithGroup> => {
    await cancelGroupTransfer(scope, groupId)
    return { groupId }
  },
  payload: groupPayload,
})

mutation('verifyGroup', {
  description: 'Marks a group as verified by the platform, or not any longer.',
  input: z.object({ groupId, isVerified: z.boolean().describe('Whether the group is verified.') }),
  run: async (scope, { groupId, isVerified }): Promise<WithGroup> => {
    await verifyGroup(scope, groupId, isVerified)
    return { groupId }
  },
  payload: groupPayload,
})
