import type { Prisma } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { aName, type TestUser } from './users.ts'
import { aFileUrl } from './worlds.ts'

export interface NewTestAvatar {
  readonly name?: string
  readonly releaseStatus?: 'public' | 'private' | 'hidden'
  readonly tags?: readonly string[]
  readonly imageUrl?: string
}

/** Inserts an avatar of a user, without files, and answers its id. */
export async function anAvatar(
  app: Pick<TestApp, 'scope'>,
  { id: authorId }: Pick<TestUser, 'id'>,
  {
    name = 'Fox',
    releaseStatus = 'public',
    tags = [],
    imageUrl = 'https://images.example/fox.png',
  }: NewTestAvatar = {},
) {
  const { db, now } = app.scope()
  const id = newId('avatar', now)
  const names = { name, nameKey: name.toLowerCase() }
  await db.avatar.create({
    data: {
      id,
      authorId,
      ...names,
      imageUrl,
      releaseStatus,
      tags: [...tags],
      shuffleKey: 1,
      createdAt: now,
      updatedAt: now,
    },
  })
  return id
}

/** Adds a package to an avatar, of no file: the standard one for Windows unless it is given otherwise. */
export async function aPackageOf(
  { scope }: Pick<TestApp, 'scope'>,
  avatarId: string,
  given: Partial<Prisma.AvatarPackageUncheckedCreateInput> = {},
) {
  const { db, now } = scope()
  const id = newId('unityPackage', now)
  const build = { platform: 'standalonewindows', unityVersion: '2022.3.22f1', unitySortNumber: 1n, assetVersion: 1 }
  const assetUrl = `https://files.example/${id}`
  await db.avatarPackage.create({ data: { id, avatarId, ...build, assetUrl, createdAt: now, ...given } })
  return id
}

/** The request body that creates an avatar of a user, with an asset. */
export async function anAvatarRequest(app: TestApp, ownerId: string) {
  return {
    name: aName('Avatar '),
    assetUrl: await aFileUrl(app, ownerId, '.vrca'),
    imageUrl: await aFileUrl(app, ownerId, '.png'),
    unityVersion: '2022.3.22f1',
  }
}
