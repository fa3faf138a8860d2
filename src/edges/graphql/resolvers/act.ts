import type { RulesFor } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type GraphContext, resetLoaders } from '../context.ts'
import type { Input } from './input.ts'

type Run<S extends Scope, I, R> = (scope: S, input: I, context: GraphContext) => R | Promise<R>
/** Rules of an act for the input that could be parsed, to tell all faults together when a value is refused. */
type Rules<S extends Scope, I> = (scope: S, ...valid: Parameters<RulesFor<I>>) => ReturnType<RulesFor<I>>

const fieldOf =
  <S extends Scope>(scopeOf: (context: GraphContext) => S, isWrite: boolean) =>
  <I, R>(input: Input<I>, run: Run<S, I, R>, rules?: Rules<S, I>) => ({
    args: input.args,
    resolve: async (_parent: unknown, args: object, context: GraphContext): Promise<R> => {
      const scope = scopeOf(context)
      const parsed = await input.parse(args, rules && ((valid) => rules(scope, valid)))
      const result = await run(scope, parsed, context)
      if (isWrite) resetLoaders(context)
      return result
    },
  })

/**
 * Arguments and resolver of a mutation, to be spread into its field. Parses the input, runs the mutation as the viewer
 * and resets the loaders, so that fields of the result show the state after it.
 */
export const act = fieldOf<ViewerScope>((context) => context.viewerScope, true)
/** Like `act`, for a public mutation (`FOR_ANYONE`). */
export const publicAct = fieldOf<Scope>((context) => context.publicScope, true)
/** Like `act`, for a session that may still require its second factor (`FOR_ANY_SESSION`). */
export const anySessionAct = fieldOf<ViewerScope>((context) => context.anySessionScope, true)

/** Arguments and resolver of a query, to be spread into its field. Parses the arguments and reads as the viewer. */
export const query = fieldOf<ViewerScope>((context) => context.viewerScope, false)
/** Like `query`, for a public query (`FOR_ANYONE`). */
export const publicQuery = fieldOf<Scope>((context) => context.publicScope, false)
