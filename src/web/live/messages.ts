import type { GraphQLFormattedError } from 'graphql'
import type { Want } from './wants.ts'

/** An event of a subscription, or its refusal. */
export interface SocketResult {
  readonly data?: Record<string, unknown> | null | undefined
  readonly errors?: readonly GraphQLFormattedError[] | undefined
}

/** Why the server has closed the socket for good, such as SESSION_REVOKED or VIEWER_CHANGED. */
export type EndReason = string

/** What tabs of one browser say to each other. `tab` is the sender. */
export type Message =
  /** A tab wants events of a subscription. */
  | { readonly kind: 'want'; readonly tab: string; readonly want: Want }
  /** It wants them no longer. */
  | { readonly kind: 'drop'; readonly tab: string; readonly key: string }
  /** A new tab leads: all repeat what they want. */
  | { readonly kind: 'lead'; readonly tab: string }
  /** An event of a subscription, or its refusal. */
  | { readonly kind: 'event'; readonly key: string; readonly result: SocketResult }
  /** The socket is open; `isNew` after it was lost. */
  | { readonly kind: 'open'; readonly isNew: boolean }
  | { readonly kind: 'lost' }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  /** Asks the tab that leads whether it runs. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'pong' }
