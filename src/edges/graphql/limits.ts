import { EnvelopArmor } from '@escape.tech/graphql-armor'
import { GraphQLError, type ValidationContext } from 'graphql'
import type { Viewer } from '../../kernel/scope.ts'

export const MAX_DEPTH = 10
export const MAX_COMPLEXITY = 500
export const MAX_ADMIN_COMPLEXITY = 5_000
export const MAX_TOKENS = 1_000
export const MAX_ALIASES = 15
export const MAX_DIRECTIVES = 30
export const MAX_BATCH = 3
/** Of what is nested in variables. */
export const MAX_LEVELS = 100
/** Nodes of one page of a connection. */
export const MAX_PAGE = 100
export const DEFAULT_PAGE = 20
/** Bytes of a request's body, or of a websocket's message. */
export const MAX_BODY = 1_048_576
/** Milliseconds. */
export const MAX_EXECUTION = 10_000
/** Websockets of one person on one node, and as many streams of server-sent events. */
export const MAX_SOCKETS = 50
/** Operations under way on one websocket. */
export const MAX_SUBSCRIPTIONS = 50

/** How costly an operation may be: depth and cost are counted by field, a connection's page multiplies. */
export const allowance = (viewer: Viewer | null) => ({
  depth: MAX_DEPTH,
  complexity: viewer?.admin ? MAX_ADMIN_COMPLEXITY : MAX_COMPLEXITY,
})

/** What a connection costs: itself and its whole page. */
export const pageCost = (args: { first?: number | null | undefined; last?: number | null | undefined }) => ({
  field: 1,
  multiplier: args.first ?? args.last ?? DEFAULT_PAGE,
})

/** Reported like any fault of a document, where the library would throw out of the validation. */
const reported = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) =>
      context?.reportError(new GraphQLError(error.message.replace('Syntax Error: ', ''))),
  ],
}

/** Counts tokens, aliases and directives. `hideNames`: no suggestions in the messages, for a schema that is not shown. */
export const documentLimits = (hideNames: boolean) =>
  new EnvelopArmor({
    maxTokens: { n: MAX_TOKENS },
    maxAliases: { n: MAX_ALIASES, ...reported },
    maxDirectives: { n: MAX_DIRECTIVES, ...reported },
    blockFieldSuggestion: { enabled: hideNames },
    // By field and argument in the schema itself.
    costLimit: { enabled: false },
    maxDepth: { enabled: false },
  }).protect().plugins
