import type { Prisma } from '../generated/prisma/client.ts'
import { Failure, type InputIssue, invalid } from './failure.ts'
import { lookUp } from './maps.ts'
import type { ReasonOf } from './refusalReasons.ts'

/** A rule for an input, which only reads. Throws `invalid` or `conflict` with the field at fault. */
export type InputRule = () => unknown

export type Rules = readonly InputRule[] | Promise<readonly InputRule[]>
/** The rules for the fields of an input that could be parsed. `given` names all fields of the input, parsed or refused. */
export type RulesFor<T> = (valid: Partial<T>, given: ReadonlySet<string>) => Rules

/**
 * Does work that refuses an input by the first rule that it breaks, and then tells all rules that are broken together: the
 * failure gets the issues of the others. Without a refusal the rules are not applied.
 */
export async function tellingAllFaults<T>(rules: () => Rules, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? await withFaultsOf(error, rules) : error
  }
}

/** Applies all rules to an input. Throws the failure of the first that is broken, with the issues of all. */
export const assertAll = (rules: readonly InputRule[]): Promise<void> =>
  tellingAllFaults(
    () => rules,
    async () => {
      for (const rule of rules) await rule()
    },
  )

/** A failure about input with the issues of all other rules that are broken; one issue for each field and reason. */
export async function withFaultsOf(failure: Failure, rules: () => Rules): Promise<Failure> {
  if (failure.issues.length === 0) return failure
  const others: Failure[] = []
  for (const rule of await rules()) {
    const other = await failureOf(rule)
    if (other) others.push(other)
  }
  failure.issues = distinct([failure, ...others].flatMap(({ issues }) => issues))
  return failure
}

function distinct(issues: readonly InputIssue[]): InputIssue[] {
  const byFault = new Map<string, InputIssue>()
  for (const issue of issues) {
    const key = [...issue.path, issue.reason].join('.')
    if (!byFault.has(key)) byFault.set(key, issue)
  }
  return [...byFault.values()]
}

/** The failure that a rule throws, if any. */
export async function failureOf(rule: InputRule): Promise<Failure | undefined> {
  try {
    await rule()
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Faults of the entries of a list, or of the variables of an operation, that are told, at most. */
export const MAX_ISSUES = 50

/** What each entry of a list must be. */
interface EntryRule<T> {
  /** The field of the list. */
  readonly field: string
  readonly isValid: (entry: T, index: number) => boolean
  readonly message: string | ((entry: T) => string)
  readonly reason: ReasonOf<'invalid'>
}

/** Throws `invalid` with an issue for each entry of a list that breaks the rule. */
export function assertEntries<T>(entries: readonly T[], { field, isValid, message, reason }: EntryRule<T>): void {
  const textOf = (entry: T) => (typeof message === 'string' ? message : message(entry))
  const issues = entries.flatMap((entry, index) =>
    isValid(entry, index) ? [] : [{ path: [field, index], reason, message: textOf(entry) }],
  )
  const [first] = issues
  if (first) throw new Failure('invalid', first.message, { reason, issues: issues.slice(0, MAX_ISSUES) })
}

/** Throws `invalid` with an issue for each entry of a list that equals one before it. */
export function assertDistinct(field: string, entries: readonly unknown[], message: string): void {
  if (new Set(entries).size === entries.length) return
  const isValid = (entry: unknown, index: number) => entries.indexOf(entry) === index
  assertEntries(entries, { field, isValid, message, reason: 'duplicate_entries' })
}

interface FoundRows {
  readonly found: readonly { readonly id: string }[]
  readonly message: string
}

/** Throws `invalid` with an issue for each id of a list that is not among the rows that were found. */
export function assertFound(field: string, ids: readonly string[], { found, message }: FoundRows): void {
  const known = new Set(found.map(({ id }) => id))
  assertEntries(ids, { field, isValid: (id) => known.has(id), message, reason: 'unknown_reference' })
}

/** New names of fields by their names in the REST API. */
type FieldNames = Readonly<Record<string, string>>

/** Does work whose failures name fields as the REST API does, where the caller names them otherwise. */
export async function renamingFields<T>(names: FieldNames, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) error.issues = error.issues.map((issue) => renamed(names, issue))
    throw error
  }
}

/** Messages begin with the name of the field. A name with dots stands for a field within others. */
function renamed(names: FieldNames, issue: InputIssue): InputIssue {
  const [field = '', ...rest] = issue.path
  const whole = issue.path.join('.')
  const inner = lookUp(names, whole)
  if (inner !== undefined)
    return { ...issue, path: inner.split('.'), message: issue.message.replace(whole, () => inner) }
  const name = lookUp(names, String(field)) ?? field
  return { ...issue, path: [name, ...rest], message: issue.message.replace(new RegExp(`^${field}\\b`), String(name)) }
}

/** Returns the error message of an invalid value, or null. Passed in, because areas don't import the contract. */
export type JsonValidator = (value: unknown) => string | null

/** Checks a JSON value by `validate`, and that the database can store it. Throws `invalid`. */
export function validatedJson(field: string, value: unknown, validate: JsonValidator): Prisma.InputJsonValue {
  const error = validate(value)
  if (error !== null) throw invalid(field, `${field}: ${error}`, 'malformed')
  if (!isJson(value)) throw invalid(field, `${field}: not plain JSON`, 'malformed')
  return value
}

function isJson(value: unknown): value is Prisma.InputJsonValue {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'boolean') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([key, member]) => isStorable(key) && (member === null || isJson(member)))
}

/** PostgreSQL can't store a zero byte in text. */
const isStorable = (text: string) => !text.includes('\0')

/** Bounds of a text that an act checks, which clients can read before they send it. */
export interface TextBounds {
  readonly min: number
  readonly max: number
  readonly pattern?: RegExp
}
