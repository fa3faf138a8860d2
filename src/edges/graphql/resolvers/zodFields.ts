import { z } from 'zod'
import { idKinds } from '../../../contract/ids.ts'
import { descriptionOf, type FieldRule, unwrap } from '../../../contract/shapes/requestFields.ts'

export const isOptional = (rule: FieldRule): boolean => z.safeParse(rule, undefined).success

type Scalar = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON' | 'JSONObject'

/** The GraphQL type of a zod schema; undefined if none follows from it, as for enums and dates. */
export function scalarOf(rule: FieldRule): Scalar | [Scalar] | undefined {
  const inner = unwrap(rule)
  if (inner instanceof z.ZodArray) {
    const element = scalarOf(inner.element)
    return typeof element === 'string' ? [element] : undefined
  }
  if (inner instanceof z.ZodUnion) return inner.options[0] && scalarOf(inner.options[0])
  if (inner instanceof z.ZodNumber) return inner.isInt ? 'Int' : 'Float'
  if (inner instanceof z.ZodType && idKinds.get(inner)) return 'ID'
  return SCALARS[inner._zod.def.type]
}

const SCALARS: Readonly<Record<string, Scalar>> = {
  string: 'String',
  boolean: 'Boolean',
  record: 'JSONObject',
  object: 'JSONObject',
  unknown: 'JSON',
}

/** The description of a field with its limits. Throws for a field without description. */
export function describeRule(name: string, rule: FieldRule): string {
  const description = descriptionOf(rule)
  if (!description) throw new Error(`the field ${name} has no description`)
  const limits = limitsOf(unwrap(rule))
  return limits ? `${description} ${limits}` : description
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', number: '' }

/** `4 to 15 characters.` or `At most 10 entries.`; empty for numbers that are only bounded by the database type. */
function limitsOf(rule: FieldRule): string {
  const unit = UNITS[rule._zod.def.type]
  const { minimum = 0, maximum } = rule._zod.bag
  if (unit === undefined || typeof minimum !== 'number' || typeof maximum !== 'number') return ''
  if (maximum >= 999_999_999) return ''
  const most = maximum.toLocaleString('en')
  return minimum > 0 || unit === '' ? `${minimum} to ${most}${unit}.` : `At most ${most}${unit}.`
}

/** Makes a validator that returns the error message of a JSON value, or null for a valid one. */
export const jsonErrorBy = (schema: z.ZodType) => (value: unknown) => {
  const { error } = schema.safeParse(value)
  return error?.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') ?? null
}
