import { EnvelopArmor } from '@escape.tech/graphql-armor'
import { GraphQLError, type ValidationContext } from 'graphql'
import { BOUNDS } from '../../kernel/bounds.ts'
import type { Viewer } from '../../kernel/scope.ts'

export const MAX_BATCH = BOUNDS.graphqlBatch.most
/** Nesting levels of variables. */
export const MAX_VARIABLE_DEPTH = BOUNDS.graphqlVariableDepth.most
/**
 * Maximum size of the variables of an operation: the characters of their texts and names, and 8 for each other value. Those of
 * admins, who set scripts and stylesheets, are bounded by the size of the request alone.
 */
export const maxVariableSize = (viewer: Viewer | null) =>
  (viewer?.admin ? BOUNDS.bodyBytes : BOUNDS.graphqlVariables).most
/** Characters of the texts in the result of a request. */
export const MAX_RESULT = BOUNDS.graphqlResult.most
export const MAX_PAGE = BOUNDS.graphqlPage.most
export const DEFAULT_PAGE = 20
/** Bytes of a request body. */
export const MAX_BODY = BOUNDS.bodyBytes.most
/** Bytes of a websocket message, which is kept as long as its subscription. */
export const MAX_SOCKET_MESSAGE = BOUNDS.graphqlMessageBytes.most
/** Milliseconds. */
export const MAX_EXECUTION = 10_000
/** Websockets of one user on one node. */
export const MAX_SOCKETS = BOUNDS.graphqlSockets.most
/** Subscriptions of one user on one node, over websockets and server-sent events together. */
export const MAX_SUBSCRIPTIONS = BOUNDS.subscriptions.most
/** Concurrent operations on one websocket, queries included. */
export const MAX_SOCKET_OPERATIONS = BOUNDS.subscriptionsPerSocket.most
/** Streamed responses of one user on one node: server-sent events, and what is sent in parts. */
export const MAX_STREAMS = BOUNDS.graphqlStreams.most

/** How often one selection may have a field of the same name in the result. */
export const MAX_REPEATED_FIELDS = BOUNDS.graphqlRepeatedFields.most

/** Maximum levels of an operation. */
export const MAX_DEPTH = BOUNDS.graphqlDepth.most

/** Maximum cost of a request: of its operation, or of all operations of its batch together. */
export function costLimit(viewer: Viewer | null): number {
  if (!viewer) return BOUNDS.graphqlAnonymousComplexity.most
  return (viewer.admin ? BOUNDS.graphqlAdminComplexity : BOUNDS.graphqlComplexity).most
}

/** Maximum cost of all subscriptions of a user on one node together: it is what one event may cost. */
export const subscriptionCostLimit = ({ admin }: Viewer) =>
  (admin ? BOUNDS.adminSubscriptionComplexity : BOUNDS.subscriptionComplexity).most

/** Complexity of a connection: multiplied by its page size. A larger page than possible is refused by its validation. */
export const pageComplexity = (args: { first?: number | null | undefined; last?: number | null | undefined }) => ({
  field: 1,
  multiplier: Math.min(args.first ?? args.last ?? DEFAULT_PAGE, MAX_PAGE),
})

/** Options of fields between a connection and its nodes, which are no level of their own. */
export const NO_LEVEL = { extensions: { isLevel: false } } as const
/** Options of the fields of a connection whose objects are as many as its page has. */
export const PAGE = { extensions: { isLevel: false, isPage: true } } as const

/** Cost option of a list field without pages: the maximum number of objects that it returns. */
export const atMost = (size: number) => ({ complexity: { field: size, multiplier: size } })

/** Cost option of a list field that may return more objects than the size: these are charged when it returns them. */
export const about = (size: number) => ({ complexity: { field: size, multiplier: size } })

const KIBIBYTE = 1_024
/** Cost option of a scalar field that may be large: it costs 1 for each KiB. */
export const sizedScalar = (bytes: number) => ({ complexity: Math.ceil(bytes / KIBIBYTE) })

/** Reports an exceeded limit as a validation error, where the library would throw. */
const asValidationError = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) =>
      context?.reportError(new GraphQLError(error.message.replace('Syntax Error: ', ''))),
  ],
}

/** Limits tokens, aliases and directives. */
export const documentLimitPlugins = () =>
  new EnvelopArmor({
    maxTokens: { n: BOUNDS.graphqlTokens.most },
    maxAliases: { n: BOUNDS.graphqlAliases.most, ...asValidationError },
    maxDirectives: { n: BOUNDS.graphqlDirectives.most, ...asValidationError },
    // Done by the engine, for requests without a session alone.
    blockFieldSuggestion: { enabled: false },
    // Done by costLimit.
    costLimit: { enabled: false },
    maxDepth: { enabled: false },
  }).protect().plugins
