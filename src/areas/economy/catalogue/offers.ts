import type { SubscriptionPlan, TokenBundle } from '../../../generated/prisma/client.ts'
import { assertStaff } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { characterCount } from '../../../kernel/texts.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { isPeriodUnit } from '../period.ts'
import { assertList } from './fieldRules.ts'
import { MAX_LISTINGS_OF_STORE } from './manageStores.ts'

/** All subscriptions that exist, the cheapest first. */
export const listPlans = ({ db }: Pick<Scope, 'db'>): Promise<SubscriptionPlan[]> =>
  db.subscriptionPlan.findMany({ orderBy: [{ amount: 'asc' }, { id: 'asc' }], take: 100 })

/** What people can subscribe to, as an admin sets it; ids of stores that do not sell it are empty. */
type PlanInput = Omit<SubscriptionPlan, 'createdAt' | 'updatedAt'>

/** The rules for what is given of a plan. */
export const planRules = (input: Partial<PlanInput>): InputRule[] => {
  const { id, amount, period, tier, priceTokens, licenseGroupId: _, isActive: __, ...texts } = input
  return [
    slugRule(id),
    numberRule('amount', amount),
    numberRule('tier', tier, 1),
    numberRule('priceTokens', priceTokens, 1),
    () => {
      if (period !== undefined && !isPeriodUnit(period)) throw invalid('period', 'period: unknown', 'unknown_value')
    },
    ...textRules(texts),
  ]
}

/**
 * Makes a plan or replaces one; subscriptions stay as they were bought. Throws `forbidden` unless the viewer is an admin, `invalid`
 * for invalid fields, an unknown license group, and another one than the plan has had: what is in the group can be changed, and
 * reaches all who hold it.
 */
export async function setSubscription(scope: Scope, input: PlanInput): Promise<SubscriptionPlan> {
  await assertAll(planRules(input))
  return staffAct(scope, 'setSubscription', async ({ db, now }) => {
    const { id, licenseGroupId, amount, period, tier, isActive, priceTokens } = input
    const group = await db.licenseGroup.count({ where: { id: licenseGroupId } })
    if (group === 0)
      throw invalid('licenseGroupId', `licenseGroupId: there is no ${licenseGroupId}`, 'unknown_reference')
    const { licenseGroupId: _, ...update } = { ...input, updatedAt: now }
    const create = { ...input, createdAt: now, updatedAt: now }
    // The group stays as it was, or people would keep licenses of a group that is no longer the plan's.
    const result = await db.subscriptionPlan.upsert({ where: { id }, create, update })
    if (result.licenseGroupId !== licenseGroupId)
      throw invalid('licenseGroupId', 'licenseGroupId: stays that of the subscription', 'wrong_combination')
    return { subjectId: id, details: { amount, period, tier, isActive, priceTokens }, result }
  })
}

/** Bundles that are sold, those with the fewest tokens first. */
export const listTokenBundles = ({ db }: Pick<Scope, 'db'>): Promise<TokenBundle[]> =>
  db.tokenBundle.findMany({ where: { isActive: true }, orderBy: [{ tokens: 'asc' }, { id: 'asc' }], take: 100 })

/** All bundles, also those that are not sold. Throws `forbidden` unless staff with `economy` asks. */
export function listAllTokenBundles(scope: Scope): Promise<TokenBundle[]> {
  assertStaff(scope, 'economy')
  return scope.db.tokenBundle.findMany({ orderBy: [{ tokens: 'asc' }, { id: 'asc' }], take: 100 })
}

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
  return staffAct(scope, 'setTokenBundle', async ({ db, now }) => {
    const { id, tokens, amount, isActive } = input
    const fields = { ...input, imageUrl: storedUrl(scope, input.imageUrl), updatedAt: now }
    const result = await db.tokenBundle.upsert({ where: { id }, create: { ...fields, createdAt: now }, update: fields })
    return { subjectId: id, details: { tokens, amount, isActive }, result }
  })
}

