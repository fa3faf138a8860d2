import type { UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { readEconomyProfile } from './profile.ts'
import { readOwnBalances } from './wallet.ts'

/** Whether the earnings of a person can be paid out in money. No payment provider does it yet, so nobody has a payout. */
export interface PayoutStatus {
  /** Tokens that sales brought, those that are held among them. */
  readonly earnings: number
  readonly hasEarnings: boolean
  /** Whether the person is not blocked from spending. */
  readonly isInGoodStanding: boolean
}

/** Whether the earnings of the viewer can be paid out; admins read that of all. Throws `forbidden`. */
export async function readPayoutStatus(scope: ViewerScope, userId: UserId): Promise<PayoutStatus> {
  const { earnings } = await readOwnBalances(scope, userId)
  const profile = await readEconomyProfile(scope, userId)
  return { earnings, hasEarnings: earnings > 0, isInGoodStanding: profile?.blockedAt == null }
}
