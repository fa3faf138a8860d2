import { newId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { ensureHouseUsers, PLATFORM_USER_ID } from '../users/platformUser.ts'
import { firstConfig } from './baseline/config.ts'
import { firstAssets } from './baseline/frontend.ts'
import { firstPermissions } from './baseline/permissions.ts'

/**
 * Puts the rows in place that every Plaza has: the platform's accounts, the client configuration, the permissions, the
 * frontend's first build. Only what is missing is written, so that what an admin changed stays; several nodes may do it
 * at once. Runs at each start, after the migrations.
 */
export async function ensureBaseline(scope: Scope): Promise<void> {
  await ensureHouseUsers(scope)
  await ensureConfig(scope)
  await ensurePermissions(scope)
  await ensureAssets(scope)
}

async function ensureConfig({ client, now }: Scope) {
  const data = Object.entries(firstConfig).map(([key, value]) => ({ key, value, updatedAt: now }))
  await client.configEntry.createMany({ data, skipDuplicates: true })
}

async function ensurePermissions({ client, now }: Scope) {
  const owned = { ownerId: PLATFORM_USER_ID, createdAt: now, updatedAt: now }
  const data = firstPermissions.map((permission) => ({ id: newId('permission', now), ...permission, ...owned }))
  await client.permission.createMany({ data, skipDuplicates: true })
}

async function ensureAssets({ client, now }: Scope) {
  const data = firstAssets.map((asset) => ({ ...asset, updatedAt: now }))
  await client.frontendAsset.createMany({ data, skipDuplicates: true })
}
