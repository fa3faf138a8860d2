import type { ViewerScope } from './scope.ts'
import type { InTransaction } from './transaction.ts'

/** The response that a receiver chose for a notification. */
export interface SubmittedResponse {
  readonly type: string
  readonly data: string
}

/** The notification that was responded to. */
export interface AnsweredNotification {
  readonly id: string
  readonly type: string
  readonly senderId: string | null
  readonly data: unknown
}

/** Carries out a response, in the transaction that stores it. By throwing it rejects the response. */
export type NotificationResponder = (
  scope: ViewerScope & InTransaction,
  answered: AnsweredNotification,
  response: SubmittedResponse,
) => Promise<void>

/**
 * A responder whose act takes locks that come before those of notifications: it runs first, and may withdraw the
 * notification together with the matter that it was about.
 */
export interface ActingResponder {
  readonly act: NotificationResponder
}

/** Responders by notification type, each provided by the area that sends such notifications. */
export type NotificationResponders = Readonly<Record<string, NotificationResponder | ActingResponder>>
