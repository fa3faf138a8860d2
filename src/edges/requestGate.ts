import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Middleware } from 'koa'
import { BOUNDS } from '../kernel/bounds.ts'
import { Failure } from '../kernel/failure.ts'
import { type KeyedSlots, keyedSlots } from '../kernel/keyedSlots.ts'
import type { LimitState, RateLimit, RateLimiter } from '../kernel/rateLimit.ts'
import type { Scope, Viewer } from '../kernel/scope.ts'
import { type HttpExchange, setHeaders } from './exchange.ts'
import { clientInfoOf, cookieTokens, type ProxyRules, queryTokens, viewerOfTokens } from './request.ts'
import type { HeaderList } from './responseHeaders.ts'
import { rejectUpgrade, type Upgrade } from './webSocketLimits.ts'

/** Who sends requests: a user with a finished login, or anybody else in the client's network. */
type Sender = Pick<Scope, 'viewer'> & { readonly clientInfo: Pick<Scope['clientInfo'], 'network'> }

/** Whether work changes something: then it may wait for locks, and hold a connection meanwhile. */
export type WorkKind = 'read' | 'write'

type CountedKind = 'request' | 'picture'

/** Limits how much one person, or one network without a session, can ask of the server. */
export interface RequestGate {
  /**
   * Counts a request and tells what is left in `RateLimit-*` headers. Pictures count apart, not as requests.
   * Throws `exhausted` beyond the limit.
   */
  admit(exchange: HttpExchange, kind?: CountedKind): Promise<void>
  /** Counts one more operation of a request or websocket. Throws `exhausted` beyond the limit. */
  count(sender: Sender): Promise<void>
  /** Runs the work of a request in its sender's turn. Throws `exhausted` when too many wait for theirs. */
  run<R>(sender: Sender, kind: WorkKind, work: () => Promise<R>): Promise<R>
  /** Refuses websockets beyond the limit. */
  limited(upgrade: Upgrade): Upgrade
}

interface RequestGateOptions {
  readonly limits: RateLimiter
  /** Requests in 5 minutes; 0 for no limit. */
  readonly perUser: number
  readonly perAddress: number
  /** Requests of a user in work that change something; the bound of this name by default. */
  readonly writesAtOnce?: number | undefined
  /** Connections to the database that all requests share. */
  readonly poolSize: number
  readonly proxies: ProxyRules
  /** The viewer of a session token, which does not count as activity. */
  readonly identify: (token: string) => Promise<Viewer | null>
}

const WINDOW = 5 * 60
/** Pictures of which a person or network can load as many as this times the requests: a page shows up to a hundred. */
const PICTURES_PER_REQUEST = 20

interface Counted {
  readonly limit: RateLimit
  readonly key: string
}

const limitsOf = ({ perUser, perAddress }: Pick<RequestGateOptions, 'perUser' | 'perAddress'>) => ({
  perUser: { name: 'requests-user', points: perUser, window: WINDOW },
  perAddress: { name: 'requests-address', points: perAddress, window: WINDOW },
  /** Parts of uploads have no session, but only users get their URLs. */
  perUpload: { name: 'requests-upload', points: perUser, window: WINDOW },
  userPictures: { name: 'requests-picture-user', points: perUser * PICTURES_PER_REQUEST, window: WINDOW },
  addressPictures: { name: 'requests-picture', points: perAddress * PICTURES_PER_REQUEST, window: WINDOW },
})

export function createRequestGate(options: RequestGateOptions): RequestGate {
  const { perUser, perAddress, perUpload, userPictures, addressPictures } = limitsOf(options)
  const isCounting = options.perUser > 0 || options.perAddress > 0
  const turns = openTurns(options)

  const limitsOfKind = {
    request: { user: perUser, network: perAddress },
    picture: { user: userPictures, network: addressPictures },
  } as const
  const countedOf = ({ viewer, clientInfo }: Sender, kind: CountedKind): Counted => {
    const { user, network } = limitsOfKind[kind]
    return isFinished(viewer) ? { limit: user, key: viewer.id } : { limit: network, key: clientInfo.network }
  }
  const take = async ({ limit, key }: Counted): Promise<LimitState | null> =>
    limit.points > 0 ? options.limits.count(limit, key) : null
  const senderOf = async (request: IncomingMessage): Promise<Sender> => {
    const clientInfo = clientInfoOf(request, options.proxies, 'client')
    return { viewer: await viewerOfTokens(tokensOf(request), options.identify), clientInfo }
  }
  const takeFor = async (request: IncomingMessage, kind: CountedKind = 'request') => {
    if (!isCounting) return null
    if (kind === 'picture' || !isUpload(request)) return take(countedOf(await senderOf(request), kind))
    return take({ limit: perUpload, key: clientInfoOf(request, options.proxies, 'client').network })
  }
  return {
    async admit(exchange, kind) {
      const state = await takeFor(exchange.request, kind)
      if (state) setHeaders(exchange, limitHeaders(state))
      if (state && !state.isAllowed) await refuse(tooManyRequests(state))
    },
    async count(sender) {
      const state = await take(countedOf(sender, 'request'))
      if (state && !state.isAllowed) await refuse(tooManyRequests(state))
    },
    async run({ viewer, clientInfo }, kind, work) {
      const [{ requests, writes }, key] = isFinished(viewer)
        ? [turns.users, viewer.id]
        : [turns.networks, clientInfo.network]
      const endWrite = kind === 'write' ? await writes.take(key).catch(refuse) : () => {}
      try {
        const end = await requests.take(key).catch(refuse)
        return await work().finally(end)
      } finally {
        endWrite()
      }
    },
    limited: (upgrade) => limitUpgrades(takeFor, upgrade),
  }
}

