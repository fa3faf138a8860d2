import type { InputTypeParam } from '@pothos/core'
import { z } from 'zod'
import { idKinds } from '../../../contract/ids.ts'
import { type FieldRule, unwrap } from '../../../contract/shapes/requestFields.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type Id, type IdKind, isId } from '../../../kernel/ids.ts'
import { type Rules, type RulesFor, withFaultsOf } from '../../../kernel/inputFaults.ts'
import { REFUSAL_REASONS, type ReasonOf } from '../../../kernel/refusalReasons.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { invalidInputFailure } from '../errors.ts'
import { describeRule, isOptional, scalarOf } from './zodFields.ts'

/** Parses an id. Throws `missing` for a malformed one, because it can't name anything. */
export function parseId<K extends IdKind>(kind: K, text: string, what: string): Id<K> {
  if (isId(kind, text)) return text
  throw new Failure('missing', `${what} not found`, { reason: missingReasonOf(kind) })
}

/** Drops null and undefined members: in the arguments of queries, null means omitted. */
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
export type FieldTypes<S extends z.ZodObject> = { readonly [K in keyof z.output<S>]?: InputType }

/** Arguments of a GraphQL field with their parser. */
export interface Input<T> {
  readonly args: ReturnType<typeof builder.args>
  /** Throws `invalid` for invalid values, `missing` for malformed ids. */
  readonly parse: (args: object) => Promise<T>
}

/** Makes a GraphQL input type from a zod schema, to be nested in other inputs. */
export const inputTypeOf = <S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  types: FieldTypes<S> = {},
) => builder.inputType(name, { description, fields: (t) => mapFields(schema, types, (options) => t.field(options)) })

/**
 * Makes the `input` argument of a mutation with its GraphQL type. Names, types, limits and descriptions of fields come from
 * the zod schema, usually a request of the contract.
 */
export function inputArgument<S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  types: FieldTypes<S> = {},
) {
  const type = inputTypeOf(name, description, schema, types)
  return builder.args((t) => ({ input: t.field({ type, required: true, description: 'Input of the mutation.' }) }))
}

/** Whether a mutation or its input changes something that exists: there, null clears a field. */
export const clearsByNull = (name: string) => /^(update|change|edit|set)[A-Z]/i.test(name)

interface ParseOptions<T> {
  /**
   * Whether null clears a field: it is parsed as null, an empty text or an empty list, whichever the schema accepts, and
   * refused if it accepts none. Otherwise null means omitted.
   */
  readonly nullClears: boolean
  /** Rules of the act for what was parsed. They are applied if a value is refused, so that all faults are told together. */
  readonly rules?: RulesFor<T> | undefined
}

/**
 * Parses the `input` argument of a mutation. Throws `invalid` with all values that are invalid, `missing` for a malformed
 * id if nothing else is wrong.
 */
export async function parseInput<S extends z.ZodObject>(
  schema: S,
  args: object,
  { nullClears, rules }: ParseOptions<Parsed<z.output<S>>>,
): Promise<Parsed<z.output<S>>> {
  const given = withoutAbsent(schema, inputIn(args), nullClears)
  try {
    return parseBy(schema, given)
  } catch (error) {
    const givenNames = new Set(Object.keys(given))
    throw rules && error instanceof Failure
      ? await withFaultsOfOtherFields(error, () => rules(validIn(schema, given), givenNames))
      : error
  }
}

/** The failure with the faults that rules find in other fields: a value that its schema refuses breaks no further rule. */
async function withFaultsOfOtherFields(failure: Failure, rules: () => Rules): Promise<Failure> {
  const own = failure.issues
  const refused = new Set(own.map(({ path: [field] }) => field))
  const { issues } = await withFaultsOf(failure, rules)
  failure.issues = [...own, ...issues.filter(({ path: [field] }) => !refused.has(field))]
  return failure
}

const inputIn = (args: object): object =>
  'input' in args && typeof args.input === 'object' && args.input ? args.input : {}

/** The values that their own schema accepts, parsed. */
function validIn<S extends z.ZodObject>({ shape }: S, given: Given): Partial<Parsed<z.output<S>>> {
  const parsed: (readonly unknown[])[] = Object.entries(given).flatMap(([name, value]) => {
    const result = shape[name] && z.safeParse(shape[name], value)
    return result?.success ? [[name, result.data]] : []
  })
  return Object.fromEntries(parsed)
}

