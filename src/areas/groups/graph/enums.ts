import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import type { GroupAuditEvent } from '../auditLog/entries.ts'
import {
  ALL_PERMISSIONS,
  GROUP_PERMISSIONS,
  isGroupPermission,
  ROLE_TEMPLATES,
  type RoleTemplateName,
} from '../roles/permissions.ts'

export const GroupPrivacy = enumOf('GroupPrivacy', 'Who finds a group, and who sees what is inside.', {
  default: 'Everybody.',
  private: 'Nobody finds it by searches and profiles, and only members see what is inside.',
})

export const GroupJoinState = enumOf('GroupJoinState', 'Who can join a group.', {
  open: 'Everybody.',
  request: 'People whose request is accepted, and people who were invited.',
  invite: 'People who were invited.',
  closed: 'Nobody.',
})

export const GroupMemberStatus = enumOf(
  'GroupMemberStatus',
  'What stands between a person and a group.',
  {
    inactive: 'Nothing, or nothing any longer.',
    requested: 'The person has asked to join.',
    invited: 'The group has invited the person.',
    member: 'The person is a member.',
    banned: 'The group has banned the person.',
    userblocked: 'The person has blocked the group; only the person is told so.',
  },
  { userblocked: 'USER_BLOCKED' },
)

export const GroupMemberVisibility = enumOf(
  'GroupMemberVisibility',
  'Who sees a membership on the profile of the member.',
  {
    visible: 'Everybody.',
    friends: 'Friends of the member.',
    hidden: 'Nobody.',
  },
)

export const GroupPostVisibility = enumOf('GroupPostVisibility', 'Who can read a post.', {
  public: 'Everybody who sees what is inside the group.',
  group: 'Members.',
})

export const GroupRoleKind = enumOf('GroupRoleKind', 'What a role is in its group.', {
  owner: 'The role of the owner, which allows everything and nobody else holds.',
  everyone: 'The role that all members have.',
  custom: 'A role that the group gives to some of its members.',
})

const enumName = (text: string) =>
  text
    .replace(/^group[-.]/, '')
    .replaceAll(/[-.]/g, '_')
    .toUpperCase()

export const GroupPermission = builder.enumType('GroupPermission', {
  description: 'What a role can allow.',
  values: Object.fromEntries([
    ['ALL', { value: ALL_PERMISSIONS, description: 'Everything; for owners alone.' }],
    ...Object.entries(GROUP_PERMISSIONS).map(
      ([value, { help }]) => [enumName(value), { value, description: help }] as const,
    ),
  ]),
})

/** The permissions of a role or of a member as the schema names them. */
export const knownPermissions = (permissions: Iterable<string>): string[] =>
  [...permissions].filter((permission) => permission === ALL_PERMISSIONS || isGroupPermission(permission)).sort()

export const GroupTemplate = builder.enumType('GroupTemplate', {
  description: 'A set of roles that a group can begin with.',
  values: {
    DEFAULT: { value: 'default', description: ROLE_TEMPLATES.default.description },
    MANAGED_FREE: { value: 'managedFree', description: ROLE_TEMPLATES.managedFree.description },
    MANAGED_INVITE: { value: 'managedInvite', description: ROLE_TEMPLATES.managedInvite.description },
    MANAGED_REQUEST: { value: 'managedRequest', description: ROLE_TEMPLATES.managedRequest.description },
  } as const satisfies Readonly<Record<string, { value: RoleTemplateName; description: string }>>,
})

/** What each type of an entry of the audit log tells. */
const AUDIT_EVENTS: Readonly<Record<GroupAuditEvent, string>> = {
  'group.announcement': 'The announcement was set or deleted.',
  'group.calendarEvent.create': 'An event or series of events was created.',
  'group.calendarEvent.delete': 'An event was deleted, or one date of a series.',
  'group.calendarEvent.series.delete': 'A series of events was deleted.',
  'group.calendarEvent.series.update': 'A series of events was changed.',
  'group.calendarEvent.update': 'An event was changed, or one date of a series.',
  'group.create': 'The group was created.',
  'group.gallery.create': 'A gallery was created.',
  'group.gallery.delete': 'A gallery was deleted.',
  'group.gallery.update': 'A gallery was changed.',
  'group.instance.announcement': 'An announcement was sent to an instance.',
  'group.instance.close': 'An instance was closed.',
  'group.instance.create': 'An instance was created.',
  'group.instance.kick': 'A person was removed from an instance.',
  'group.instance.update': 'An instance was changed.',
  'group.instance.warn': 'A person in an instance was warned.',
  'group.invite.cancel': 'An invite was withdrawn.',
  'group.invite.create': 'A person was invited.',
  'group.member.join': 'A person became a member.',
  'group.member.leave': 'A member left.',
  'group.member.remove': 'A member was removed.',
  'group.member.role.assign': 'A member was given a role.',
  'group.member.role.unassign': 'A role was taken from a member.',
  'group.member.user.update': 'The notes about a member were changed.',
  'group.post.create': 'A post was written.',
  'group.post.delete': 'A post was deleted.',
  'group.post.update': 'A post was changed.',
  'group.request.block': 'A request to join was rejected, and further ones are.',
  'group.request.create': 'A person asked to join.',
  'group.request.reject': 'A request to join was rejected.',
  'group.request.withdraw': 'A request to join was withdrawn.',
  'group.role.create': 'A role was created.',
  'group.role.delete': 'A role was deleted.',
  'group.role.update': 'A role was changed.',
  'group.transfer.accept': 'The group has a new owner.',
  'group.transfer.cancel': 'The offer of the group was withdrawn or declined.',
  'group.transfer.start': 'The group was offered to a member.',
  'group.update': 'The details of the group were changed.',
  'group.user.ban': 'A person was banned.',
  'group.user.unban': 'A ban was ended.',
}

export const GroupAuditEventType = builder.enumType('GroupAuditEventType', {
  description: 'What an entry of the audit log of a group tells.',
  values: Object.fromEntries(
    Object.entries(AUDIT_EVENTS).map(([value, description]) => [enumName(value), { value, description }]),
  ),
})

export const isAuditEvent = (text: string): text is GroupAuditEvent => Object.hasOwn(AUDIT_EVENTS, text)
