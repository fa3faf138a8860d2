import { builder } from '../../../edges/graphql/builder.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { trusted } from '../../../kernel/ids.ts'
import { isTransferTarget, readTransferability, type TransferRequirements } from '../group/transfer.ts'
import { Group } from './group.ts'

const GroupTransferability = builder.objectRef<TransferRequirements>('GroupTransferability').implement({
  description: 'What must hold before a group gets another owner.',
  fields: (t) => ({
    isPossible: t.boolean({
      description: 'Whether all of it holds.',
      resolve: (requirements) => Object.values(requirements).every((holds) => holds === true),
    }),
    isNotMonetized: t.exposeBoolean('groupNotMonetized', { description: 'Whether no role of the group is sold.' }),
    hasSubscriptions: t.exposeBoolean('hasVRCPlus', {
      description: 'Whether both the owner and the other person have a subscription.',
    }),
    hasVerifiedEmail: t.exposeBoolean('hasVerifiedEmail', {
      description: 'Whether the other person has confirmed an e-mail address.',
    }),
    targetCanOwnMoreGroups: t.exposeBoolean('targetCanOwnMoreGroups', {
      description: 'Whether the other person owns fewer groups than people can.',
    }),
    targetIsMember: t.exposeBoolean('targetIsGroupMember', { description: 'Whether the other person is a member.' }),
  }),
})

builder.objectFields(Group, (t) => ({
  transferability: t.field({
    type: GroupTransferability,
    nullable: true,
    description:
      'What must hold before the group gets another owner; null for everybody but the owner and that person.',
    args: {
      targetId: t.arg.id({
        description: 'The person who would own it; by default the one to whom it is offered, else the viewer.',
      }),
    },
    resolve: ({ id, access }, { targetId }, { viewerScope: scope }) => {
      const target = targetId == null ? undefined : parseId('user', targetId, 'User')
      const isAsked = isTransferTarget(scope, access) && (target ?? scope.viewer.id) === scope.viewer.id
      if (!access.isOwner && !access.isPlatformAdmin && !isAsked) return null
      return readTransferability(scope, trusted<'group'>(id), target)
    },
  }),
}))
