/** What the address of the settings says. */
export interface SettingsSearch {
  /** Text in the name or the description. */
  readonly q?: string | undefined
  /** Whether only those that the environment has are shown. */
  readonly isGiven?: true | undefined
}

const LONGEST_QUERY = 100

/** Reads the address; what is unknown in it is left out. */
export const settingsSearchOf = ({ q, isGiven }: Record<string, unknown>): SettingsSearch => ({
  q: typeof q === 'string' && q !== '' ? q.slice(0, LONGEST_QUERY) : undefined,
  isGiven: isGiven === true ? true : undefined,
})