/** Most cents of a price, and most tokens. */
const MAX_NUMBER = 100_000_000
const MAX_DESCRIPTION = 1_000
/** Length of an id of an external store. */
const MAX_STORE_ID = 200
const SLUG = /^[a-z0-9][a-z0-9_.-]{0,99}$/

/** The rule of the slug of a bundle or plan. */
const slugRule =
  (id: string | undefined): InputRule =>
  () => {
    if (id !== undefined && !SLUG.test(id))
      throw invalid('id', 'id: 1 to 100 lower case letters, digits, dots, dashes, underscores', {
        reason: 'invalid_characters',
        min: 1,
        max: 100,
      })
  }

/** The rule of a number of cents, tokens, or a rank; what is not given is right. */
const numberRule =
  (field: string, value: number | null | undefined, min = 0): InputRule =>
  () => {
    if (value == null) return
    if (value < min) throw invalid(field, `${field}: at least ${min}`, { reason: 'too_small', min })
    if (value > MAX_NUMBER)
      throw invalid(field, `${field}: at most ${MAX_NUMBER}`, { reason: 'too_large', max: MAX_NUMBER })
  }

/** The rules of texts: ids of external stores, and the description, which has more characters. */
const textRules = (texts: Readonly<Record<string, string | undefined>>): InputRule[] =>
  Object.entries(texts).map(([field, text]) => () => {
    const max = field === 'description' ? MAX_DESCRIPTION : MAX_STORE_ID
    if (text !== undefined && (characterCount(text) > max || text.includes('\0')))
      throw invalid(field, `${field}: at most ${max} characters`, { reason: 'too_long', max })
  })

const MAX_STORES = 20

/** The rules for the stores that offer a listing: stores of its seller, of groups that the seller owns and of worlds. */
export const offeringRules = (
  scope: Pick<Scope, 'db'>,
  sellerId: string,
  storeIds: readonly string[] | undefined,
): InputRule[] => [
  () => assertList('storeIds', storeIds, MAX_STORES),
  () => assertStores(scope, sellerId, [...new Set(storeIds)].slice(0, MAX_STORES)),
]

async function assertStores({ db }: Pick<Scope, 'db'>, sellerId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const stores = await db.store.findMany({
    where: { id: { in: ids }, sellerId, storeType: { not: 'house' } },
    select: { groupId: true },
  })
  const groupIds = stores.flatMap(({ groupId }) => groupId ?? [])
  const owned = { id: { in: groupIds }, ownerId: sellerId, deletedAt: null }
  const isOwned = groupIds.length === 0 || (await db.group.count({ where: owned })) === groupIds.length
  if (stores.length < ids.length || !isOwned)
    throw invalid('storeIds', 'storeIds must be stores of yours', 'unknown_reference')
}

/**
 * Makes the stores that offer a listing, whose seller is locked, these; it comes last in those that did not offer it. Throws
 * `invalid` for a store that offers as many listings as it can.
 */
export async function writeStores(
  { db }: InTransaction,
  listingId: string,
  storeIds: readonly string[] | undefined,
): Promise<void> {
  if (storeIds === undefined) return
  const offering = await db.storeListing.findMany({ where: { listingId } })
  await db.storeListing.deleteMany({ where: { listingId, storeId: { notIn: [...storeIds] } } })
  const added = storeIds.filter((id) => !offering.some(({ storeId }) => storeId === id))
  for (const storeId of added) {
    const { _count: count, _max: last } = await db.storeListing.aggregate({
      where: { storeId },
      _count: true,
      _max: { position: true },
    })
    if (count >= MAX_LISTINGS_OF_STORE)
      throw invalid('storeIds', `storeIds must be stores with less than ${MAX_LISTINGS_OF_STORE} listings`, {
        reason: 'too_many_entries',
        max: MAX_LISTINGS_OF_STORE,
      })
    await db.storeListing.create({ data: { storeId, listingId, position: (last.position ?? -1) + 1 } })
  }
}
