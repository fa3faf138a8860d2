export const GROUPS_TABS = ['own', 'discover', 'invites'] as const
export type GroupsTab = (typeof GROUPS_TABS)[number]

/** Numbers of members between which people choose. */
export const GROUP_SIZES = {
  small: { maxMembers: 20 },
  medium: { minMembers: 21, maxMembers: 100 },
  large: { minMembers: 101 },
} as const
export type GroupSize = keyof typeof GROUP_SIZES
export const GROUP_SIZE_NAMES = ['small', 'medium', 'large'] as const satisfies readonly GroupSize[]

/** What the address of the lists of groups says. */
export interface GroupsSearch {
  /** Own groups by default. */
  readonly tab?: GroupsTab | undefined
  readonly search?: string | undefined
  readonly tag?: string | undefined
  /** ISO 639-3. */
  readonly language?: string | undefined
  readonly size?: GroupSize | undefined
}

const LONGEST = 64

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, LONGEST) : undefined)

/** A tag as the server writes it; undefined where nothing of it can be one. */
export const tagOf = (value: unknown): string | undefined =>
  textOf(
    String(value ?? '')
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
      .replaceAll(/[^a-z0-9_]/g, ''),
  )

/** Reads the address; what is unknown in it is left out. */
export const groupsSearchOf = ({ tab, search, tag, language, size }: Record<string, unknown>): GroupsSearch => ({
  tab: GROUPS_TABS.find((one) => one === tab),
  search: textOf(search),
  tag: tagOf(tag),
  language: typeof language === 'string' && /^[a-z]{3}$/.test(language) ? language : undefined,
  size: GROUP_SIZE_NAMES.find((one) => one === size),
})
