/** The lists that pages show in several parts, by the types that have them: stores join their parts to one list. */
export const PAGED_LISTS = {
  CalendarEvent: ['occurrences'],
  Group: ['auditLog', 'bans', 'calendarEvents', 'invites', 'members', 'posts', 'requests', 'roles'],
  Viewer: ['groups'],
} as const

/** Arguments by which lists of one name differ, beside those of the part. */
export const LIST_FILTERS: Readonly<Record<string, readonly string[]>> = {
  calendarEvents: ['month'],
  members: ['filter', 'sort'],
  occurrences: ['since'],
  requests: ['blocked'],
}

type ListedType = 'CalendarEvent' | 'GroupMember' | 'GroupPost' | 'GroupRole'

/** A change of a list by the payload of a mutation: an edge joins it, or the object of an id leaves it. */
export type ListChange = {
  /** The field of the payload whose object has the list. */
  readonly owner: 'group' | 'viewer'
  readonly list: string
} & (
  | { readonly edge: string; readonly at: 'start' | 'end' }
  | { readonly deletedId: string; readonly type: ListedType }
)

const leaves = (deletedId: string, type: ListedType, lists: readonly string[]) =>
  lists.map((list) => ({ owner: 'group', list, deletedId, type }) as const)

/** What mutations change in lists, by the name of the mutation. */
export const LIST_CHANGES: Readonly<Record<string, readonly ListChange[]>> = {
  joinGroup: [
    { owner: 'viewer', list: 'groups', edge: 'groupEdge', at: 'end' },
    { owner: 'group', list: 'members', edge: 'groupMemberEdge', at: 'end' },
  ],
  createGroupRole: [{ owner: 'group', list: 'roles', edge: 'groupRoleEdge', at: 'end' }],
  deleteGroupRole: leaves('deletedGroupRoleId', 'GroupRole', ['roles']),
  banGroupMember: [
    ...leaves('deletedGroupMemberId', 'GroupMember', ['members', 'invites', 'requests']),
    { owner: 'group', list: 'bans', edge: 'banEdge', at: 'start' },
  ],
  unbanGroupMember: leaves('deletedGroupMemberId', 'GroupMember', ['bans']),
  createGroupCalendarEvent: [{ owner: 'group', list: 'calendarEvents', edge: 'calendarEventEdge', at: 'end' }],
  deleteGroupCalendarEvent: leaves('deletedCalendarEventId', 'CalendarEvent', ['calendarEvents']),
  addGroupPost: [{ owner: 'group', list: 'posts', edge: 'groupPostEdge', at: 'start' }],
  deleteGroupPost: leaves('deletedGroupPostId', 'GroupPost', ['posts']),
}
