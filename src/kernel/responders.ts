import type { SignedScope } from './scope.ts'
import type { Open } from './transaction.ts'

/** An answer to a notification, as its receiver gave it. */
export interface GivenResponse {
  readonly type: string
  readonly data: string
}

/** The notification that is answered. */
export interface Answered {
  readonly id: string
  readonly type: string
  readonly senderId: string | null
  readonly data: unknown
}

/** Does what an answer means, in the transaction that counts it; what it throws refuses the answer. */
export type Responder = (scope: SignedScope & Open, answered: Answered, response: GivenResponse) => Promise<void>

/** By the type of notification. The area that sends such notifications knows what an answer to them means. */
export type Responders = Readonly<Record<string, Responder>>
