/** What the page of a person shows beside who they are. */
export const PERSON_TABS = ['groups', 'creations', 'favorites'] as const
export type PersonTab = (typeof PERSON_TABS)[number]

/** What the address of the page of a person says. */
export interface PersonSearch {
  /** Mutual friends and groups by default. */
  readonly tab?: PersonTab | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const personSearchOf = ({ tab }: Record<string, unknown>): PersonSearch => ({
  tab: PERSON_TABS.find((one) => one === tab),
})
