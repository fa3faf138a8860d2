import type { AuditFilter } from '../../../generated/graphql.ts'

/** What can stand before a colon in a query. */
export const QUALIFIERS = ['actor', 'act', 'about', 'after', 'before'] as const
type Qualifier = (typeof QUALIFIERS)[number]

/** Why a part of a query is not understood. */
export type QueryFault = 'qualifier' | 'day' | 'twice'

interface ParsedQuery {
  readonly filter: AuditFilter
  /** The parts that are not understood, which filter nothing. */
  readonly faults: readonly { readonly part: string; readonly fault: QueryFault }[]
}

const PART = /(?:[^\s"]|"[^"]*"?)+/g
const DAY = /^\d{4}-\d{2}-\d{2}$/
const isQualifier = (text: string): text is Qualifier => QUALIFIERS.some((one) => one === text)

/** Midnight at the begin of a day, such as 2026-11-30, in the zone of the person. Null for other texts. */
function startOf(day: string): string | null {
  const start = new Date(`${day}T00:00`)
  return DAY.test(day) && !Number.isNaN(start.getTime()) ? start.toISOString() : null
}

type Found = { readonly filter: AuditFilter } | { readonly fault: QueryFault }

const READERS: Readonly<Record<Qualifier, (value: string) => Found>> = {
  actor: (actor) => ({ filter: { actor } }),
  about: (about) => ({ filter: { about } }),
  act: (value) => ({ filter: { actWords: value.split(',') } }),
  after: (value) => {
    const since = startOf(value)
    return since ? { filter: { since } } : { fault: 'day' }
  },
  before: (value) => {
    const until = startOf(value)
    return until ? { filter: { until } } : { fault: 'day' }
  },
}

/** What the query of the audit log says, such as `actor:"Ada L" act:suspend about:usr_… after:2026-11-01 before:2026-12-01`; all of it holds at once, and of words with commas between them one is enough. */
export function parseAuditQuery(text: string): ParsedQuery {
  const seen = new Set<string>()
  const parts = (text.match(PART) ?? []).map((part) => ({ part, found: readPart(part, seen) }))
  return {
    filter: Object.assign({}, ...parts.map(({ found }) => ('filter' in found ? found.filter : {}))),
    faults: parts.flatMap(({ part, found }) => ('fault' in found ? [{ part, fault: found.fault }] : [])),
  }
}

function readPart(part: string, seen: Set<string>): Found {
  const colon = part.indexOf(':')
  const qualifier = part.slice(0, colon).toLowerCase()
  const value = part.slice(colon + 1).replaceAll('"', '')
  if (!isQualifier(qualifier) || value === '') return { fault: 'qualifier' }
  if (seen.has(qualifier)) return { fault: 'twice' }
  seen.add(qualifier)
  return READERS[qualifier](value)
}
