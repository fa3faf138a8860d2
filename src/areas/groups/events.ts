import { defineEvent } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'

type GroupIds = { readonly groupId: string }

/** The record, posts, announcement or galleries of a group have changed. The subject is the group. */
export const groupChanged = defineEvent<string>('group.changed')
/** A group was deleted. The subject is the group. */
export const groupDeleted = defineEvent<string>('group.deleted')
/** A member was given or has lost a role, or is shown to others than before. The subject is the group. */
export const groupMembersChanged = defineEvent<string>('group.membersChanged')
/** A role of a group was created, changed or deleted. The subject is the group. */
export const groupRoleChanged = defineEvent<string, { readonly roleId: string }>('group.roleChanged', 'roleHolders')
/** Invites, requests, bans or the audit log of a group have changed, for its managers. The subject is the group. */
export const groupModerated = defineEvent<string>('group.moderated')

/** A person became a member. The person is the subject. */
export const groupJoined = defineEvent<UserId, GroupIds>('groupMember.joined', 'subject')
/** A person is a member no longer: left, was removed or banned, or the group was deleted. The person is the subject. */
export const groupLeft = defineEvent<UserId, GroupIds>('groupMember.left', 'subject')
/** A membership in any status has changed: invites, requests, bans, roles and settings. The person is the subject. */
export const groupMemberChanged = defineEvent<UserId, GroupIds>('groupMember.changed', 'subject')

export const groupEvents = [
  groupChanged,
  groupDeleted,
  groupMembersChanged,
  groupRoleChanged,
  groupModerated,
  groupJoined,
  groupLeft,
  groupMemberChanged,
]
