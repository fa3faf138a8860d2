import type { ViewerScope } from '../../kernel/scope.ts'
import { hasAcceptedTerms, readEconomyProfile } from './profile.ts'

/** What people must meet to sell; the permission to sell is given by admins. */
export interface SellerEligibility {
  readonly hasConfirmedEmail: boolean
  /** Whether time-based codes are on. */
  readonly hasSecondFactor: boolean
  /** Whether the present terms of the payment provider are accepted. */
  readonly hasAcceptedTerms: boolean
  readonly isBlocked: boolean
  /** Whether all of these are met. */
  readonly isEligible: boolean
}

/** Whether the viewer meets what sellers must. */
export async function readSellerEligibility(scope: ViewerScope): Promise<SellerEligibility> {
  const { id: userId } = scope.viewer
  const select = { emailVerified: true, totpEnabledAt: true } as const
  const account = await scope.db.account.findUnique({ where: { userId }, select })
  const profile = await readEconomyProfile(scope, userId)
  const facts = {
    hasConfirmedEmail: account?.emailVerified === true,
    hasSecondFactor: account?.totpEnabledAt != null,
    hasAcceptedTerms: hasAcceptedTerms(scope, profile),
    isBlocked: profile?.blockedAt != null,
  }
  const isMet = facts.hasConfirmedEmail && facts.hasSecondFactor && facts.hasAcceptedTerms
  return { ...facts, isEligible: isMet && !facts.isBlocked }
}
