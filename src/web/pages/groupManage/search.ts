import { MANAGE_SECTIONS, type ManageSection } from '../../components/groups/manageSections.ts'
import type { GroupAuditEventType, GroupMemberSort } from '../../generated/graphql.ts'
import { AUDIT_TYPES } from './auditLog/types.ts'

export const isManageSection = (text: string): text is ManageSection => MANAGE_SECTIONS.some((one) => one === text)

/** What each section is given. */
export interface ManageSectionProps {
  readonly groupId: string
  /** Whether the viewer is known to be allowed to open it, and so may follow its changes. */
  readonly isAllowed: boolean
}

export const MEMBER_SORTS = ['JOINED_AT_ASCENDING', 'JOINED_AT_DESCENDING'] as const satisfies GroupMemberSort[]

/** In place of the id of a role: a new one, or none at all. */
export const NEW_ROLE = 'new'
export const NO_ROLE = 'none'

/** What the address of a section says. */
export interface ManageSearch {
  /** Part of a name. */
  readonly search?: string | undefined
  readonly sort?: GroupMemberSort | undefined
  /** Of members: the id of the role that they hold, or `none`. Of roles: the id of the one that is edited, or `new`. */
  readonly role?: string | undefined
  /** Of the audit log: kinds of entries; id and name of who acted; first and last day, such as 2026-11-30. */
  readonly types?: readonly GroupAuditEventType[] | undefined
  readonly actor?: string | undefined
  readonly actorName?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const LONGEST_SEARCH = 64
const DAY = /^\d{4}-\d{2}-\d{2}$/

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_SEARCH) : undefined

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

function typesOf(value: unknown): readonly GroupAuditEventType[] | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : []
  const types = AUDIT_TYPES.filter((type) => given.includes(type))
  return types.length > 0 ? types : undefined
}

/** Reads the address; what is unknown in it is left out. */
export const manageSearchOf = (given: Record<string, unknown>): ManageSearch => ({
  search: textOf(given.search),
  sort: MEMBER_SORTS.find((one) => one === given.sort),
  role: textOf(given.role),
  types: typesOf(given.types),
  actor: textOf(given.actor),
  actorName: textOf(given.actorName),
  from: dayOf(given.from),
  to: dayOf(given.to),
})
