import type { TokenBundle } from '../../../generated/prisma/client.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { numberRule, slugRule, textRules } from './offerRules.ts'

/** Bundles that are sold, those with the fewest tokens first. */
export const listTokenBundles = ({ db }: Pick<Scope, 'db'>): Promise<TokenBundle[]> =>
  db.tokenBundle.findMany({ where: { isActive: true }, orderBy: [{ tokens: 'asc' }, { id: 'asc' }], take: 100 })

/** A bundle of tokens as an admin sets it; ids of stores that do not sell it are empty. */
type TokenBundleInput = Omit<TokenBundle, 'createdAt' | 'updatedAt'>

/** The rules for what is given of a bundle. */
export const tokenBundleRules = ({
  id,
  tokens,
  amount,
  isActive: _,
  ...texts
}: Partial<TokenBundleInput>): InputRule[] => [
  slugRule(id),
  numberRule('tokens', tokens, 1),
  numberRule('amount', amount),
  ...textRules(texts),
]

/**
 * Makes a bundle of tokens or replaces one; what was bought stays as it was. Throws `forbidden` unless the viewer is an admin,
 * `invalid` for invalid fields.
 */
export async function setTokenBundle(scope: Scope, input: TokenBundleInput): Promise<TokenBundle> {
  await assertAll(tokenBundleRules(input))
  return adminAct(scope, 'setTokenBundle', async ({ db, now }) => {
    const { id, tokens, amount, isActive } = input
    const fields = { ...input, updatedAt: now }
    const result = await db.tokenBundle.upsert({ where: { id }, create: { ...fields, createdAt: now }, update: fields })
    return { subjectId: id, details: { tokens, amount, isActive }, result }
  })
}
