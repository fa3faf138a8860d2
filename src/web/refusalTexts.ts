import i18next, { type ParseKeys, type TFunction } from 'i18next'
import { formatAgo } from './formats.ts'
import type { Issue, Refusal } from './graph/refusal.ts'

type Texts = TFunction<'refusals'>
type Key = Extract<ParseKeys<'refusals'>, string>

const isKey = (key: string): key is Key => i18next.exists(key, { ns: 'refusals' })

/** The first of the keys that has a text; reasons come from the server, and may be newer than this page. */
const firstKey = (reasons: readonly string[]): Key =>
  reasons.map((reason) => `reasons.${reason}`).find(isKey) ?? 'reasons.INTERNAL'

/** Seconds after which a refused act may succeed where the server names none. */
const LATER = 60

/** What a refusal means for the person. */
export function refusalText(t: Texts, { reason, code, issues: [issue], retryAfter }: Refusal): string {
  const now = Date.now()
  const when = formatAgo(i18next.language, new Date(now + (retryAfter ?? LATER) * 1_000).toISOString(), now)
  return t(firstKey([reason, code]), { when, min: issue?.min ?? 0, max: issue?.max ?? 0 })
}

/** What is wrong with a field, such as “At least 8 characters”. */
export function issueText(t: Texts, { path, reason, min, max }: Issue): string {
  const field = path.findLast((step) => typeof step === 'string') ?? ''
  return t(firstKey([`${field}.${reason}`, reason, 'BAD_INPUT']), { min: min ?? 0, max: max ?? 0 })
}
