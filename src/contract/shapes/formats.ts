import type { z } from 'zod'

/** What texts of a pattern are. */
export type FormatName = 'characters' | 'color' | 'date' | 'extension' | 'hash' | 'id' | 'mimeType'

const names = new Map<string, FormatName>()

/** Names the format of a pattern, by which issues tell what a text should have been. */
export function patternOf(name: FormatName, pattern: RegExp): RegExp {
  names.set(String(pattern), name)
  return pattern
}

/** The format that a text does not have: one of `patternOf`, or one of zod, such as `email`; `regex` for any other pattern. */
export const formatOf = ({ format, pattern = '' }: Pick<z.core.$ZodIssueInvalidStringFormat, 'format' | 'pattern'>) =>
  names.get(pattern) ?? format
