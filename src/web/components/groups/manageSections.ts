import type { ManagedGroupFragment } from '../../generated/graphql.ts'

/** The parts of managing a group, by their place in the address. */
export const MANAGE_SECTIONS = [
  ...(['details', 'members', 'roles', 'requests'] as const),
  ...(['invites', 'bans', 'audit-log', 'ownership'] as const),
] as const
export type ManageSection = (typeof MANAGE_SECTIONS)[number]

/** What the viewer may do in a group. */
type Rights = Pick<ManagedGroupFragment, Extract<keyof ManagedGroupFragment, `viewerCan${string}`>>

/** Whether a person with these rights has something to do in a section. */
const ALLOWED: Readonly<Record<ManageSection, (rights: Rights) => boolean>> = {
  details: (group) => group.viewerCanUpdate,
  members: (group) => canManageMembers(group),
  roles: (group) => group.viewerCanCreateRoles,
  requests: (group) => group.viewerCanAnswerRequests,
  invites: (group) => group.viewerCanAnswerRequests,
  bans: (group) => group.viewerCanBan,
  'audit-log': (group) => group.viewerCanSeeAuditLog,
  ownership: (group) => group.viewerCanTransfer || group.viewerCanDelete || group.viewerCanAcceptTransfer,
}

const canManageMembers = (group: Rights) =>
  group.viewerCanWriteNotes || group.viewerCanRemoveMembers || group.viewerCanAssignRoles || group.viewerCanBan

/** The sections of managing a group that its viewer may open, in their order. */
export const allowedSections = (group: Rights): ManageSection[] =>
  MANAGE_SECTIONS.filter((section) => ALLOWED[section](group))

/** Whether the viewer is told of invites, requests, bans and entries of the audit log. */
export const followsModeration = (group: Rights): boolean =>
  group.viewerCanAnswerRequests || group.viewerCanBan || group.viewerCanWriteNotes || group.viewerCanSeeAuditLog
