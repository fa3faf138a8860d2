import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { hasRows } from '../../../kernel/seedRows.ts'
import { fillNameSkeletons } from '../../accounts/account/names.ts'
import { ensureSystemUsers, PLATFORM_USER_ID } from '../../users/systemUsers.ts'
import { seedClientConfig } from './clientConfig.ts'
import { seedFrontendAssets } from './frontendAssets.ts'
import { seedPermissions } from './permissions.ts'

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
