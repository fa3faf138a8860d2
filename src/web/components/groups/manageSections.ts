import type { GroupRightsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

/** The parts of managing a group, by their place in the address. */
export const MANAGE_SECTIONS = [
  ...(['details', 'members', 'roles', 'requests'] as const),
  ...(['invites', 'bans', 'audit-log', 'ownership'] as const),
] as const
export type ManageSection = (typeof MANAGE_SECTIONS)[number]

/** What the viewer may manage in a group. */
export const GROUP_RIGHTS = graphql(`
  fragment GroupRights on Group {
    id
    viewerCanUpdate
    viewerCanWriteNotes
    viewerCanRemoveMembers
    viewerCanAssignRoles
    viewerCanBan
    viewerCanCreateRoles
    viewerCanAnswerRequests
    viewerCanSeeAuditLog
    viewerCanTransfer
    viewerCanDelete
    viewerCanAcceptTransfer
  }
`)

type ManagedGroup = FragmentType<typeof GROUP_RIGHTS>

/** Whether a person with these rights has something to do in a section. */
const ALLOWED: Readonly<Record<ManageSection, (rights: GroupRightsFragment) => boolean>> = {
  details: (group) => group.viewerCanUpdate,
  members: (group) => canManageMembers(group),
  roles: (group) => group.viewerCanCreateRoles,
  requests: (group) => group.viewerCanAnswerRequests,
  invites: (group) => group.viewerCanAnswerRequests,
  bans: (group) => group.viewerCanBan,
  'audit-log': (group) => group.viewerCanSeeAuditLog,
  ownership: (group) => group.viewerCanTransfer || group.viewerCanDelete || group.viewerCanAcceptTransfer,
}

const canManageMembers = (group: GroupRightsFragment) =>
  group.viewerCanWriteNotes || group.viewerCanRemoveMembers || group.viewerCanAssignRoles || group.viewerCanBan

/** The sections of managing a group that its viewer may open, in their order. */
export function allowedSections(group: ManagedGroup): ManageSection[] {
  const rights = getFragmentData(GROUP_RIGHTS, group)
  return MANAGE_SECTIONS.filter((section) => ALLOWED[section](rights))
}

/** Whether the viewer is told of invites, requests, bans and entries of the audit log. */
export function followsModeration(group: ManagedGroup): boolean {
  const rights = getFragmentData(GROUP_RIGHTS, group)
  return (
    rights.viewerCanAnswerRequests || rights.viewerCanBan || rights.viewerCanWriteNotes || rights.viewerCanSeeAuditLog
  )
}
