import { BOUNDS } from '../../../kernel/bounds.ts'
import { keyedSlots } from '../../../kernel/keyedSlots.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Images that one person or address has in work: the others wait for it, so that they can't keep out other people's. */
const imageSlots = keyedSlots({
  perKey: BOUNDS.imagesPerUser.most,
  waitingPerKey: BOUNDS.imagesWaitingPerUser.most,
  inAll: BOUNDS.imagesWaiting.most,
  patience: 10_000,
  message: 'Too many pictures are being worked on; try again in a moment.',
})

/** The person who sends a request; without a session the network. */
export const senderOf = ({ viewer, clientInfo }: Scope): string => viewer?.id ?? clientInfo.network

/** Runs work on an image that holds a slot of the sender. Throws `exhausted`, `unavailable`. */
export const withImageSlot = <R>(scope: Scope, work: () => Promise<R>): Promise<R> =>
  imageSlots.run(senderOf(scope), work)
