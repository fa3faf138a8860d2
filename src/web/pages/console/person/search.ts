/** What the page of a person shows to the staff. */
export const ACCOUNT_TABS = [
  'overview',
  'security',
  'reports',
  'notes',
  'grants',
  'content',
  'files',
  'groups',
  'economy',
] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

/** What the address of the page says. */
export interface AccountSearch {
  readonly tab?: AccountTab | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const accountSearchOf = ({ tab }: Record<string, unknown>): AccountSearch => ({
  tab: ACCOUNT_TABS.find((one) => one === tab),
})
