import type { InputTypeParam } from '@pothos/core'
import { z } from 'zod'
import { idKinds } from '../../../contract/ids.ts'
import { type FieldRule, unwrap } from '../../../contract/shapes/requestFields.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type Id, type IdKind, isId } from '../../../kernel/ids.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { invalidInputFailure } from '../errors.ts'
import { describeRule, isOptional, scalarOf } from './zodFields.ts'

/** Parses an id. Throws `missing` for a malformed one, because it can't name anything. */
export function parseId<K extends IdKind>(kind: K, text: string, what: string): Id<K> {
  if (isId(kind, text)) return text
  throw new Failure('missing', `${what} not found`)
}

/** Drops null and undefined members: in GraphQL inputs, null means omitted. */
export function omitNullish<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const members: (readonly unknown[])[] = Object.entries(input).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(members)
}

/** Output of a parser: omitted optional fields are absent, not undefined. */
export type Parsed<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

type InputType = InputTypeParam<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>>

/** GraphQL types that don't follow from the zod schema: enums, dates, `'ID'` for ids of several kinds. */
type FieldTypes<S extends z.ZodObject> = { readonly [K in keyof z.output<S>]?: InputType }

/** Arguments of a GraphQL field with their parser. */
export interface Input<T> {
  readonly args: ReturnType<typeof builder.args>
  /** Throws `invalid` for invalid values, `missing` for malformed ids. */
  readonly parse: (args: object) => T
}

/** For fields without arguments. */
export const noInput: Input<object> = { args: {}, parse: (args) => args }

/** Makes a GraphQL input type from a zod schema, to be nested in other inputs. */
export const inputTypeOf = <S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  types: FieldTypes<S> = {},
) => builder.inputType(name, { description, fields: (t) => mapFields(schema, types, (options) => t.field(options)) })

/**
 * Makes the `input` argument of a mutation with its GraphQL type and parser. Names, types, limits and descriptions of
 * fields come from the zod schema, usually a request of the contract; ids are parsed and branded.
 */
export function inputOf<S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  types: FieldTypes<S> = {},
): Input<Parsed<z.output<S>>> {
  const ref = inputTypeOf(name, description, schema, types)
  return {
    args: builder.args((t) => ({
      input: t.field({ type: ref, required: true, description: 'Input of the mutation.' }),
    })),
    parse: (args) => parseBy(schema, 'input' in args && typeof args.input === 'object' && args.input ? args.input : {}),
  }
}

/** Makes the arguments of a query, with their parser, from a zod schema. */
export const argsOf = <S extends z.ZodObject>(schema: S, types: FieldTypes<S> = {}): Input<Parsed<z.output<S>>> => ({
  args: builder.args((t) => mapFields(schema, types, (options) => t.field(options))),
  parse: (args) => parseBy(schema, args),
})

interface FieldOptions {
  readonly type: InputType
  readonly required: boolean
  readonly description: string
}

function mapFields<S extends z.ZodObject, R>(schema: S, types: FieldTypes<S>, make: (options: FieldOptions) => R) {
  const named: Readonly<Record<string, InputType | undefined>> = types
  const fields = Object.entries<FieldRule>(schema.shape).map(([name, rule]) => {
    const type = named[name] ?? scalarOf(rule)
    if (!type) throw new Error(`the field ${name} needs a GraphQL type`)
    return [name, make({ type, required: !isOptional(rule), description: describeRule(name, rule) })] as const
  })
  return Object.fromEntries(fields)
}

function parseBy<S extends z.ZodObject>(schema: S, input: object): Parsed<z.output<S>> {
  const { data, error } = schema.safeParse(withoutAbsent(schema, input))
  if (!error) return withoutUndefined(data)
  const { malformedId, issues } = splitIssues(schema, error)
  if (issues.length > 0 || !malformedId) throw invalidInputFailure(issues)
  throw new Failure('missing', `${malformedId} not found`)
}

function withoutUndefined<T extends object>(data: T): Parsed<T> {
  const members: (readonly unknown[])[] = Object.entries(data).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members)
}

/** Drops omitted fields. In GraphQL inputs null means omitted, except for fields whose schema accepts null. */
const withoutAbsent = ({ shape }: z.ZodObject, input: object) =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value != null || (value === null && acceptsNull(shape[name]))),
  )

const acceptsNull = (rule: FieldRule | undefined) => rule !== undefined && z.safeParse(rule, null).success

const NOUN: Partial<Record<IdKind, string>> = { adminAssetBundle: 'Asset bundle', userNote: 'Note' }
const nounOf = (kind: IdKind) =>
  NOUN[kind] ??
  kind.replace(/^./, (first) => first.toUpperCase()).replace(/[A-Z]/g, (c, at) => (at ? ` ${c.toLowerCase()}` : c))

function splitIssues(schema: z.ZodObject, { issues }: z.ZodError) {
  const kindOf = ({ path: [field] }: z.core.$ZodIssue) => idKindOf(schema.shape[String(field)])
  const [malformed] = issues.filter(kindOf)
  const kind = malformed && kindOf(malformed)
  return { malformedId: kind && nounOf(kind), issues: issues.filter((issue) => !kindOf(issue)) }
}

function idKindOf(rule: FieldRule | undefined): IdKind | undefined {
  const inner = rule && unwrap(rule)
  const first = inner instanceof z.ZodUnion ? inner.options[0] : inner
  return first instanceof z.ZodType ? idKinds.get(first)?.kind : undefined
}
