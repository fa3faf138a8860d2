import { assertStaff } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { lockUser } from '../../users/locks.ts'
import { assertReason } from '../subscriptions/adminGrants.ts'
import { houseAccount, postTransfer, userAccount } from './transfers.ts'

/** What an admin gives a person, or takes. */
interface AdminTransfer {
  readonly userId: string
  /** From 1 to 10,000,000. */
  readonly tokens: number
  /** Names the act, so that a repeated one is the first. */
  readonly idempotencyKey: string
  /** Why, for the audit log. */
  readonly reason: string
}

const MAX_TOKENS = 10_000_000

/** Throws `invalid` unless this is a number of tokens that one act can move. */
export function assertTokens(tokens: number): void {
  if (tokens < 1) throw invalid('tokens', 'tokens: at least 1', { reason: 'too_small', min: 1 })
  if (tokens > MAX_TOKENS)
    throw invalid('tokens', `tokens: at most ${MAX_TOKENS}`, { reason: 'too_large', max: MAX_TOKENS })
}

/** The rules for what is given of a transfer by an admin. */
export const adminTransferRules = ({ tokens, reason }: Partial<AdminTransfer>): InputRule[] => [
  () => tokens !== undefined && assertTokens(tokens),
  () => reason !== undefined && assertReason(reason),
]

/**
 * Gives a person tokens. The same key answers the first transfer again. Returns the number of the transfer. Throws
 * `forbidden` unless the viewer is an admin, `missing` for an unknown person, `invalid` for a key that was used for others.
 */
export const grantTokens = (scope: Scope, given: AdminTransfer): Promise<string> =>
  moveTokens(scope, 'grantTokens', given)

/**
 * Takes tokens from a person, who never has less than 0: throws `invalid` with reason insufficient_funds, else like
 * `grantTokens`. Tokens that are held stay.
 */
export const revokeTokens = (scope: Scope, given: AdminTransfer): Promise<string> =>
  moveTokens(scope, 'revokeTokens', given)

const KINDS = { grantTokens: 'grant', revokeTokens: 'revoke' } as const
type Act = keyof typeof KINDS

async function moveTokens(scope: Scope, act: Act, given: AdminTransfer): Promise<string> {
  assertStaff(scope, 'economy')
  await assertAll(adminTransferRules(given))
  return moveOnce(scope, act, given)
}

/** Moves tokens with an audit entry, unless the key was used before. */
function moveOnce(scope: Scope, act: Act, given: AdminTransfer): Promise<string> {
  const { userId, tokens, idempotencyKey, reason } = given
  return transact(scope, async (tx) => {
    await lockUser(tx, userId)
    const known = await findKnown(tx, act, given)
    if (known !== undefined) return known
    return staffAct(tx, act, async (open) => {
      const transferId = await postAdminTransfer(open, act, given)
      return { subjectId: userId, details: { tokens, reason, idempotencyKey, transferId }, result: transferId }
    })
  })
}

const keyOf = (act: Act, { userId, idempotencyKey }: Pick<AdminTransfer, 'userId' | 'idempotencyKey'>) =>
  `${KINDS[act]}:${userId}:${idempotencyKey}`

/** Moves tokens between a person and the account of grants, for an admin or the command line. The caller has locked the person. */
export const postAdminTransfer = (
  tx: Scope & InTransaction,
  act: Act,
  { reason, ...given }: AdminTransfer,
): Promise<string> => {
  const amount = act === 'grantTokens' ? given.tokens : -given.tokens
  return postTransfer(tx, {
    key: keyOf(act, given),
    kind: KINDS[act],
    postings: [
      { account: houseAccount('grants'), amount: -amount },
      { account: userAccount(given.userId, 'standard'), amount },
    ],
    actorId: tx.viewer?.id ?? null,
    memo: reason,
  })
}

/** The transfer that the key has made; throws `invalid` if it moved another number of tokens. */
async function findKnown({ db }: InTransaction, act: Act, given: AdminTransfer): Promise<string | undefined> {
  const known = await db.ledgerTransfer.findUnique({ where: { key: keyOf(act, given) }, include: { entries: true } })
  if (!known) return undefined
  if (known.entries.every(({ amount }) => Math.abs(Number(amount)) === given.tokens)) return String(known.id)
  throw invalid('idempotencyKey', 'idempotencyKey: was used for another number of tokens', 'key_reused')
}
