import { isStaff } from '../../kernel/access.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hasAcceptedTerms } from './economyProfile.ts'
import { userAccount } from './ledger/transfers.ts'

/** Tokens of a person and what the economy knows of them, for the staff. */
export interface PersonEconomy {
  readonly userId: string
  /** Tokens that can be spent: those that are held are not among them. */
  readonly balance: number
  /** Tokens that sales brought, those that are held among them. */
  readonly earnings: number
  /** Tokens of both that are held for now. */
  readonly held: number
  /** Tokens of taken-back payments that were spent, and are to be repaid. */
  readonly debt: number
  /** Since when the person cannot spend; null if they can. */
  readonly blockedAt: Date | null
  readonly blockedReason: string | null
  readonly hasAcceptedTerms: boolean
}

/** The tokens of people; none unless staff with `economy` or `people` asks. Two statements. */
export async function readPersonEconomies(scope: Scope, userIds: readonly string[]): Promise<PersonEconomy[]> {
  if (!isStaff(scope, 'economy', 'people')) return []
  const ids = [...userIds]
  const [accounts, profiles] = await Promise.all([
    scope.db.ledgerAccount.findMany({ where: { ownerId: { in: ids } } }),
    scope.db.economyProfile.findMany({ where: { userId: { in: ids } } }),
  ])
  const balances = new Map(
    accounts.map(({ code, posted, held }) => [code, { posted: Number(posted), held: Number(held) }]),
  )
  const known = new Map(profiles.map((profile) => [profile.userId, profile]))
  return ids.map((userId) => {
    const standard = balances.get(userAccount(userId, 'standard').code) ?? NOTHING
    const earnings = balances.get(userAccount(userId, 'earnings').code) ?? NOTHING
    const profile = known.get(userId)
    return {
      userId,
      balance: standard.posted - standard.held,
      earnings: earnings.posted,
      held: standard.held + earnings.held,
      debt: Number(profile?.debt ?? 0),
      blockedAt: profile?.blockedAt ?? null,
      blockedReason: profile?.blockedReason || null,
      hasAcceptedTerms: hasAcceptedTerms(scope, profile),
    }
  })
}

const NOTHING = { posted: 0, held: 0 }