/** Makes the arguments of a query, with their parser, from a zod schema. */
export const argsOf = <S extends z.ZodObject>(schema: S, types: FieldTypes<S> = {}): Input<Parsed<z.output<S>>> => ({
  args: builder.args((t) => mapFields(schema, types, (options) => t.field(options))),
  parse: async (args) => parseBy(schema, withoutAbsent(schema, args, false)),
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

type Given = Readonly<Record<string, unknown>>

function parseBy<S extends z.ZodObject>(schema: S, input: Given): Parsed<z.output<S>> {
  const { data, error } = schema.safeParse(input)
  if (!error) return withoutUndefined(data)
  throw refusalOf(schema, error, input)
}

/** The failure for all issues, or `missing` if only ids are malformed. */
function refusalOf(schema: z.ZodObject, { issues }: z.ZodError, input: object): Failure {
  const kindOf = ({ path: [field, entry] }: z.core.$ZodIssue) => {
    const rule = schema.shape[String(field)]
    return idKindOf(entry === undefined ? rule : entryOf(rule))
  }
  const malformed = issues.flatMap((issue) => {
    const kind = kindOf(issue)
    return kind && !isNullAt(input, issue) ? [malformedIdIssue(kind, issue)] : []
  })
  const others = issues.filter((issue) => !kindOf(issue) || isNullAt(input, issue))
  const [first] = malformed
  if (first && others.length === 0)
    return new Failure('missing', first.message, { reason: first.reason, issues: malformed })
  const failure = invalidInputFailure(others, input)
  failure.issues = [...failure.issues, ...malformed]
  return failure
}

const isNullAt = (input: object, { path: [field] }: z.core.$ZodIssue) =>
  Object.getOwnPropertyDescriptor(input, String(field))?.value === null

const malformedIdIssue = (kind: IdKind, { path }: z.core.$ZodIssue) => ({
  path: path.map(String),
  reason: missingReasonOf(kind),
  message: `${nounOf(kind)} not found`,
})

function withoutUndefined<T extends object>(data: T): Parsed<T> {
  const members: (readonly unknown[])[] = Object.entries(data).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members)
}

/** Drops omitted fields, and replaces null by the empty value of the field. */
const withoutAbsent = (schema: z.ZodObject, input: object, nullClears: boolean): Given =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      if (value === undefined) return []
      const rule = schema.shape[name]
      if (value !== null || rule === undefined || accepts(rule, null)) return [[name, value]]
      return nullClears ? [[name, emptyValueOf(rule)]] : []
    }),
  )

/** What clears a field: an empty text or list; null, which is refused, if its schema accepts neither. */
const emptyValueOf = (rule: FieldRule) => ['', []].find((empty) => accepts(rule, empty)) ?? null

const accepts = (rule: FieldRule, value: unknown) => z.safeParse(rule, value).success

const NOUN: Partial<Record<IdKind, string>> = {
  adminAssetBundle: 'Asset bundle',
  jobRun: 'Job',
  paymentTransaction: 'Transaction',
  queuedMail: 'Mail',
  serverNode: 'Process',
  subscriptionPlan: 'Subscription',
  userNote: 'Note',
}
const nounOf = (kind: IdKind) =>
  NOUN[kind] ??
  kind.replace(/^./, (first) => first.toUpperCase()).replace(/[A-Z]/g, (c, at) => (at ? ` ${c.toLowerCase()}` : c))

const REASON: Partial<Record<IdKind, ReasonOf<'missing'>>> = {
  adminAssetBundle: 'asset_bundle_not_found',
  groupGallery: 'gallery_not_found',
  groupGalleryImage: 'gallery_image_not_found',
  groupPost: 'post_not_found',
  jobRun: 'job_not_found',
  moderationReport: 'report_not_found',
  paymentTransaction: 'transaction_not_found',
  queuedMail: 'mail_not_found',
  serverNode: 'node_not_found',
  subscriptionPlan: 'subscription_not_found',
  userNote: 'note_not_found',
}

/** The reason for an id that names nothing. */
function missingReasonOf(kind: IdKind): ReasonOf<'missing'> {
  const reason = `${kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_not_found`
  return REASON[kind] ?? (isMissingReason(reason) ? reason : 'not_found')
}

const isMissingReason = (reason: string): reason is ReasonOf<'missing'> =>
  Object.hasOwn(REFUSAL_REASONS.missing, reason)

/** The schema of the entries of a list. */
function entryOf(rule: FieldRule | undefined): FieldRule | undefined {
  const inner = rule && unwrap(rule)
  return inner instanceof z.ZodArray ? inner.element : undefined
}

function idKindOf(rule: FieldRule | undefined): IdKind | undefined {
  const inner = rule && unwrap(rule)
  const first = inner instanceof z.ZodUnion ? inner.options[0] : inner
  return first instanceof z.ZodType ? idKinds.get(first)?.kind : undefined
}