type Take = (request: IncomingMessage) => Promise<LimitState | null>

const limitUpgrades =
  (take: Take, upgrade: Upgrade): Upgrade =>
  async (request, socket, head) => {
    try {
      const state = await take(request)
      if (state && !state.isAllowed) return rejectUpgrade(socket, '429 Too Many Requests', state.reset)
    } catch {
      return rejectUpgrade(socket, '503 Service Unavailable')
    }
    await upgrade(request, socket, head)
  }

/** Counts every request for a page but those for static ones. */
export const admitRequests =
  (gate: RequestGate): Middleware =>
  async (ctx, next) => {
    if (!isStaticPage(ctx.path)) await gate.admit(ctx.state)
    return next()
  }

const isStaticPage = (path: string) => /^\/(docs(\/.*)?|openapi\.json)$/.test(path)
const isUpload = ({ url = '' }: IncomingMessage) => url.startsWith('/upload/')

/** A login that still needs its second factor counts as anybody: otherwise who knows a password could use up the user's. */
const isFinished = (viewer: Viewer | null): viewer is Viewer => viewer?.pendingFactors.length === 0

/** The session tokens of a request: the cookies, and for legacy websockets query parameters. */
const tokensOf = (request: IncomingMessage): readonly string[] =>
  request.headers.upgrade === undefined ? cookieTokens(request) : [...cookieTokens(request), ...queryTokens(request)]

const limitHeaders = ({ limit, remaining, reset }: LimitState): HeaderList => [
  ['RateLimit-Limit', String(limit)],
  ['RateLimit-Remaining', String(remaining)],
  ['RateLimit-Reset', String(reset)],
]

const tooManyRequests = ({ reset }: LimitState) =>
  new Failure('exhausted', 'Too many requests, try again later', { reason: 'rate_limited', retryAfter: reset })

/** Milliseconds. */
const REFUSAL_DELAY = 500
let delayedRefusals = 0

/**
 * Throws a refusal, after a while: a client that repeats at once whatever is refused would keep the server busy with
 * refusals alone. Too many at a time are not delayed.
 */
async function refuse(refusal: unknown): Promise<never> {
  if (delayedRefusals >= BOUNDS.delayedRefusals.most) throw refusal
  delayedRefusals += 1
  await pause(REFUSAL_DELAY)
  delayedRefusals -= 1
  throw refusal
}

/** The share of the pool that the requests of one user can hold, as each may wait for a lock with a connection. */
const POOL_SHARE = 0.6
/** Milliseconds. */
const TURN_PATIENCE = 30_000
const BUSY = 'Too many requests at once, try again in a moment'

/** The turns of the requests of each key, and of those among them that change something. */
interface Turns {
  readonly requests: KeyedSlots
  readonly writes: KeyedSlots
}

/**
 * The turns of requests. A write waits for a turn of its own first, so that those that wait for a lock leave connections
 * to the sender's reads and to others. A network may have many people behind it, so more of its requests
 * wait; but no more are at work than of one user, because they take the same connections.
 */
function openTurns({
  poolSize,
  writesAtOnce = BOUNDS.writesAtOnce.most,
}: Pick<RequestGateOptions, 'poolSize' | 'writesAtOnce'>): Readonly<Record<'users' | 'networks', Turns>> {
  const share = Math.max(1, Math.floor(poolSize * POOL_SHARE))
  const slots = (atOnce: number, waitingPerKey: number) =>
    keyedSlots({
      perKey: Math.min(atOnce, share),
      waitingPerKey,
      inAll: Number.POSITIVE_INFINITY,
      patience: TURN_PATIENCE,
      message: BUSY,
    })
  return {
    users: {
      requests: slots(BOUNDS.requestsAtOnce.most, BOUNDS.requestsWaiting.most),
      writes: slots(writesAtOnce, BOUNDS.writesWaiting.most),
    },
    networks: {
      requests: slots(BOUNDS.anonymousRequestsAtOnce.most, BOUNDS.anonymousRequestsWaiting.most),
      writes: slots(BOUNDS.anonymousWritesAtOnce.most, BOUNDS.writesWaiting.most),
    },
  }
}
