const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day of an address, such as 2026-11-30; undefined for anything else. */
export const dayOf = (given: unknown): string | undefined =>
  typeof given === 'string' && DAY.test(given) && !Number.isNaN(new Date(`${given}T00:00`).getTime())
    ? given
    : undefined

/** The first and the last day of what a list shows, in the zone of the person. */
export interface DaySpan {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The variables of a list for a span of days: the last day belongs to it. */
export function spanVariables({ from, to }: DaySpan) {
  const end = to === undefined ? undefined : new Date(`${to}T00:00`)
  end?.setDate(end.getDate() + 1)
  return {
    ...(from !== undefined && { since: new Date(`${from}T00:00`).toISOString() }),
    ...(end && { until: end.toISOString() }),
  }
}
