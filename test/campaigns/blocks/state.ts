import { setTimeout as pause } from 'node:timers/promises'
import type { TestApp } from '../../support/app.ts'
import type { TestUser } from '../../support/users.ts'
import type { Delivery, Listener } from './listeners.ts'
import type { FriendshipModel } from './model.ts'

/** A running campaign: its users, the model, and what was observed. */
export interface CampaignState {
  readonly app: TestApp
  /** The three users who act at random. */
  readonly people: readonly TestUser[]
  /** A friend of all three whom nobody blocks, so the witness receives every update. */
  readonly witness: TestUser
  readonly listeners: ReadonlyMap<string, Listener>
  readonly model: FriendshipModel
  readonly random: () => number
  /** The id of a public world. */
  readonly world: string
  /** How often each act was answered with each status, as `friend 200`. */
  readonly answers: Map<string, number>
  readonly breaches: string[]
  /** `userPairKey` of the pair whose block runs concurrently with another act: older messages may still arrive. */
  readonly racing: Set<string>
  /** `departureKey` of each expected offline message: messages from before the block may precede it, none may follow. */
  readonly pendingDepartures: Set<string>
  /** All invites and invite requests ever sent, so that late and repeated responses are tried too. */
  readonly invites: { id: string; from: string; to: string }[]
}

/** A message that a user must receive, and the user whom it is about. */
export type ExpectedDelivery = readonly [to: string, kind: string, about: string]

/** Milliseconds; generous, so that a busy machine does not fail the campaign. */
const DELIVERY_TIMEOUT = 60_000

/** Returns a function that waits for expected messages; only messages after this call count. */
export function watchDeliveries({
  listeners,
  breaches,
}: CampaignState): (expected: readonly ExpectedDelivery[]) => Promise<void> {
  const firstNew = new Map([...listeners].map(([id, { deliveries }]) => [id, deliveries.length]))
  const isDelivered = ([to, kind, about]: ExpectedDelivery) =>
    listeners
      .get(to)
      ?.deliveries.slice(firstNew.get(to))
      .some((received: Delivery) => received.kind === kind && received.about === about)
  return async (expected) => {
    const end = performance.now() + DELIVERY_TIMEOUT
    while (!expected.every(isDelivered) && performance.now() < end) await pause(2)
    for (const delivery of expected)
      if (!isDelivered(delivery)) breaches.push(`${delivery[0]} did not receive ${delivery[1]} about ${delivery[2]}`)
  }
}
