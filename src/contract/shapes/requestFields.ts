import { z } from 'zod'
import { isBlank } from '../../kernel/texts.ts'

/** Descriptions of fields whose schema is an OpenAPI component: `.describe()` would lose the `$ref`. */
const fieldDescriptions = z.registry<{ readonly description: string }>()

/** Describes a field whose schema is an OpenAPI component (`.meta({ id })`), and keeps the `$ref`. */
export function describeRef<T extends z.ZodType>(schema: T, description: string): T {
  const described = schema.meta({ ...schema.meta() })
  fieldDescriptions.add(described, { description })
  return described
}

/** The schema of a request field. */
export type FieldRule = z.core.$ZodType

/** The schema inside an optional, nullable, default or transform; undefined for others. */
function innerOf(rule: FieldRule): FieldRule | undefined {
  if (rule instanceof z.ZodOptional || rule instanceof z.ZodNullable || rule instanceof z.ZodDefault)
    return rule.unwrap()
  if (!(rule instanceof z.ZodPipe)) return undefined
  return rule.in instanceof z.ZodTransform ? rule.out : rule.in
}

/** The innermost schema: without optional, nullable, default and transform. */
export function unwrap(rule: FieldRule): FieldRule {
  const inner = innerOf(rule)
  return inner ? unwrap(inner) : rule
}

/** The description of a field, from the schema or the one it wraps. */
export function descriptionOf(rule: FieldRule): string | undefined {
  const own = rule instanceof z.ZodType ? fieldDescriptions.get(rule) : undefined
  const description = own?.description ?? z.globalRegistry.get(rule)?.description
  const inner = innerOf(rule)
  return description || !inner ? description : descriptionOf(inner)
}

const lengthMessage = (field: string, min: number, max: number) => `${field} must have ${min} to ${max} characters`

/** A text with at most `max` characters, whose error message names the field. */
export const textUpTo = (field: string, max: number) =>
  z.string().max(max, `${field} must have at most ${max} characters`)
/** A text of `min` to `max` characters, at least one of which is visible. */
export const textBetween = (field: string, min: number, max: number) =>
  z
    .string()
    .min(min, lengthMessage(field, min, max))
    .max(max, lengthMessage(field, min, max))
    .check(visible(lengthMessage(field, min, max)))
/** Refuses a text of spaces and invisible characters alone like an empty one. */
export const visible = (message: string) => (context: z.core.ParsePayload<string>) => {
  const { value, issues } = context
  if (value !== '' && isBlank(value))
    issues.push({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: value, message })
}
/** A visible text of at most `max` characters without the spaces around it, of inputs that name their fields in issues. */
export const visibleText = (max: number) => z.string().trim().min(1).max(max).check(visible('must not be empty'))
/** A text whose characters are counted in NFC: keyboards send one letter with its accent as one code point or several. */
export const normalizedBetween = (field: string, min: number, max: number) =>
  z
    .string()
    .normalize('NFC')
    .min(min, lengthMessage(field, min, max))
    .max(max, lengthMessage(field, min, max))
/** A text with at least one visible character. */
export const nonEmptyText = (field: string, max: number) =>
  textUpTo(field, max)
    .min(1, `${field} must not be empty`)
    .check(visible(`${field} must not be empty`))
export const listUpTo = <T extends z.ZodType>(field: string, item: T, max: number) =>
  z.array(item).max(max, `${field} must have at most ${max} entries`)

/** The values of a cookie: clients send several of one name for several paths and domains, in any order. */
export const cookieValues = z.array(z.string()).default([])

/** An uploaded file of a form. */
export interface Upload {
  /** Chosen by the client, so not to be trusted. */
  readonly fileName: string
  /** The content as a text; null for a large file. */
  text(): string | null
  /** Reads the content into memory. */
  read(): Promise<Buffer>
}

const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function'

/** A file in a form. */
export const fileField = z
  .custom<Upload>(isUpload, { message: 'a file is required' })
  .meta({ type: 'string', format: 'binary' })

/** An integer in a form, where values are texts. */
export const integerField = (field: string, min: number, max: number) =>
  z
    .union([z.string(), z.number()])
    .transform((text, context) => {
      const value = Number(text)
      if (String(text).trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value
      context.addIssue({ code: 'custom', message: `${field} must be an integer from ${min} to ${max}: '${text}'` })
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: min, maximum: max })

/** JSON in a form, sent as a text or as a file. */
export const jsonField = <S extends z.ZodType>(name: string, schema: S) =>
  z.preprocess((part, context) => {
    try {
      return JSON.parse(isUpload(part) ? (part.text() ?? '') : String(part))
    } catch {
      context.addIssue({ code: 'custom', message: `${name} must be JSON` })
      return z.NEVER
    }
  }, schema)
