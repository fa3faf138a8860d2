import { createHash } from 'node:crypto'

const MAX_NAMED = 500
const MAX_WATCHED = 2_000
const NAMED_AFTER = 2
const MAX_LENGTH = 20_000

export interface StatementNamer {
  /** Names a statement; an empty name prepares nothing. */
  (query: { readonly sql: string }): string
  /**
   * Gives other names from now on, so that connections prepare all statements anew: a migration has changed the columns of one
   * that is prepared, which then fails each time.
   */
  renew(): void
}

/**
 * Names each repeated SQL text, so that connections prepare it once, which saves a third of the database's time. Prepared
 * statements are never released, so texts that occur once (lists of unusual lengths) get no name, and at most 500 do.
 */
export function makeStatementNamer(): StatementNamer {
  const named = new Map<string, string>()
  const watched = new Map<string, number>()
  let generation = 0

  const watch = (sql: string) => {
    const seen = (watched.get(sql) ?? 0) + 1
    if (seen > NAMED_AFTER) return true
    const oldest = watched.keys().next()
    if (watched.size >= MAX_WATCHED && !oldest.done) watched.delete(oldest.value)
    watched.set(sql, seen)
    return false
  }

  const name = ({ sql }: { readonly sql: string }) => {
    const known = named.get(sql)
    if (known) return known
    if (named.size >= MAX_NAMED || sql.length > MAX_LENGTH || !watch(sql)) return UNNAMED
    watched.delete(sql)
    const given = `p${generation || ''}_${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`
    named.set(sql, given)
    return given
  }
  const renew = () => {
    generation += 1
    named.clear()
  }
  return Object.assign(name, { renew })
}

/** Name of the unnamed statement in the protocol. */
const UNNAMED = ''
