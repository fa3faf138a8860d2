import type { Operation } from '../../contract/operation.ts'

/** An operation with the parameters of a path. */
export interface Route<E> {
  readonly endpoint: E
  readonly params: Readonly<Record<string, string>>
}

/** A segment of a path pattern: a literal in lower case, a parameter, or `mixed` for text with parameters. */
type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'mixed'; readonly texts: RegExp }

interface Pattern<E> {
  readonly endpoint: E
  readonly segments: readonly Segment[]
}

const PARAMETER = /^\{(\w+)\}$/

function segmentOf(text: string): Segment {
  const name = PARAMETER.exec(text)?.[1]
  if (name !== undefined) return { kind: 'parameter', name }
  return text.includes('{') ? { kind: 'mixed', texts: textsOf(text) } : { kind: 'literal', text: text.toLowerCase() }
}

/** What a segment like `{calendarId}.ics` can match. */
function textsOf(pattern: string): RegExp {
  const literals = pattern.split(/\{\w+\}/).map((literal) => literal.replace(/[^\w]/g, '\\$&'))
  return new RegExp(`^${literals.join('.+')}$`, 'i')
}

/** Characters that a plain path may have: it needs no decoding. */
const PLAIN_PATH = /^(?:\/[\w.~:@!$&'()*+,;=-]+)+$/

/**
 * Finds the endpoint of a path among those of one method, which are passed in routing order. Null for an unknown path, and
 * for one that only the general router can match: with an escape, an empty segment, or several parameters in a segment.
 */
export function createRouteFinder<E extends { readonly row: Operation }>(endpoints: readonly E[]) {
  const byLength = new Map<number, Pattern<E>[]>()
  for (const endpoint of endpoints) {
    const segments = endpoint.row.path.slice(1).split('/').map(segmentOf)
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), { endpoint, segments }])
  }
  return (path: string): Route<E> | null => {
    if (!PLAIN_PATH.test(path)) return null
    const texts = path.slice(1).split('/')
    const found = byLength.get(texts.length)?.find((pattern) => couldMatch(pattern.segments, texts))
    if (!found || found.segments.some(({ kind }) => kind === 'mixed')) return null
    return { endpoint: found.endpoint, params: parametersOf(found.segments, texts) }
  }
}

/** Like the general router, this does not tell upper from lower case. */
const couldMatch = (segments: readonly Segment[], texts: readonly string[]) =>
  segments.every((segment, at) => couldBe(segment, texts[at] ?? ''))

function couldBe(segment: Segment, text: string): boolean {
  if (segment.kind === 'mixed') return segment.texts.test(text)
  return segment.kind === 'parameter' || isLiteral(segment.text, text)
}

const isLiteral = (literal: string, text: string) => text === literal || text.toLowerCase() === literal

function parametersOf(segments: readonly Segment[], texts: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {}
  for (const [at, segment] of segments.entries())
    if (segment.kind === 'parameter') params[segment.name] = texts[at] ?? ''
  return params
}
