import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import { notOwn } from '../../../kernel/failure.ts'
import { siblingId, type UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { changeEconomyProfile, hasAcceptedTerms, readEconomyProfile } from '../economyProfile.ts'
import { readEconomyState } from '../economyState.ts'
import { type AccountBalance, readBalance } from '../ledger/accounts.ts'
import { type OwnedPurpose, userAccount } from '../ledger/transfers.ts'
import { readSellers } from '../sellers.ts'

/** The balance of an account of a person, who is the viewer; admins read all. Throws `forbidden`. */
export function readOwnBalance(scope: ViewerScope, userId: UserId, purpose: OwnedPurpose): Promise<AccountBalance> {
  assertOwnerOrAdmin(scope, userId)
  return readBalance(scope, userAccount(userId, purpose))
}

/** What a person can do with tokens. */
export interface EconomyAccountFacts {
  readonly userId: string
  /** Id of the account of tokens to spend; null before its first entry. */
  readonly accountId: string | null
  readonly activatedAt: Date | null
  readonly isBlocked: boolean
  readonly canSpend: boolean
  readonly canEarn: boolean
}

/** What a person, who is the viewer, can do with tokens; admins read all. Throws `forbidden`. */
export async function readEconomyAccount(scope: ViewerScope, userId: UserId): Promise<EconomyAccountFacts> {
  assertOwnerOrAdmin(scope, userId)
  const [profile, balance, sellers, state] = await Promise.all([
    readEconomyProfile(scope, userId),
    readBalance(scope, userAccount(userId, 'standard')),
    readSellers(scope, [userId]),
    readEconomyState(scope),
  ])
  const isBlocked = profile?.blockedAt != null
  return {
    userId,
    accountId: balance.isUnused ? null : balance.accountId,
    activatedAt: balance.isUnused ? null : balance.createdAt,
    isBlocked,
    canSpend: state.isOnline && hasAcceptedTerms(scope, profile) && !isBlocked,
    canEarn: sellers.has(userId),
  }
}

/** Whether a person, who is the viewer, has accepted the present terms of the payment provider. Admins read all. */
export async function readTermsAccepted(scope: ViewerScope, userId: UserId): Promise<boolean> {
  assertOwnerOrAdmin(scope, userId)
  return hasAcceptedTerms(scope, await readEconomyProfile(scope, userId))
}

/** Accepts the present terms of the payment provider, or withdraws that. Nobody can for others: throws `forbidden`. */
export async function updateProviderTos(scope: ViewerScope, userId: UserId, isAccepted: boolean): Promise<void> {
  if (userId !== scope.viewer.id) throw notOwn()
  const { version } = scope.payments.tos()
  await transact(scope, (tx) =>
    changeEconomyProfile(tx, userId, {
      tosVersion: isAccepted ? version : null,
      tosAcceptedAt: isAccepted ? tx.now : null,
    }),
  )
}

/** Tokens of a person, in all accounts. */
export interface WalletRow {
  /** A sibling of the person's id. */
  readonly id: string
  /** Tokens to spend. */
  readonly balance: number
  /** Tokens that sales brought, those that are held among them. */
  readonly earnings: number
  /** Tokens of both that are held for now. */
  readonly held: number
}

/** Tokens of a person by what they are for. */
export interface OwnBalances {
  /** Tokens to spend: those that are held are not among them. */
  readonly standard: number
  /** Tokens that sales brought, those that are held among them. */
  readonly earnings: number
  /** Tokens of both that are held for now. */
  readonly held: number
}

/** The tokens of a person, who is the viewer; admins read those of all. One statement. Throws `forbidden`. */
export async function readOwnBalances(scope: ViewerScope, userId: UserId): Promise<OwnBalances> {
  assertOwnerOrAdmin(scope, userId)
  return readBalances(scope, userId)
}

async function readBalances({ db }: Pick<ViewerScope, 'db'>, userId: string): Promise<OwnBalances> {
  const accounts = await db.ledgerAccount.findMany({ where: { ownerId: userId }, take: 2 })
  const balanceOf = (purpose: OwnedPurpose) => {
    const account = accounts.find(({ code }) => code === userAccount(userId, purpose).code)
    return { posted: Number(account?.posted ?? 0), held: Number(account?.held ?? 0) }
  }
  const [standard, earnings] = [balanceOf('standard'), balanceOf('earnings')]
  return {
    standard: standard.posted - standard.held,
    earnings: earnings.posted,
    held: standard.held + earnings.held,
  }
}

export const walletIdOf = (userId: string) => siblingId('wallet', userId)

/** The viewer's wallet by its id; nothing for other ids. One statement. */
export async function walletsByIds(scope: ViewerScope, ids: readonly string[]): Promise<WalletRow[]> {
  const id = walletIdOf(scope.viewer.id)
  if (!ids.includes(id)) return []
  const { standard: balance, earnings, held } = await readBalances(scope, scope.viewer.id)
  return [{ id, balance, earnings, held }]
}

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
