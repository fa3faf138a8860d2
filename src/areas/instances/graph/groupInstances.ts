import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createCountLoader, createListLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { ownerGroupId } from '../../../kernel/location.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { accessTo, Group, groupsById } from '../../groups/graph/group.ts'
import { canSeeInside, hasPermission } from '../../groups/policy.ts'
import type { GroupPermission } from '../../groups/roles/permissions.ts'
import { canCreateGroupInstance, countOpenInstances } from '../group/create.ts'
import { listInstancesOfGroups, listUserGroupInstances } from '../group/lists.ts'
import type { InstanceView } from '../instances.ts'
import { BY_OCCUPANTS, Instance, InstanceConnection } from './instance.ts'

export const GroupInstanceAccess = enumOf('GroupInstanceAccess', 'Who can enter an instance of a group.', {
  members: 'Members.',
  plus: 'Members, and friends of anybody inside.',
  public: 'Everybody.',
})

const right = (description: string, permission: GroupPermission) => ({
  description: `${description}; false for instances of people.`,
  resolve: async ({ place, isCreated }: InstanceView, _args: unknown, context: GraphContext) => {
    const groupId = ownerGroupId(place)
    const access = groupId === null || !isCreated ? null : await accessTo(context, groupId)
    return access !== null && hasPermission(access, permission)
  },
})

builder.objectFields(Instance, (t) => ({
  group: t.field({
    type: Group,
    nullable: true,
    description: 'The group that owns it; null for an instance of a person, and if the viewer cannot see the group.',
    resolve: ({ place }, _args, context) => {
      const groupId = ownerGroupId(place)
      return groupId && groupsById(context).load(groupId)
    },
  }),
  groupAccess: t.field({
    type: GroupInstanceAccess,
    nullable: true,
    description: 'Who can enter an instance of a group; null for other instances.',
    resolve: ({ place }) => place.groupAccessType,
  }),
  isInviteOnly: t.boolean({
    description: 'Whether only holders of `roleIds` and people with an invite can enter an instance of a group.',
    resolve: ({ place }) => place.inviteOnly,
  }),
  roleIds: t.idList({
    description: 'Ids of the roles of the group whose holders alone can enter; empty for no limit.',
    resolve: ({ row }) => row?.roleIds ?? [],
  }),
  hasQueue: t.boolean({
    description: 'Whether people wait in a queue when it is full.',
    resolve: ({ row }) => row?.queueEnabled ?? false,
  }),
  queueSize: t.int({
    description: 'Number of people who wait for a place; 0 for an instance that the viewer may not see.',
    resolve: ({ row }) => row?.queueSize ?? 0,
  }),
  viewerCanModerate: t.boolean(
    right('Whether the viewer can warn and remove people of a lower rank', 'group-instance-moderate'),
  ),
  viewerCanAnnounce: t.boolean(
    right('Whether the viewer can send announcements to everybody inside', 'group-instance-announcement-create'),
  ),
}))

const MAX_INSTANCES = 100

const instancesByGroup = createListLoader<InstanceView>(
  forViewer(listInstancesOfGroups),
  ({ place }) => ownerGroupId(place) ?? '',
)

const openInstanceCount = createCountLoader(countOpenInstances)

builder.objectFields(Group, (t) => ({
  viewerCanCreateInstance: t.boolean({
    description:
      'Whether the viewer can create an instance of some kind that the group owns: which kinds, their permissions tell.',
    resolve: async ({ id, access }, _args, context) =>
      canCreateGroupInstance(access, await openInstanceCount(context, id)),
  }),
  instances: t.connection(
    {
      type: Instance,
      nullable: true,
      description:
        'Open instances that the viewer may enter, most occupants first, at most 100; null for a private group of others.',
      resolve: async ({ id, access }, args, context) =>
        canSeeInside(access)
          ? listConnection(args, BY_OCCUPANTS, (await instancesByGroup(context).load(id)).slice(0, MAX_INSTANCES))
          : null,
    },
    InstanceConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  groupInstances: t.connection(
    {
      type: Instance,
      description:
        "Open instances of the viewer's groups that the viewer may enter, most occupants first; at most 100.",
      resolve: async (_viewer, args, { viewerScope: scope }) =>
        listConnection(args, BY_OCCUPANTS, await listUserGroupInstances(scope, scope.viewer.id)),
    },
    InstanceConnection,
  ),
}))
