import { z } from 'zod'
import { lookUp } from '../kernel/maps.ts'

type Issue = z.core.$ZodRawIssue
type IssueOf<C extends Issue['code']> = Extract<Issue, { readonly code: C }>

const WRONG_FORM = 'has a wrong form'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a date and time of ISO 8601',
  date: 'must be a date as YYYY-MM-DD',
  email: 'must be an e-mail address',
  url: 'must be a URL',
  uuid: 'must be a UUID',
}

/** What the sizes of values are counted in. */
const UNITS: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
  file: 'bytes',
}

const list = (values: readonly unknown[]) => values.map((value) => (value === '' ? '""' : String(value))).join(', ')

function typeMessage(expected: string): string {
  const type = lookUp(TYPES, expected)
  return type ? `must be ${type}` : WRONG_FORM
}

const valueMessage = ({ values }: Pick<IssueOf<'invalid_value'>, 'values'>) =>
  values.length === 1 ? `must be ${list(values)}` : `must be one of ${list(values)}`

function tooSmallMessage({ origin, minimum, inclusive, exact }: IssueOf<'too_small'>): string {
  const unit = UNITS[origin]
  if (!unit) return inclusive === false ? `must be more than ${minimum}` : `must be at least ${minimum}`
  if (exact) return `must have ${minimum} ${unit}`
  return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${minimum} ${unit}`
}

function tooBigMessage({ origin, maximum, inclusive, exact }: IssueOf<'too_big'>): string {
  const unit = UNITS[origin]
  if (!unit) return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`
  return exact ? `must have ${maximum} ${unit}` : `must have at most ${maximum} ${unit}`
}

/** Of a value that has the type of one branch, what that branch says; else the types of all. */
function unionMessage({ errors }: IssueOf<'invalid_union'>): string {
  const firsts = errors.flatMap(([first]) => (first && first.path.length === 0 ? [first] : []))
  const ofBranch = firsts.find(({ code }) => code !== 'invalid_type')
  if (ofBranch) return ofBranch.message
  const types = firsts.flatMap((issue) => (issue.code === 'invalid_type' ? (lookUp(TYPES, issue.expected) ?? []) : []))
  return types.length > 0 ? `must be ${[...new Set(types)].join(' or ')}` : WRONG_FORM
}

/**
 * What is wrong with an input, for people, such as `must be a text`: it follows the name of the field, or the path tells that.
 * It stands for the messages of zod, which speak of its own types, wherever a rule has no message of its own.
 */
function inputMessage(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue.expected)
    case 'invalid_value':
      return valueMessage(issue)
    case 'too_small':
      return tooSmallMessage(issue)
    case 'too_big':
      return tooBigMessage(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? WRONG_FORM
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `has unknown fields: ${list(issue.keys)}`
    case 'invalid_union':
      return unionMessage(issue)
    default:
      return WRONG_FORM
  }
}

/** Makes zod say `inputMessage` in place of its own messages, in the whole process. */
export const usePlainInputMessages = () => z.config({ customError: inputMessage })
