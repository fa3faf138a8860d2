import { STAFF_PERMISSIONS } from '../sections.ts'

/** Kinds of people that the list can be narrowed to. */
export const PEOPLE_STATES = [
  'online',
  'suspended',
  'reported',
  'underDeletion',
  'unconfirmed',
  'twoFactor',
  'withoutTwoFactor',
  'admins',
] as const
export type PeopleState = (typeof PEOPLE_STATES)[number]

export const PEOPLE_SORTS = ['CREATED_AT', 'LAST_LOGIN_AT', 'REPORT_COUNT', 'DISPLAY_NAME'] as const
export type PeopleSort = (typeof PEOPLE_SORTS)[number]

/** What the address of the list says. */
export interface PeopleSearch {
  /** Part of a name, a username or an e-mail address. */
  readonly q?: string | undefined
  readonly state?: PeopleState | undefined
  readonly permission?: (typeof STAFF_PERMISSIONS)[number] | undefined
  /** An address or a network that people log in from. */
  readonly address?: string | undefined
  readonly sort?: PeopleSort | undefined
  /** Whether the list begins with its other end. */
  readonly reversed?: true | undefined
}

const LONGEST_TEXT = 100
const textOf = (given: unknown) =>
  (typeof given === 'string' || typeof given === 'number') && String(given).trim() !== ''
    ? String(given).slice(0, LONGEST_TEXT)
    : undefined

/** Reads the address; what is unknown in it is left out. */
export const peopleSearchOf = (given: Record<string, unknown>): PeopleSearch => ({
  q: textOf(given.q),
  state: PEOPLE_STATES.find((one) => one === given.state),
  permission: STAFF_PERMISSIONS.find((one) => one === given.permission),
  address: textOf(given.address),
  sort: PEOPLE_SORTS.find((one) => one === given.sort),
  reversed: given.reversed === true ? true : undefined,
})

const CONDITIONS = {
  online: { isOnline: true },
  suspended: { isSuspended: true },
  reported: { hasOpenReports: true },
  underDeletion: { isUnderDeletion: true },
  unconfirmed: { isEmailVerified: false },
  twoFactor: { hasTwoFactor: true },
  withoutTwoFactor: { hasTwoFactor: false },
  admins: { isAdmin: true },
} as const satisfies Record<PeopleState, object>

/** The variables of the list for an address. */
export function listVariables({ q, state, permission, address, sort = 'CREATED_AT', reversed }: PeopleSearch) {
  const filter = {
    ...(q !== undefined && { search: q }),
    ...(state !== undefined && CONDITIONS[state]),
    ...(permission !== undefined && { staffPermission: permission }),
    ...(address !== undefined && { address }),
  }
  return { filter, sort, ascending: (sort === 'DISPLAY_NAME') !== (reversed === true) }
}
