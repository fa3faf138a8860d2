import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { GraphContext } from '../context.ts'
import type { Input } from './input.ts'

type Run<S extends Scope, I, R> = (scope: S, input: I, context: GraphContext) => R | Promise<R>

const fieldOf =
  <S extends Scope>(scopeOf: (context: GraphContext) => S) =>
  <I, R>(input: Input<I>, run: Run<S, I, R>) => ({
    args: input.args,
    resolve: async (_parent: unknown, args: object, context: GraphContext): Promise<R> =>
      run(scopeOf(context), await input.parse(args), context),
  })

/** Arguments and resolver of a query, to be spread into its field. Parses the arguments and reads as the viewer. */
export const query = fieldOf<ViewerScope>((context) => context.viewerScope)
/** Like `query`, for a public query (`FOR_ANYONE`). */
export const publicQuery = fieldOf<Scope>((context) => context.publicScope)
