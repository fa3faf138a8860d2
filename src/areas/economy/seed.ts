import { deterministicId, newId, PLATFORM_USER_ID } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hasRows } from '../../kernel/seedRows.ts'
import { PLUS_GROUP_ID } from './licenses/queries.ts'
import { SELLER_PERMISSION } from './sellers.ts'

/** The store of the platform. */
export const HOUSE_STORE_ID = deterministicId('store', 'house')

/** Permissions that a paid membership brings, by name. */
const PLUS_PERMISSIONS = [
  'permission-user-icons',
  'permission-supporter-tags',
  'permission-invite-photos',
  'permission-user-gallery',
  'permission-profile-pic-override',
  'permission-trust-boost',
  'permission-extra-favorites-avatar-groups',
  'permission-create-groups',
]

/** Tokens and price in cents. */
const BUNDLES = [
  [200, 199],
  [600, 549],
  [1_200, 999],
  [2_500, 1_999],
  [6_500, 4_999],
] as const

const PLANS = [
  { id: 'plus-monthly', amount: 999, period: 'month', description: 'Plaza Plus for a month' },
  { id: 'plus-yearly', amount: 9_999, period: 'year', description: 'Plaza Plus for a year' },
] as const
const PLUS_TIER = 5

/** Ids by which external stores know what they sell: numeric texts, which clients expect. */
const FIRST_STORE_ITEM = 1_000

/**
 * Inserts what every installation sells: bundles of tokens, the paid membership and its licenses, the platform's store and
 * the permission to sell. Existing rows are kept, since admins may have changed them; safe to run on several nodes at once.
 */
export async function ensureEconomySeed(scope: Scope): Promise<void> {
  await ensureSellerPermission(scope)
  await ensurePlusLicenses(scope)
  await ensureBundles(scope)
  await ensurePlans(scope)
  await ensureHouseStore(scope)
}

async function ensureSellerPermission(scope: Scope) {
  const { client, now } = scope
  const seller = { name: SELLER_PERMISSION }
  if (await hasRows(scope, [seller], { table: 'Permission', columns: ['name'] })) return
  const texts = { displayName: 'Seller', description: 'Sells products for tokens.', data: {} }
  const data = { id: newId('permission', now), ...seller, ...texts, ownerId: PLATFORM_USER_ID }
  await client.permission.createMany({ data: [{ ...data, createdAt: now, updatedAt: now }], skipDuplicates: true })
}

async function ensurePlusLicenses(scope: Scope) {
  const { client, now } = scope
  const group = { id: PLUS_GROUP_ID, name: 'plus', description: 'What a paid membership brings.' }
  if (await hasRows(scope, [group], { table: 'LicenseGroup', columns: ['id'] })) return
  const { count } = await client.licenseGroup.createMany({
    data: [{ ...group, createdAt: now, updatedAt: now }],
    skipDuplicates: true,
  })
  if (count === 0) return
  const permissions = await client.permission.findMany({ where: { name: { in: PLUS_PERMISSIONS } }, take: 100 })
  const licenses = permissions.map(({ id: forId }) => ({ licenseGroupId: PLUS_GROUP_ID, forType: 'permission', forId }))
  await client.licenseGroupMember.createMany({ data: licenses, skipDuplicates: true })
}

async function ensureBundles(scope: Scope) {
  const { client, now } = scope
  const bundles = BUNDLES.map(([tokens, amount], place) => {
    const id = `tokens-${tokens}`
    const storeIds = { steamItemId: String(FIRST_STORE_ITEM + place), oculusSku: id, appleProductId: id }
    return { id, tokens, amount, description: `${tokens} tokens`, ...storeIds, createdAt: now, updatedAt: now }
  })
  if (await hasRows(scope, bundles, { table: 'TokenBundle', columns: ['id'] })) return
  await client.tokenBundle.createMany({ data: bundles, skipDuplicates: true })
}

async function ensurePlans(scope: Scope) {
  const { client, now } = scope
  if (await hasRows(scope, PLANS, { table: 'SubscriptionPlan', columns: ['id'] })) return
  const plans = PLANS.map((plan, place) => {
    const steamItemId = String(FIRST_STORE_ITEM + BUNDLES.length + place)
    return { ...plan, tier: PLUS_TIER, licenseGroupId: PLUS_GROUP_ID, steamItemId, createdAt: now, updatedAt: now }
  })
  await client.subscriptionPlan.createMany({ data: plans, skipDuplicates: true })
}

async function ensureHouseStore(scope: Scope) {
  const { client, now } = scope
  if (await hasRows(scope, [{ id: HOUSE_STORE_ID }], { table: 'Store', columns: ['id'] })) return
  const texts = { displayName: 'Plaza', description: 'What the platform sells.', status: 'public' }
  const data = { id: HOUSE_STORE_ID, storeType: 'house', sellerId: PLATFORM_USER_ID, ...texts }
  await client.store.createMany({ data: [{ ...data, createdAt: now, updatedAt: now }], skipDuplicates: true })
}
