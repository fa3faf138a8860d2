import { initContextCache } from '@pothos/core'
import type { SetCookie } from '../../contract/operation.ts'
import { missingCredentials, secondFactorRequired } from '../../kernel/failure.ts'
import type { Scope, SignedScope, Viewer } from '../../kernel/scope.ts'
import type { Live } from '../live/live.ts'

export interface Manner {
  /** Of a session that has just begun; it is used from then on. */
  readonly token?: string
  /** Does not count as a sign of life: it leaves a pending deletion alone. */
  readonly quiet?: boolean
}

/** Looks who is at the other end now: a session may have ended since, or its rights may have changed. */
export type Look = (manner?: Manner) => Promise<Scope>

/** The line an operation came by, as far as a subscription has to know it. */
export interface Connection {
  /** Fires when the server drains. */
  readonly closing: AbortSignal
  /** Called when the subscriber does not take what it is sent: ends the line, so that nothing piles up. */
  readonly cut: () => void
  readonly look: Look
  /** A cookie of the request. */
  readonly cookie: (name: string) => string | undefined
}

/** What is known of an operation once its document was read; for the log and the metrics. */
export interface Facts {
  readonly type: 'query' | 'mutation' | 'subscription'
  /** The name the client gave it. */
  readonly name: string | undefined
  /** Its first field: of the schema, so there are only so many. */
  readonly field: string
}

/** What every resolver is given. One for an operation; a subscription renews it for each delivery. */
export interface GraphContext {
  scope: Scope
  /** Cookies that the answer sets. */
  readonly cookies: SetCookie[]
  readonly requestId: string
  readonly connection: Connection
  /** What this node tells those who are connected to it. */
  readonly live: Live
  /** Milliseconds, by performance.now(). */
  readonly startedAt: number
  facts?: Facts
}

export type Opening = Pick<GraphContext, 'scope' | 'requestId' | 'connection' | 'live'>

export const openContext = (opening: Opening): GraphContext => ({
  ...opening,
  cookies: [],
  startedAt: performance.now(),
})

/** Forgets what was loaded and whom it was loaded for: after a write, or a login. */
export function renew(context: GraphContext, scope: Scope = context.scope) {
  Object.assign(context, initContextCache(), { scope: { ...scope, now: scope.clock.now() } })
}

/** Goes on for whoever is at the other end by now. */
export const lookAgain = async (context: GraphContext, manner?: Manner) =>
  renew(context, await context.connection.look(manner))

export const isFinished = (viewer: Viewer | null): viewer is Viewer => viewer !== null && viewer.owes.length === 0

/** The scope of a viewer whose session is finished; refuses everybody else. */
export function signed({ scope }: GraphContext): SignedScope {
  if (!scope.viewer) throw missingCredentials()
  if (!isFinished(scope.viewer)) throw secondFactorRequired()
  return { ...scope, viewer: scope.viewer }
}

/** The scope of a field for everybody: a session that owes its second factor counts for nothing there. */
export const open = ({ scope }: GraphContext): Scope => (isFinished(scope.viewer) ? scope : { ...scope, viewer: null })

/** The scope of a viewer whose session may still owe its second factor. */
export function unfinished({ scope }: GraphContext): SignedScope {
  if (!scope.viewer) throw missingCredentials()
  return { ...scope, viewer: scope.viewer }
}
