import type { Prisma } from '../../../generated/prisma/client.ts'
import { newId, PLATFORM_USER_ID } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { hasRows } from '../../../kernel/seedRows.ts'
import { fillNameSkeletons } from '../../accounts/account/names.ts'
import { ensureSystemUsers } from '../../users/users.ts'
import { seedClientConfig } from './clientConfig.ts'
import { seedFrontendAssets } from './frontendAssets.ts'

/**
 * Inserts the rows that every installation needs: system accounts, client configuration, permissions and a first build
 * of the web frontend, and fills columns that rows of older versions lack. Existing rows are kept, since admins may have changed them; safe to run on several nodes at once.
 * Runs at each start, after the migrations.
 */
export async function ensureSeedData(scope: Scope): Promise<void> {
  await ensureSystemUsers(scope)
  await fillNameSkeletons(scope)
  await ensureConfig(scope)
  await ensurePermissions(scope)
  await ensureAssets(scope)
}

async function ensureConfig(scope: Scope) {
  const { client, now } = scope
  const data = Object.entries(seedClientConfig).map(([key, value]) => ({ key, value, updatedAt: now }))
  if (await hasRows(scope, data, { table: 'ConfigEntry', columns: ['key'] })) return
  await client.configEntry.createMany({ data, skipDuplicates: true })
}

async function ensurePermissions(scope: Scope) {
  const { client, now } = scope
  if (await hasRows(scope, seedPermissions, { table: 'Permission', columns: ['name'] })) return
  const owned = { ownerId: PLATFORM_USER_ID, createdAt: now, updatedAt: now }
  const data = seedPermissions.map((permission) => ({ id: newId('permission', now), ...permission, ...owned }))
  await client.permission.createMany({ data, skipDuplicates: true })
}

async function ensureAssets(scope: Scope) {
  const { client, now } = scope
  const known = { table: 'FrontendAsset', columns: ['kind', 'variant', 'branch'] } as const
  if (await hasRows(scope, seedFrontendAssets, known)) return
  const data = seedFrontendAssets.map((asset) => ({ ...asset, updatedAt: now }))
  await client.frontendAsset.createMany({ data, skipDuplicates: true })
}

interface SeedPermission {
  readonly displayName: string
  readonly description: string
  readonly data: Prisma.JsonObject
}

const permissions: Readonly<Record<string, SeedPermission>> = {
  'permission-create-groups': {
    displayName: 'Groups',
    description: 'Creates groups, and is in more of them.',
    data: { maxGroupsOwned: 5, maxGroupsJoined: 200 },
  },
  'permission-early-adopter-tags': {
    displayName: 'Early adopter',
    description: 'Carries the tag of those who came first.',
    data: { tags: ['system_early_adopter'] },
  },
  'permission-extra-favorites-avatar-groups': {
    displayName: 'More favorite avatars',
    description: 'Has four groups of favorite avatars.',
    data: { maxFavoriteGroups: { avatar: 4 }, maxFavoritesPerGroup: { avatar: 50 } },
  },
  'permission-invite-photos': {
    displayName: 'Photos in invites',
    description: 'Sends invites and their answers with a photo.',
    data: {},
  },
  'permission-profile-pic-override': {
    displayName: 'Profile picture',
    description: 'Shows a picture of choice in place of the avatar.',
    data: {},
  },
  'permission-supporter-tags': {
    displayName: 'Supporter',
    description: 'Carries the tag of supporters.',
    data: { tags: ['system_supporter'] },
  },
  'permission-trust-boost': { displayName: 'Trust boost', description: 'Climbs the ranks of trust sooner.', data: {} },
  'permission-user-gallery': { displayName: 'Gallery', description: 'Keeps pictures in a gallery.', data: { max: 64 } },
  'permission-user-icons': {
    displayName: 'User icon',
    description: 'Shows an icon of choice beside the name.',
    data: { max: 64 },
  },
}

/** Permissions that legacy clients know by name. */
const seedPermissions = Object.entries(permissions).map(([name, fields]) => ({ name, ...fields }))

/** The permission of those who have a paid membership. */
export const SUPPORTER_PERMISSION_NAME = 'permission-supporter-tags'

/** The permission with which people sell, which the economy makes. */
export const SELLER_PERMISSION_NAME = 'permission-seller'

/** Whether clients and the server know a permission by its name, which therefore stays. */
export const isBaselinePermission = (name: string): boolean =>
  Object.hasOwn(permissions, name) || name === SELLER_PERMISSION_NAME
