import { LRUCache } from 'lru-cache'

/** The first verb of a statement, past the names of its common table expressions, and its first table. */
const VERB = /\b(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK|LOCK)\b/i
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:"public"\.)?"?([A-Za-z_]\w*)"?/i

const summaries = new LRUCache<string, string>({ max: 2_000 })

/** What traces call a statement, such as `SELECT World`: no values, and no text of it beside. */
export function statementSummary(text: string): string {
  const known = summaries.get(text)
  if (known !== undefined) return known
  const [verb = 'SQL'] = VERB.exec(text) ?? []
  const [, table] = TABLE.exec(text) ?? []
  const summary = table === undefined ? verb.toUpperCase() : `${verb.toUpperCase()} ${table}`
  summaries.set(text, summary)
  return summary
}
