import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BOUNDS, type BoundName } from '../../src/kernel/bounds.ts'
import { getOrCreate } from '../../src/kernel/maps.ts'
import { sharedApp } from '../support/app.ts'
import { type Drive, driveAllSlots, driveSlots, driveWaiting, type Elsewhere, elsewhere } from './bounds/drive.ts'
import * as held from './bounds/held.ts'
import * as requests from './bounds/requests.ts'

const app = await sharedApp()

const GRAPH = 'test/graphql/http.test.ts'
const FORMS = 'test/areas/files/forms.test.ts'
const SUBSCRIPTIONS = 'test/live/subscriptionLimits.test.ts'
const BODIES = 'test/edges/requestBodies.test.ts'
const COST = 'test/graphql/cost.test.ts'
const REQUEST = 'test/graphql/requestBounds.test.ts'
const LIMITS_OF_DOCUMENTS = elsewhere(GRAPH, 'bound aliases, directives and tokens')
const COMPLEXITY = elsewhere(COST, 'is refused once, with its cost and the limit, and nothing is executed')
const COPIES = elsewhere(
  'test/areas/inventory/share/clones.test.ts',
  'take no more than a part of the room of people who did not ask',
)
const INVITES = elsewhere(
  'test/areas/invites/images.test.ts',
  'keep the newest 20 from one person, with and without photos',
)
const GROUP_INVITES = 'test/areas/groups/invites.test.ts'
const A_HUNDRED = elsewhere(
  SUBSCRIPTIONS,
  'are at most a hundred over all websockets and server-sent events, and those that end make room',
)
const TOGETHER = elsewhere(
  SUBSCRIPTIONS,
  'have a maximum cost together, whichever operation of their document is chosen',
)

