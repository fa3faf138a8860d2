import type { FieldMap, ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { Viewer, viewerOf, viewerRef } from '../../../areas/accounts/graph/viewer.ts'
import { BULK_ACTS, isStaffAct, STAFF_ACTS, type StaffAct } from '../../../areas/audit/actNames.ts'
import { type RulesFor, renamingFields, type TextBounds, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { FOR_ANY_SESSION, FOR_ANYONE, forStaff, staffOnly } from '../access.ts'
import { builder, type ObjectFieldBuilder, queryField, type SchemaTypes } from '../builder.ts'
import { type GraphContext, isFinished, readFirst, resetLoaders } from '../context.ts'
import { declareInputRules } from './fieldRules.ts'
import { clearsByNull, type FieldTypes, inputArgument, type Parsed, parseInput } from './input.ts'

/** For mutations without input fields of their own. */
export const NO_FIELDS = z.object({})

/** A field, or one within it. */
type FieldPath<F extends string> = F | `${F}.${string}`

/** What a mutation is made of. */
interface MutationOptions<S extends Scope, I extends z.ZodObject, R extends object> {
  readonly description: string
  /** The fields of its input, usually a request of the contract. */
  readonly input: I
  /** GraphQL types that do not follow from the schema of the input. */
  readonly types?: FieldTypes<I>
  /** The fields of its payload beside `viewer`, from what `run` returns. */
  readonly payload?: (t: ObjectFieldBuilder<R>) => FieldMap
  /** Rules of `run` for the input that could be parsed, to tell all faults together when a value is refused. */
  readonly rules?: (scope: S, ...input: Parameters<RulesFor<Parsed<z.output<I>>>>) => ReturnType<RulesFor<object>>
  /** Bounds of texts that `run` checks, where the schema of the input does not have them. */
  readonly bounds?: { readonly [K in keyof I['shape'] & string]?: TextBounds }
  /** Fields of the input by the names that failures of `run` and `rules` give them, where they differ. */
  readonly fieldNames?: Readonly<Record<string, FieldPath<keyof I['shape'] & string>>>
  readonly run: (scope: S, input: Parsed<z.output<I>>, context: GraphContext) => R | Promise<R>
}

interface Access<S extends Scope> {
  readonly scopeOf: (context: GraphContext) => S
  readonly fieldOptions: object
  /** Whether the payload may have no viewer. */
  readonly isPublic: boolean
}

const typeNameOf = (mutation: string, suffix: string) => `${mutation.replace(/^./, (c) => c.toUpperCase())}${suffix}`

const CALL_ID_LENGTH = 200
const Call = z.object({
  clientMutationId: z
    .string()
    .max(CALL_ID_LENGTH)
    .optional()
    .describe('Any text by which a client knows the call; the payload repeats it.'),
})

const parseCall = (given: object) => parseInput(Call, given, { nullClears: false })

type PayloadRef = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, object>

/** The `clientMutationId` of each payload. */
const callIds = new WeakMap<object, string | undefined>()

function payloadOf<R extends object>(name: string, isPublic: boolean, fields: (t: ObjectFieldBuilder<R>) => FieldMap) {
  return builder.objectRef<R>(typeNameOf(name, 'Payload')).implement({
    description: `Payload of \`${name}\`.`,
    fields: (t) => ({
      ...fields(t),
      viewer: isPublic ? t.field(viewerOrNull) : t.field(viewerRef('The person who is logged in.')),
      query: t.field(queryField),
      clientMutationId: t.string({
        nullable: true,
        description: 'The `clientMutationId` of the input.',
        resolve: (payload) => callIds.get(payload),
      }),
    }),
  })
}

const viewerOrNull = {
  type: Viewer,
  nullable: true as const,
  description: 'The person who is logged in afterwards; null for none.',
  resolve: (_payload: unknown, _args: unknown, context: GraphContext) =>
    isFinished(context.scope.viewer) ? viewerOf(context) : null,
}

/**
 * Declares a mutation with an input and a payload of its own: `<Mutation>Input` and `<Mutation>Payload`. Parses the
 * input, runs the mutation and resets the loaders, so that the payload shows the state after it.
 */
const mutationFor =
  <S extends Scope>({ scopeOf, fieldOptions, isPublic }: Access<S>) =>
  <I extends z.ZodObject, R extends object>(name: string, options: MutationOptions<S, I, R>): void => {
    const { description, input, types, payload = () => ({}), run, rules, bounds = {}, fieldNames = {} } = options
    declareInputRules(typeNameOf(name, 'Input'), { schema: input, bounds })
    const args = inputArgument(typeNameOf(name, 'Input'), `Input of \`${name}\`.`, input.extend(Call.shape), types)
    const type: PayloadRef = payloadOf<R>(name, isPublic, payload)
    const parseAndRun = async (given: object, context: GraphContext): Promise<object> => {
      const scope = scopeOf(context)
      const rulesFor: RulesFor<Parsed<z.output<I>>> = async (valid, names) => [
        () => parseCall(given),
        ...((await rules?.(scope, valid, names)) ?? []),
      ]
      const parsed = await parseInput(input, given, { nullClears: clearsByNull(name), rules: rulesFor })
      const tellingRules = () => rulesFor(parsed, new Set(Object.keys(parsed)))
      return tellingAllFaults(tellingRules, async () => {
        const { clientMutationId } = await parseCall(given)
        const result = { ...(await run(scope, parsed, context)) }
        callIds.set(result, clientMutationId)
        return result
      })
    }
    const resolve = async (_root: unknown, given: object, context: GraphContext): Promise<object> => {
      const result = await renamingFields(fieldNames, () => parseAndRun(given, context))
      resetLoaders(context)
      await readFirst(context)
      return result
    }
    const act = BULK_ACTS[name] ?? name
    const access = isStaffAct(act) ? staffAccess(act, description) : { ...fieldOptions, description }
    builder.mutationField(name, (t) => t.field({ ...access, type, args, resolve }))
  }

/** Who may call the mutation of an act of the staff, and its description with that. */
function staffAccess(act: StaffAct, description: string) {
  const anyOf = STAFF_ACTS[act]
  return { ...forStaff(...anyOf), description: `${description} ${staffOnly(anyOf)}` }
}

/** Declares a mutation of logged-in people. Acts of the staff are for those who may do them. */
export const mutation = mutationFor<ViewerScope>({
  scopeOf: (context) => context.viewerScope,
  fieldOptions: {},
  isPublic: false,
})

/** Declares a mutation that needs no session. */
export const publicMutation = mutationFor<Scope>({
  scopeOf: (context) => context.publicScope,
  fieldOptions: FOR_ANYONE,
  isPublic: true,
})

/** Declares a mutation for sessions that may still require their second factor. */
export const anySessionMutation = mutationFor<ViewerScope>({
  scopeOf: (context) => context.anySessionScope,
  fieldOptions: FOR_ANY_SESSION,
  isPublic: true,
})
