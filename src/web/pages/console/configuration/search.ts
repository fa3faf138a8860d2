import type { ConfigValueKind } from '../../../generated/graphql.ts'

export const VALUE_KINDS = [
  'BOOLEAN',
  'INTEGER',
  'NUMBER',
  'TEXT',
  'TEXTS',
  'JSON',
] as const satisfies ConfigValueKind[]

/** What the address of the client configuration says. */
export interface ConfigurationSearch {
  /** Text in the key or the value. */
  readonly q?: string | undefined
  readonly kind?: ConfigValueKind | undefined
  /** Whether only values are shown that are not those of a new server. */
  readonly isChanged?: true | undefined
}

const LONGEST_QUERY = 100

/** Reads the address; what is unknown in it is left out. */
export const configurationSearchOf = ({ q, kind, isChanged }: Record<string, unknown>): ConfigurationSearch => ({
  q: (typeof q === 'string' || typeof q === 'number') && q !== '' ? String(q).slice(0, LONGEST_QUERY) : undefined,
  kind: VALUE_KINDS.find((one) => one === kind),
  isChanged: isChanged === true ? true : undefined,
})
