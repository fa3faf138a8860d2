import type { SetCookie } from '../../contract/operation.ts'
import { noSession } from '../../kernel/access.ts'
import { secondFactorRequired } from '../../kernel/failure.ts'
import type { Scope, Viewer, ViewerScope } from '../../kernel/scope.ts'
import type { LiveUpdates } from '../../live/live.ts'
import type { HeaderList } from '../responseHeaders.ts'
import type { LoadScheduler } from './execution/loadScheduler.ts'
import type { ColumnsOfType } from './execution/selectedColumns.ts'
import type { FirstRead } from './fieldFacts.ts'
import { clearCache, type OperationCache } from './operationCache.ts'

export interface ScopeLookupOptions {
  /** Token of a session that has just begun; replaces the request's cookie from then on. */
  readonly token?: string
  /** Doesn't count as activity of the user, which would cancel a pending deletion. */
  readonly skipTouch?: boolean
}

/** Authenticates the client again: its session may have ended since, or its rights may have changed. */
export type ScopeLookup = (options?: ScopeLookupOptions) => Promise<Scope>

/** The client connection that an operation came by. */
interface ClientConnection {
  /** Fires when the server drains. */
  readonly closing: AbortSignal
  /** Closes the connection of a slow consumer. */
  readonly disconnect: () => void
  readonly lookUpScope: ScopeLookup
  /** The values of a cookie of the request. */
  readonly cookies: (name: string) => readonly string[]
  /** The id of the `Viewer` whom the client has named; operations for another one are refused. */
  readonly expectedViewer?: string | undefined
  /** Whether results tell the cost of their operation. */
  readonly reportsCost?: boolean
  readonly usage: ConnectionUsage
}

/** What the operations that came by a connection have used so far: those of a batch share one limit. */
export interface ConnectionUsage {
  /** Cost of the operations that were executed. */
  cost: number
  /** Number of queries and mutations that were begun. */
  operations: number
  /** Characters of the texts in their results. */
  characters: number
}

/** The usage of a connection by which no operation has come yet. */
export const noUsage = (): ConnectionUsage => ({ cost: 0, operations: 0, characters: 0 })

/** The headers of a response that sets these cookies. Who has signed out leaves nothing behind in the browser. */
export function cookieHeaders(cookies: readonly SetCookie[], writeCookie: (cookie: SetCookie) => string): HeaderList {
  const isSignedOut = cookies.some(({ name, value }) => name === 'auth' && value === '')
  return [
    ...cookies.map((cookie) => ['Set-Cookie', writeCookie(cookie)] as const),
    ...(isSignedOut ? [['Clear-Site-Data', '"cache", "storage"'] as const] : []),
  ]
}

/** An operation as logs and metrics show it, known once its document is parsed. */
export interface OperationInfo {
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly name: string | undefined
  /** Its first root field. A metric label, so never a text chosen by the client. */
  readonly field: string
}

/** The context of resolvers. One per operation, and one per event for the subscriptions that execute it together. */
export interface GraphContext {
  scope: Scope
  /** Cookies that the response sets. */
  readonly cookies: SetCookie[]
  /** What was made once for the operation. */
  cache: OperationCache | undefined
  readonly requestId: string
  readonly connection: ClientConnection
  readonly live: LiveUpdates
  /** Milliseconds, by performance.now(). */
  readonly startedAt: number
  operationInfo?: OperationInfo
  /** When the loaders of a query read. Without it they read at the end of a turn. */
  loads?: LoadScheduler
  /** What is called before the result reads anything else: of a query once, of a mutation after each of its acts. */
  firstReads: readonly FirstRead[]
  /** Whether it is a query whose answer may be a second old. */
  mayBeOld: boolean
  /** The columns that a query selects from rows of each type. Without it rows are read whole. */
  selectedColumns?: ColumnsOfType
  /** The scope of a logged-in viewer. Throws `unauthenticated` without one. */
  readonly viewerScope: ViewerScope
  /** The scope of a viewer whose session may still require its second factor. Throws `unauthenticated` without a session. */
  readonly anySessionScope: ViewerScope
  /** The scope of a public field: without viewer if the session still requires its second factor. */
  readonly publicScope: Scope
}

type ContextOptions = Pick<GraphContext, 'scope' | 'requestId' | 'connection' | 'live'>

export const createContext = (options: ContextOptions): GraphContext => new OperationContext(options)

/** A class, as object literals with getters are slow to make. */
export class OperationContext implements GraphContext {
  scope: Scope
  readonly cookies: SetCookie[] = []
  cache: OperationCache | undefined = undefined
  readonly requestId: string
  readonly connection: ClientConnection
  readonly live: LiveUpdates
  readonly startedAt = performance.now()
  operationInfo?: OperationInfo
  loads?: LoadScheduler
  firstReads: readonly FirstRead[] = []
  mayBeOld = false
  selectedColumns?: ColumnsOfType

  constructor({ scope, requestId, connection, live }: ContextOptions) {
    this.scope = scope.requestId === requestId ? scope : { ...scope, requestId }
    this.requestId = requestId
    this.connection = connection
    this.live = live
  }

  get viewerScope(): ViewerScope {
    const scope = this.anySessionScope
    if (!isFinished(scope.viewer)) throw secondFactorRequired()
    return scope
  }

  get anySessionScope(): ViewerScope {
    if (!hasViewer(this.scope)) throw noSession(this.scope.sessionEnd)
    return this.scope
  }

  get publicScope(): Scope {
    return isFinished(this.scope.viewer) ? this.scope : { ...this.scope, viewer: null }
  }
}

const { viewerScope, anySessionScope, publicScope } = Object.getOwnPropertyDescriptors(OperationContext.prototype)

/** Makes the getters properties of the context itself: Yoga copies those alone. */
export const withOwnGetters = (context: GraphContext): GraphContext =>
  Object.defineProperties(context, { viewerScope, anySessionScope, publicScope })

const hasViewer = (scope: Scope): scope is ViewerScope => scope.viewer !== null

/** The context in which a subscription executes an event: without loaded data. */
export const contextOfEvent = ({ requestId, connection, live }: GraphContext, scope: Scope): GraphContext =>
  createContext({ requestId, connection, live, scope })

/** Reads what must be older than all else in a result. The fields that show it tell of failures. */
export const readFirst = (context: GraphContext, reads = context.firstReads): Promise<unknown> | null =>
  reads.length > 0 ? Promise.allSettled(reads.map((read) => read(context))) : null

export const atPresent = (scope: Scope): Scope => ({ ...scope, now: scope.clock.now() })

/** Discards loaded data, and optionally replaces the scope: after a write or login. */
export function resetLoaders(context: GraphContext, scope: Scope = context.scope) {
  clearCache(context)
  context.scope = { ...scope, requestId: context.requestId, now: scope.clock.now() }
}

/** Authenticates the client again and continues with its current scope. */
export const reauthenticate = async (context: GraphContext, options?: ScopeLookupOptions) =>
  resetLoaders(context, await context.connection.lookUpScope(options))

/** Whether the viewer's session has completed its login: no second factor is pending. */
export const isFinished = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.pendingFactors.length === 0

/** Whether a scope has a viewer who has completed the login. */
export const hasFinishedViewer = (scope: Scope): scope is ViewerScope => isFinished(scope.viewer)
