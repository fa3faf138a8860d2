import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import { characterCount, isBlank, typedCode } from '../../../kernel/texts.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { spokenLanguages } from '../../system/seed/languages.ts'

/** Fields of a group whose rules are one for creating and changing it. */
interface GroupTexts {
  readonly name?: string | undefined
  readonly shortCode?: string | undefined
  readonly languages?: readonly string[] | undefined
  readonly links?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
}

const MIN_NAME_LENGTH = 3
const MAX_NAME_LENGTH = 64

/** The columns of a name of 3 to 64 characters without the spaces around it. Throws `invalid`. */
export function groupNameFields(text: string) {
  const name = text.trim()
  const bounds = { min: MIN_NAME_LENGTH, max: MAX_NAME_LENGTH }
  const message = `name must have ${MIN_NAME_LENGTH} to ${MAX_NAME_LENGTH} characters`
  const length = characterCount(name)
  if (length < MIN_NAME_LENGTH || isBlank(name)) throw invalid('name', message, { reason: 'too_short', ...bounds })
  if (length > MAX_NAME_LENGTH) throw invalid('name', message, { reason: 'too_long', ...bounds })
  return { name, nameKey: nameKey(name) }
}

/** A short code in upper case. Throws `invalid` unless it has 3 to 6 of A-Z and 0-9. */
export function parseShortCode(text: string): string {
  const code = /\s/.test(text) ? '' : typedCode(text).toUpperCase()
  if (!/^[A-Z0-9]{3,6}$/.test(code))
    throw invalid('shortCode', 'shortCode must have 3 to 6 letters or digits', 'malformed')
  return code
}

function assertLanguages(languages: readonly string[]): void {
  const unknown = languages.find((language) => !Object.hasOwn(spokenLanguages, language))
  if (unknown !== undefined) throw invalid('languages', `languages must be known: not '${unknown}'`, 'unknown_value')
}

function assertLinks(links: readonly string[]): void {
  for (const link of links) {
    if (!URL.canParse(link) || !['http:', 'https:'].includes(new URL(link).protocol))
      throw invalid('links', 'links must be http or https addresses', 'malformed')
  }
}

function assertTags(tags: readonly string[]): void {
  for (const tag of tags) {
    if (!/^[a-z0-9_]{1,64}$/.test(tag)) throw invalid('tags', 'tags must have a-z, 0-9 and _ only', 'malformed')
    if (/^(admin|system)_/.test(tag))
      throw invalid('tags', 'tags must not begin with admin_ or system_', 'tag_forbidden')
  }
}

/** The rules for what is given of the fields of a group. */
export const groupTextRules = ({ name, shortCode, languages, links, tags }: GroupTexts): InputRule[] => [
  () => name !== undefined && groupNameFields(name),
  () => shortCode !== undefined && parseShortCode(shortCode),
  () => languages && assertLanguages(languages),
  () => links && assertLinks(links),
  () => tags && assertTags(tags),
]
