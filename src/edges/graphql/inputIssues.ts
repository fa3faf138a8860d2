import type { GraphQLError } from 'graphql'
import type { z } from 'zod'
import { type FormatName, formatOf } from '../../contract/shapes/formats.ts'
import type { InputIssue, InputPath } from '../../kernel/failure.ts'
import type { ReasonOf } from '../../kernel/refusalReasons.ts'

/** An issue of zod, or of another library that validates by a schema. */
interface SchemaIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** An issue of an input, with its path from the outermost field. `input` is the value that was refused. */
export function inputIssueOf(issue: SchemaIssue, input: unknown): InputIssue {
  const path = (issue.path ?? []).map((step) => stepOf(typeof step === 'object' ? step.key : step))
  const { message } = issue
  if (!isZodIssue(issue)) return { path, message, reason: 'malformed' }
  const value = valueAt(input, path)
  if (value === null) return { path, message: 'cannot be cleared: leave it out to keep it', reason: 'null_not_allowed' }
  return { path, message, ...faultOf(issue, value) }
}

const stepOf = (key: PropertyKey) => (typeof key === 'number' ? key : String(key))

const isZodIssue = (issue: SchemaIssue): issue is z.core.$ZodIssue => 'code' in issue && 'path' in issue

interface Fault {
  readonly reason: ReasonOf<'invalid'>
  readonly min?: number
  readonly max?: number
  readonly values?: readonly string[]
}

const SHORTFALL: Readonly<Record<string, ReasonOf<'invalid'>>> = { string: 'too_short', array: 'too_few_entries' }
const EXCESS: Readonly<Record<string, ReasonOf<'invalid'>>> = { string: 'too_long', array: 'too_many_entries' }

const FORMAT_REASONS: Readonly<Partial<Record<string, ReasonOf<'invalid'>>>> = {
  email: 'not_an_email',
  url: 'not_a_url',
  date: 'not_a_date',
  datetime: 'not_a_date',
  color: 'not_a_color',
  id: 'not_an_id',
  hash: 'not_a_hash',
  mimeType: 'not_a_mime_type',
  extension: 'extension_missing',
  characters: 'invalid_characters',
} satisfies Record<FormatName | 'email' | 'url' | 'datetime', ReasonOf<'invalid'>>

function faultOf(issue: z.core.$ZodIssue, value: unknown): Fault {
  switch (issue.code) {
    case 'invalid_type':
      return { reason: value === undefined ? 'required' : 'wrong_type' }
    case 'too_small':
      return { reason: SHORTFALL[issue.origin] ?? 'too_small', min: Number(issue.minimum) }
    case 'too_big':
      return { reason: EXCESS[issue.origin] ?? 'too_large', max: Number(issue.maximum) }
    case 'invalid_value':
      return { reason: 'unknown_value', values: issue.values.map(String) }
    case 'unrecognized_keys':
      return { reason: 'unknown_field' }
    case 'custom':
      return { reason: issue.params?.idKind ? 'not_an_id' : 'malformed' }
    case 'invalid_format':
      return { reason: FORMAT_REASONS[formatOf(issue)] ?? 'malformed' }
    default:
      return { reason: 'malformed' }
  }
}

const valueAt = (input: unknown, path: InputPath): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined,
    input,
  )

/**
 * An issue as clients see it: the path begins with the argument, and the message without the name of the field, which legacy
 * clients show.
 */
export function presentIssue({ path, message, ...issue }: InputIssue, error: GraphQLError): InputIssue {
  const field = path.findLast((step) => typeof step === 'string') ?? ''
  const text = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
  return { ...issue, path: pathFromArgument(path, error), message: text.replace(/^"(.*)"$/, '$1') }
}

/** Acts know the fields of an input, but not the argument that contains them. */
function pathFromArgument(path: InputPath, { nodes }: GraphQLError): InputPath {
  const [node] = nodes ?? []
  const names = node && 'arguments' in node ? (node.arguments ?? []).map(({ name }) => name.value) : []
  const [first = ''] = path
  return names.includes('input') && !names.includes(String(first)) ? ['input', ...path] : path
}
