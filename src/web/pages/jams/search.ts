import type { JamType } from '../../generated/graphql.ts'

export const JAM_LISTS = ['running', 'coming', 'past'] as const
export type JamListName = (typeof JAM_LISTS)[number]

export const JAM_TYPES = ['WORLD', 'AVATAR'] as const satisfies JamType[]

/** What the address of the list of jams says. */
export interface JamSearch {
  /** Running ones by default. */
  readonly list?: JamListName | undefined
  readonly type?: JamType | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const jamSearchOf = ({ list, type }: Record<string, unknown>): JamSearch => ({
  list: JAM_LISTS.find((one) => one === list),
  type: JAM_TYPES.find((one) => one === type),
})
