import type { Prisma } from '../generated/prisma/client.ts'
import { Failure, type InputIssue, invalid } from './failure.ts'
import { lookUp } from './maps.ts'

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
async function failureOf(rule: InputRule): Promise<Failure | undefined> {
  try {
    await rule()
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
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

/** Messages begin with the name of the field. */
function renamed(names: FieldNames, issue: InputIssue): InputIssue {
  const [field = '', ...rest] = issue.path
  const name = lookUp(names, field) ?? field
  return { ...issue, path: [name, ...rest], message: issue.message.replace(new RegExp(`^${field}\\b`), name) }
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