/** How each bound is driven to its limit and beyond: here, or by another test. */
const drives: Readonly<Record<BoundName, Drive | Elsewhere>> = {
  connections: requests.driveConnections,
  headerBytes: requests.driveHeaders(app),
  parsedHeaderBytes: elsewhere(
    'test/edges/requestHead.test.ts',
    'is 431 beyond 1 KiB in a header that is parsed, at both APIs',
  ),
  anonymousBodyBytes: elsewhere(BODIES, 'is 413 beyond 64 KiB without a session, at both APIs'),
  bodyBytes: elsewhere(BODIES, 'is 413 beyond 1 MiB, also when it is chunked'),
  webhookBytes: elsewhere('test/areas/economy/payments/webhooks.test.ts', 'if its body is larger than 64 KiB'),
  formBytes: requests.driveFormBytes(app),
  formTextBytes: elsewhere(FORMS, 'shares 64 KiB with the other texts'),
  formFiles: elsewhere(FORMS, 'is one of 4 files at most'),
  formFields: elsewhere(FORMS, 'is one of 32 texts at most, whatever their content type'),
  formMemoryBytes: requests.driveFormMemory(app),
  forms: driveAllSlots(BOUNDS.forms.most),
  formsPerUser: driveSlots(BOUNDS.formsPerUser.most),
  formsWaiting: driveWaiting(BOUNDS.formsWaiting.most),
  delayedResponses: elsewhere(
    'test/areas/files/storage/uploads.test.ts',
    'makes the call time out, without delaying others',
  ),
  imagesAtOnce: held.driveImages,
  imagesWaiting: held.driveImages,
  imagesPerUser: driveSlots(BOUNDS.imagesPerUser.most),
  imagesWaitingPerUser: driveWaiting(BOUNDS.imagesWaitingPerUser.most),
  passwordHashes: held.driveHashes,
  passwordHashesWaiting: held.driveHashes,
  requestsAtOnce: driveSlots(BOUNDS.requestsAtOnce.most),
  requestsWaiting: driveWaiting(BOUNDS.requestsWaiting.most),
  writesAtOnce: driveSlots(BOUNDS.writesAtOnce.most),
  writesWaiting: driveWaiting(BOUNDS.writesWaiting.most),
  anonymousWritesAtOnce: driveSlots(BOUNDS.anonymousWritesAtOnce.most),
  anonymousRequestsAtOnce: driveSlots(BOUNDS.anonymousRequestsAtOnce.most),
  anonymousRequestsWaiting: driveWaiting(BOUNDS.anonymousRequestsWaiting.most),
  delayedRefusals: held.driveDelayedRefusals,
  pipelineSockets: elsewhere(
    'test/pipeline/connection.test.ts',
    'sends the same to every socket of a user, up to twenty sockets',
  ),
  graphqlSockets: elsewhere('test/graphql/live.test.ts', 'is closed beyond fifty per user until another one closes'),
  graphqlStreams: A_HUNDRED,
  socketsPerAddress: held.driveNetworkSockets,
  subscriptionsPerSocket: A_HUNDRED,
  subscriptions: A_HUNDRED,
  subscriptionComplexity: TOGETHER,
  adminSubscriptionComplexity: TOGETHER,
  pipelineMessageBytes: elsewhere(
    'test/pipeline/connection.test.ts',
    'ignores client messages, and disconnects clients that send too much',
  ),
  queuedBytes: elsewhere(
    'test/live/slowConsumers.test.ts',
    'a stream that does not keep up is cut, and its buffer stays bounded',
  ),
  queuedEvents: held.driveQueue,
  userChannelEvents: requests.driveUserChannel(app),
  followedPeople: held.driveFollowedPeople,
  fanOutEvents: elsewhere(
    'test/live/databaseOutage.test.ts',
    'on overflow of the buffer every subscriber gets a gap event',
  ),
  graphqlTokens: LIMITS_OF_DOCUMENTS,
  graphqlDepth: elsewhere(COST, 'is refused when it is too deep; edges and nodes are no levels'),
  graphqlAnonymousComplexity: elsewhere(REQUEST, 'the cost of a request is lower'),
  graphqlComplexity: COMPLEXITY,
  graphqlAdminComplexity: COMPLEXITY,
  graphqlAliases: LIMITS_OF_DOCUMENTS,
  graphqlRepeatedFields: LIMITS_OF_DOCUMENTS,
  graphqlDirectives: LIMITS_OF_DOCUMENTS,
  graphqlBatch: elsewhere(COST, 'has at most ten operations, and one error for each operation beyond'),
  graphqlVariableDepth: elsewhere(GRAPH, 'bound the nesting of variables'),
  graphqlVariables: elsewhere(REQUEST, 'have a maximum size together'),
  graphqlResult: elsewhere(REQUEST, 'has a maximum size, over all operations of a request'),
  graphqlMessageBytes: elsewhere('test/graphql/live.test.ts', 'is closed by a message that is too large'),
  graphqlPage: elsewhere(GRAPH, 'a refused argument'),
  rowsPerStatement: held.driveRows(app),
  cachedSessions: held.driveCache(BOUNDS.cachedSessions.most),
  cachedEntries: held.driveCache(BOUNDS.cachedEntries.most),
  cachedDocuments: held.driveDocuments,
  cachedRecords: held.driveRecords,
  presenceEntries: held.drivePresence,
  requestCounts: held.driveCounts,
  rateLimitEntries: held.driveCounters,
  copiesOfGiver: COPIES,
  copies: COPIES,
  boopsOfFriend: elsewhere(
    'test/areas/friends/boops.test.ts',
    'expires after seven days unseen, and the latest 20 of a friend are kept',
  ),
  invitesOfFriend: INVITES,
  inviteRequestsOfFriend: INVITES,
  groupInvites: elsewhere(GROUP_INVITES, 'is refused for a person with 50 open invites'),
  groupInvitesOfInviter: elsewhere(GROUP_INVITES, 'is refused after 5 open ones of the viewer to the person'),
  groupInvitesToStrangers: elsewhere(GROUP_INVITES, 'is refused for strangers while 50 of them have not answered'),
}

/** Each way to drive bounds once, with the names of the bounds that it drives. */
const here = new Map<Drive, string[]>()
for (const [name, drive] of Object.entries(drives))
  if (typeof drive === 'function') getOrCreate(here, drive, () => []).push(name)

describe('the bounds', () => {
  it.each([...here].map(([drive, names]) => ({ names: names.join(' and '), drive })))(
    'of $names hold, and what is beyond is refused or dropped',
    ({ drive }) => drive(),
  )

  it.each(Object.entries(drives).flatMap(([name, drive]) => ('title' in drive ? [{ name, ...drive }] : [])))(
    'of $name are driven by another test',
    ({ file, title }) => {
      const isThere = readFileSync(file, 'utf8').includes(`'${title}'`)
      expect({ file, title, isThere }).toEqual({ file, title, isThere: true })
    },
  )

  const uses = execFileSync('git', ['grep', '-h', 'BOUNDS', '--', 'src'], { encoding: 'utf8' }).split('\n')
  it.each(Object.keys(BOUNDS))('of %s are what the code uses', (name) => {
    expect(uses.filter((line) => new RegExp(`BOUNDS.*\\b${name}\\b`).test(line))).not.toEqual([])
  })
})
