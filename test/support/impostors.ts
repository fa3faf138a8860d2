import { fileUrl } from '../../src/areas/files/links.ts'
import { addStoredAsset } from '../../src/areas/files/uploads/uploadedVersions.ts'
import type { BuiltImpostor, ImpostorBuilder } from '../../src/kernel/impostors.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'
import { anAvatar, aPackageOf } from './avatars.ts'
import type { TestUser } from './users.ts'

/** Stores an asset of a person; answers its address and the id of its file. */
export async function anAsset(app: TestApp, { id: ownerId }: Pick<TestUser, 'id'>, text: string) {
  const scope = app.scope()
  const blob = await scope.blobs.store(Buffer.from(text), 'application/x-avatar')
  const file = { ownerId, name: 'An avatar', mimeType: 'application/x-avatar', extension: '.vrca', blob }
  const fileId = await transact(scope, (tx) => addStoredAsset(tx, file))
  scope.blobs.settle(blob.key)
  return { assetFileId: fileId, assetUrl: fileUrl(scope.rules.publicUrl, { fileId, version: 1 }) }
}

/** Inserts an avatar of a person with assets for these platforms, whose bytes are the name of the platform. */
export async function anAvatarWithAssets(
  app: TestApp,
  author: Pick<TestUser, 'id'>,
  platforms: readonly string[] = ['standalonewindows'],
) {
  const avatarId = await anAvatar(app, author)
  for (const platform of platforms)
    await aPackageOf(app, avatarId, { platform, ...(await anAsset(app, author, platform)) })
  return avatarId
}

/** The impostors of an avatar as its author gets them. */
export async function impostorsOf({ api }: Pick<TestUser, 'api'>, avatarId: string) {
  const { unityPackages } = await api.call('getAvatar', { avatarId })
  return unityPackages.filter(({ variant }) => variant === 'impostor')
}

/** A builder that calls a function for each asset that it is to build. */
export const aBuilder = (build: (platform: string) => Promise<Buffer>, workers = 1): ImpostorBuilder => ({
  name: 'recorded',
  isConnected: true,
  workers,
  build: async ({ platform }): Promise<BuiltImpostor> => ({ bytes: await build(platform), impostorizerVersion: '1.2' }),
})
