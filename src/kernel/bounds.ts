/** A limit on what the server holds in memory or has in work at a time, or on what people can leave with others unasked. */
export interface Bound {
  readonly what: string
  readonly most: number
  /** Whose share it limits. A node is one server process. */
  readonly per: 'request' | 'connection' | 'user' | 'address' | 'node'
  /** What happens beyond it. */
  readonly beyond: string
}

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

const bound = (per: Bound['per'], what: string, most: number, beyond: string): Bound => ({ what, most, per, beyond })

/**
 * Every bound of memory and concurrency, and of what comes to people without their consent. The code reads its limits from
 * here, `npm run docs` writes them to docs/bounds.md, and test/edges/bounds.test.ts drives each to its limit and beyond.
 */
export const BOUNDS = {
  connections: bound('node', 'Connections', 10_000, 'Further connections are closed at once.'),
  headerBytes: bound('request', 'Bytes of request headers', 16 * KIBIBYTE, '431'),
  parsedHeaderBytes: bound('request', 'Bytes of a header that is parsed, such as `Accept` or `Range`', KIBIBYTE, '431'),
  anonymousBodyBytes: bound('request', 'Bytes of a JSON body without a session', 64 * KIBIBYTE, '413'),
  bodyBytes: bound('request', 'Bytes of a JSON body', MEBIBYTE, '413'),
  webhookBytes: bound('request', 'Bytes of a message of a payment provider', 64 * KIBIBYTE, '413'),
  formBytes: bound('request', 'Bytes of the files in a form', 20 * MEBIBYTE, '413'),
  formTextBytes: bound('request', 'Bytes of the texts in a form', 64 * KIBIBYTE, '413'),
  formFiles: bound('request', 'Files in a form', 4, '413'),
  formFields: bound('request', 'Texts in a form', 32, '413'),
  formMemoryBytes: bound('request', 'Bytes of a file in a form that are held in memory', 64 * KIBIBYTE, 'On disk.'),
  forms: bound('node', 'Forms that arrive or are worked on', 128, '503 with `Retry-After`'),
  formsPerUser: bound('user', 'Forms that arrive or are worked on', 2, 'The next ones wait.'),
  formsWaiting: bound('user', 'Forms that wait to be read', 16, '429 with `Retry-After`'),
  delayedResponses: bound('node', 'Delayed responses about finished uploads', 50, 'Answered without the delay.'),

  imagesAtOnce: bound('node', 'Pictures being decoded', 2, 'The next ones wait.'),
  imagesWaiting: bound('node', 'Pictures that wait to be decoded', 256, '503 with `Retry-After`'),
  imagesPerUser: bound('user', 'Pictures in work', 2, 'The next ones wait.'),
  imagesWaitingPerUser: bound('user', 'Pictures that wait for those in work', 64, '429 with `Retry-After`'),
  passwordHashes: bound('node', 'Password hashes in work', 4, 'The next ones wait.'),
  passwordHashesWaiting: bound('node', 'Password hashes that wait', 64, '503 with `Retry-After`'),
  requestsAtOnce: bound('user', 'Requests in work', 6, 'The next ones wait.'),
  requestsWaiting: bound('user', 'Requests that wait', 64, '429 with `Retry-After`'),
  writesAtOnce: bound('user', 'Requests in work that change something', 1, 'The next ones wait.'),
  writesWaiting: bound('user', 'Requests that wait to change something', 64, '429 with `Retry-After`'),
  anonymousWritesAtOnce: bound(
    'address',
    'Requests without a session in work that change something',
    2,
    'The next ones wait.',
  ),
  anonymousRequestsAtOnce: bound('address', 'Requests without a session in work', 6, 'The next ones wait.'),
  anonymousRequestsWaiting: bound('address', 'Requests without a session that wait', 256, '429 with `Retry-After`'),

  pipelineSockets: bound('user', 'Legacy websockets', 20, 'Closed with 1008 and the reason.'),
  graphqlSockets: bound('user', 'GraphQL websockets', 50, 'Closed with 1013.'),
  graphqlStreams: bound('user', 'GraphQL requests as server-sent events', 100, '429'),
  socketsPerAddress: bound('address', 'Websockets of any kind', 200, '429'),
  subscriptionsPerSocket: bound('connection', 'GraphQL operations on a websocket', 100, '`RATE_LIMITED`'),
  subscriptions: bound('user', 'GraphQL subscriptions', 100, '`RATE_LIMITED`'),
  subscriptionComplexity: bound('user', 'Cost of all GraphQL subscriptions', 5_000, '`RATE_LIMITED`'),
  adminSubscriptionComplexity: bound('user', 'Cost of all GraphQL subscriptions of an admin', 50_000, '`RATE_LIMITED`'),
  pipelineMessageBytes: bound('connection', 'Bytes of a message to the legacy websocket', 4 * KIBIBYTE, 'Closed.'),
  queuedBytes: bound('connection', 'Bytes queued for a slow consumer of events', 512 * KIBIBYTE, 'Closed.'),
  queuedEvents: bound('connection', 'Events queued for a GraphQL subscription', 256, 'Ended with `UNAVAILABLE`.'),
  userChannelEvents: bound('user', 'Events queued for the legacy websockets', 1_000, 'The websockets are closed.'),
  followedPeople: bound(
    'node',
    'People remembered to have friends who are connected',
    10_000,
    'The oldest is dropped.',
  ),
  fanOutEvents: bound('node', 'Events queued for delivery', 20_000, 'Subscribers get one event that says so.'),

  graphqlTokens: bound('request', 'Tokens of a GraphQL document', 2_000, '`GRAPHQL_PARSE_FAILED`'),
  graphqlDepth: bound('request', 'Levels of a GraphQL document', 15, '`BAD_INPUT`'),
  graphqlAnonymousComplexity: bound('request', 'Cost of a GraphQL request without a session', 500, '`BAD_INPUT`'),
  graphqlComplexity: bound('request', 'Cost of a GraphQL request', 2_000, '`BAD_INPUT`'),
  graphqlAdminComplexity: bound('request', 'Cost of a GraphQL request of an admin', 10_000, '`BAD_INPUT`'),
  graphqlAliases: bound('request', 'Aliases in a GraphQL document', 100, '`GRAPHQL_VALIDATION_FAILED`'),
  graphqlRepeatedFields: bound(
    'request',
    'Times that a selection in a GraphQL document has the same field',
    50,
    '`GRAPHQL_VALIDATION_FAILED`',
  ),
  graphqlDirectives: bound('request', 'Directives in a GraphQL document', 30, '`GRAPHQL_VALIDATION_FAILED`'),
  graphqlBatch: bound('request', 'GraphQL operations in a batch', 10, '413'),
  graphqlVariableDepth: bound('request', 'Levels of GraphQL variables', 100, '`BAD_INPUT`'),
  graphqlVariables: bound(
    'request',
    'Characters of GraphQL variables, unless an admin sends them',
    64 * KIBIBYTE,
    '`BAD_INPUT`',
  ),
  graphqlResult: bound('request', 'Characters of the texts in a GraphQL result', 4 * MEBIBYTE, '`BAD_INPUT`'),
  graphqlMessageBytes: bound('connection', 'Bytes of a message to a GraphQL websocket', 128 * KIBIBYTE, 'Closed.'),
  graphqlPage: bound('request', 'Nodes of a GraphQL connection', 100, '`BAD_INPUT`'),
  rowsPerStatement: bound('node', 'Ids of different requests read by one statement', 500, 'A further statement.'),

  cachedSessions: bound('node', 'Cached sessions', 20_000, 'The oldest is dropped.'),
  cachedEntries: bound('node', 'Entries of each cache of announcements and settings', 100, 'The oldest is dropped.'),
  cachedDocuments: bound('node', 'Characters of cached GraphQL documents', 256 * KIBIBYTE, 'The oldest is dropped.'),
  cachedRecords: bound(
    'node',
    'Bytes of cached records, unless `RECORD_CACHE_MIB` is set',
    64 * MEBIBYTE,
    'The least recently used is dropped.',
  ),
  presenceEntries: bound('node', 'Users with recent requests', 200_000, 'Further users are only online by a socket.'),
  delayedRefusals: bound('node', 'Delayed refusals of too many requests', 1_000, 'Answered without the delay.'),
  requestCounts: bound('node', 'Users and addresses whose requests are counted', 50_000, 'The oldest is dropped.'),
  rateLimitEntries: bound('node', 'Counters of a limit while their store is down', 20_000, 'The oldest is dropped.'),

  copiesOfGiver: bound('user', 'Copies of inventory items from one giver', 50, 'No further copy is given.'),
  copies: bound('user', 'Copies of inventory items from all givers', 1_000, 'No further copy is given.'),
  boopsOfFriend: bound('user', 'Boops from one friend', 20, 'The oldest is deleted.'),
  invitesOfFriend: bound('user', 'Invites to instances from one friend', 20, 'The oldest is deleted.'),
  inviteRequestsOfFriend: bound('user', 'Requests for invites from one friend', 20, 'The oldest is deleted.'),
  groupInvitesOfInviter: bound('user', 'Open invites to groups from one inviter', 5, '403'),
  groupInvites: bound('user', 'Open invites to groups from all inviters', 50, '403'),
  groupInvitesToStrangers: bound('user', 'Open invites to groups sent to people who are not friends', 50, '403'),
} as const satisfies Record<string, Bound>

export type BoundName = keyof typeof BOUNDS

/** Limits of time for connections in milliseconds, and the least rate of request bodies in bytes a second. */
export const TIME_BOUNDS = {
  /** Until the headers of a request have arrived. */
  headers: 20_000,
  /** Between two requests on a connection: longer than common proxies wait, so that the proxy closes it. */
  keepAlive: 65_000,
  /** The time over which the rate of a body is measured; a shorter body may take that long. */
  bodyGrace: 20_000,
  bodyRate: KIBIBYTE,
  /** Until a body has arrived; a part of an upload has as long as its signed URL is valid. */
  body: 300_000,
  upload: 3_600_000,
  /** For a body that the server does not want, after its response. */
  unwantedBody: 5_000,
  /** Without progress of a response that waits to be read; it is measured once in that time, so twice as long at most. */
  unread: 20_000,
} as const
