import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { CODE_BY_KIND, CODE_BY_REASON, nameOf } from '../../../edges/graphql/errors.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import type { FailureKind, InputIssue } from '../../../kernel/failure.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { isRefusalReason, REFUSAL_REASONS, type RefusalReason } from '../../../kernel/refusalReasons.ts'

interface DescribedReason {
  readonly reason: RefusalReason
  readonly code: string
  readonly description: string
}

const isKind = (kind: string): kind is FailureKind | 'internal' => Object.hasOwn(REFUSAL_REASONS, kind)

const REASONS: readonly DescribedReason[] = Object.entries(REFUSAL_REASONS).flatMap(([kind, reasons]) =>
  Object.entries<string>(reasons).flatMap(([reason, description]) =>
    isKind(kind) && isRefusalReason(reason)
      ? [{ reason, code: CODE_BY_REASON[reason] ?? CODE_BY_KIND[kind], description }]
      : [],
  ),
)

const CODE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'There is no session, or it has ended.',
  SECOND_FACTOR_REQUIRED: 'The session still requires its second factor.',
  FORBIDDEN: 'The person sees the object, but cannot do this.',
  NOT_FOUND: 'The object does not exist, or the person cannot see it.',
  BAD_INPUT: 'The input breaks a rule; `extensions.issues` lists all faults.',
  CONFLICT: 'The state of the object, or another request, does not permit this.',
  RATE_LIMITED: 'A limit is reached; `extensions.retryAfter` is the number of seconds to wait.',
  UNAVAILABLE: 'The server cannot do this at the moment.',
  INTERNAL: 'A fault of the server.',
  GRAPHQL_PARSE_FAILED: 'The document is not valid GraphQL.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not match the schema.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'The server does not know the document by its hash.',
}

const ErrorCode = builder.enumType('ErrorCode', {
  description: 'Values of `extensions.code` of an error.',
  values: Object.fromEntries(
    [...new Set(REASONS.map(({ code }) => code))].map((code) => [
      code,
      { description: lookUp(CODE_DESCRIPTIONS, code) ?? code },
    ]),
  ),
})

export const RefusalReasonEnum = builder.enumType('RefusalReason', {
  description: 'Values of `extensions.reason` of an error, and of the `reason` of an InputIssue.',
  values: Object.fromEntries(
    REASONS.map(({ reason, description }) => [nameOf(reason), { value: reason, description }] as const),
  ),
})

// No field has this type: it documents what `extensions` contains, and code generators make types of it.
builder.objectRef<InputIssue>('InputIssue').implement({
  description: 'An entry of `extensions.issues` of an error: one fault of the input. No field has this type.',
  fields: (t) => ({
    path: t.field({
      type: ['JSON'],
      description:
        'The argument, then names of fields as texts and indices of lists as numbers, down to the value at fault.',
      resolve: ({ path }) => [...path],
    }),
    reason: t.field({ type: RefusalReasonEnum, description: 'What is wrong.', resolve: ({ reason }) => reason }),
    message: t.exposeString('message', { description: 'What is wrong, for people, in English.' }),
    min: t.float({
      nullable: true,
      description: 'Minimum length, number of entries, or value; null if that is not what is wrong.',
      resolve: ({ min }) => min ?? null,
    }),
    max: t.float({
      nullable: true,
      description: 'Maximum length, number of entries or bytes, or value; null if that is not what is wrong.',
      resolve: ({ max }) => max ?? null,
    }),
    values: t.stringList({
      nullable: true,
      description: 'Values that the field accepts; null if that is not what is wrong.',
      resolve: ({ values }) => (values ? [...values] : null),
    }),
  }),
})

const RefusalReasonInfo = builder.objectRef<DescribedReason>('RefusalReasonInfo').implement({
  description: 'A reason for which the server refuses requests.',
  fields: (t) => ({
    reason: t.field({
      type: RefusalReasonEnum,
      description: 'Value of `extensions.reason`.',
      resolve: ({ reason }) => reason,
    }),
    code: t.field({
      type: ErrorCode,
      description: 'Value of `extensions.code` with this reason.',
      resolve: ({ code }) => code,
    }),
    description: t.exposeString('description', { description: 'What the reason means.' }),
  }),
})

builder.queryField('refusalReasons', (t) =>
  t.field({
    type: [RefusalReasonInfo],
    ...FOR_ANYONE,
    ...atMost(REASONS.length),
    description: 'All reasons for which the server refuses requests. Needs no session.',
    resolve: () => [...REASONS],
  }),
)
