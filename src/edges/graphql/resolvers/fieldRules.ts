import { z } from 'zod'
import { type FieldRule, unwrap } from '../../../contract/shapes/requestFields.ts'
import type { TextBounds } from '../../../kernel/inputFaults.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { isOptional } from './zodFields.ts'

/** What values a field of an input takes, as the schema that checks them says it; null for no such limit. */
export interface InputFieldRule {
  readonly input: string
  readonly field: string
  readonly isRequired: boolean
  readonly minLength: number | null
  readonly maxLength: number | null
  /** Source of a regular expression with the flag `u`. */
  readonly pattern: string | null
  readonly maxEntries: number | null
  readonly minimum: number | null
  readonly maximum: number | null
}

interface InputRules {
  readonly schema: z.ZodObject
  /** Bounds of fields that acts check themselves. */
  readonly bounds: Readonly<Record<string, TextBounds | undefined>>
}

const inputs = new Map<string, InputRules>()
/** The rules of the input types that were asked for before: to read them from schemas takes long. */
const knownRules = new Map<string, readonly InputFieldRule[]>()

/** Makes the rules of an input type known, by its schema and by the bounds that its act checks. */
export const declareInputRules = (input: string, rules: InputRules): void => void inputs.set(input, rules)

/** The rules of the fields of these input types. */
export const fieldRulesOf = (names: readonly string[]): InputFieldRule[] => [...new Set(names)].flatMap(rulesOf)

/** Names that no input type has are not remembered: there is no end of them. */
function rulesOf(input: string): readonly InputFieldRule[] {
  const rules = inputs.get(input)
  return rules ? getOrCreate(knownRules, input, () => readRules(input, rules)) : []
}

const readRules = (input: string, { schema, bounds }: InputRules): readonly InputFieldRule[] =>
  Object.entries<FieldRule>(schema.shape).map(([field, rule]) => ({
    input,
    field,
    isRequired: !isOptional(rule),
    ...limitsOf(unwrap(rule)),
    ...boundsOf(bounds[field]),
  }))

const NO_LIMITS = { minLength: null, maxLength: null, pattern: null } as const

/** A number that reaches this is bounded by its type alone. */
const UNBOUNDED = 999_999_999

const numberOrNull = (value: unknown) => (typeof value === 'number' && Math.abs(value) < UNBOUNDED ? value : null)

type Limits = Omit<InputFieldRule, 'input' | 'field' | 'isRequired'>

/** The limits of a value, as JSON Schema has them. */
function limitsOf(rule: FieldRule): Limits {
  const { minLength, maxLength, pattern, maxItems, minimum, maximum } = z.toJSONSchema(rule, JSON_SCHEMA)
  const ofEntries = rule instanceof z.ZodArray ? limitsOf(unwrap(rule.element)) : NO_LIMITS
  return {
    minLength: numberOrNull(minLength) ?? ofEntries.minLength,
    maxLength: numberOrNull(maxLength) ?? ofEntries.maxLength,
    pattern: pattern ?? ofEntries.pattern,
    maxEntries: numberOrNull(maxItems),
    minimum: numberOrNull(minimum),
    maximum: numberOrNull(maximum),
  }
}

/** Without metadata, as two fields of an input may have components of one name. */
const JSON_SCHEMA = { io: 'input', unrepresentable: 'any', metadata: z.registry<{ readonly id?: string }>() } as const

const boundsOf = (bounds: TextBounds | undefined) =>
  bounds && { minLength: bounds.min, maxLength: bounds.max, ...(bounds.pattern && { pattern: bounds.pattern.source }) }
