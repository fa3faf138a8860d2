import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { ensureSystemUsers, PLATFORM_USER_ID } from '../../users/systemUsers.ts'
import { seedClientConfig } from './clientConfig.ts'
import { seedFrontendAssets } from './frontendAssets.ts'
import { seedPermissions } from './permissions.ts'

/**
 * Inserts the rows that every installation needs: system accounts, client configuration, permissions and a first build
 * of the web frontend. Existing rows are kept, since admins may have changed them; safe to run on several nodes at once.
 * Runs at each start, after the migrations.
 */
export async function ensureSeedData(scope: Scope): Promise<void> {
  await ensureSystemUsers(scope)
  await ensureConfig(scope)
  await ensurePermissions(scope)
  await ensureAssets(scope)
}

async function ensureConfig({ client, now }: Scope) {
  const data = Object.entries(seedClientConfig).map(([key, value]) => ({ key, value, updatedAt: now }))
  await client.configEntry.createMany({ data, skipDuplicates: true })
}

async function ensurePermissions({ client, now }: Scope) {
  const owned = { ownerId: PLATFORM_USER_ID, createdAt: now, updatedAt: now }
  const data = seedPermissions.map((permission) => ({ id: newId('permission', now), ...permission, ...owned }))
  await client.permission.createMany({ data, skipDuplicates: true })
}

async function ensureAssets({ client, now }: Scope) {
  const data = seedFrontendAssets.map((asset) => ({ ...asset, updatedAt: now }))
  await client.frontendAsset.createMany({ data, skipDuplicates: true })
}
