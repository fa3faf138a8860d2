/** A subscription that a tab wants. */
export interface Want {
  /** Equal for equal subscriptions, whatever position they resume from. */
  readonly key: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Sequence of the entry of a feed that was read last; 0 for other subscriptions. */
  readonly sequence: number
}

/** The name of a variable that is no part of the document: the sequence that belongs to the cursor `after`. */
export const SEQUENCE = 'sequence'

/**
 * The position to resume from, in `after` and `sequence`, is no part of the key of a subscription, nor is whether it begins
 * with the present state, by `initial`.
 */
export function wantOf(query: string, given: Readonly<Record<string, unknown>>): Want {
  const { [SEQUENCE]: sequence = 0, ...variables } = given
  const { after: _position, initial: _initial, ...rest } = variables
  return { key: `${query} ${JSON.stringify(rest)}`, query, variables, sequence: Number(sequence) }
}

const eventOf = (data: unknown): object => Object(Object.values(Object(data))[0])

/** The position after an event of a feed; undefined for events of other subscriptions. */
export function cursorOf(data: unknown): string | undefined {
  const event = eventOf(data)
  return 'cursor' in event && typeof event.cursor === 'string' ? event.cursor : undefined
}

/** The sequence of an event of a feed; undefined for events of other subscriptions. */
export function sequenceOf(data: unknown): number | undefined {
  const event = eventOf(data)
  return 'sequence' in event && typeof event.sequence === 'number' ? event.sequence : undefined
}
