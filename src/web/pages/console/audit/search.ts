/** What the address of the audit log says. */
export interface AuditSearch {
  /** The query as it was typed, such as `act:suspend after:2026-11-01`. */
  readonly q?: string | undefined
}

const LONGEST_QUERY = 500

/** Reads the address; what is unknown in it is left out. */
export const auditSearchOf = (given: Record<string, unknown>): AuditSearch => ({
  q: typeof given.q === 'string' && given.q.trim() !== '' ? given.q.slice(0, LONGEST_QUERY) : undefined,
})
