import { randomInt } from 'node:crypto'
import { createWorld } from '../../src/areas/worlds/creating.ts'
import { unitySort } from '../../src/areas/worlds/unityVersions.ts'
import { recordVisit } from '../../src/areas/worlds/visits.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { isId, newId, type UserId, type WorldId } from '../../src/kernel/ids.ts'
import { platformScope } from '../../src/kernel/scope.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'
import { aName } from './people.ts'

const PUBLIC_URL = 'http://plaza.test'

/** The address of a file that somebody has uploaded wholly; its bytes are nowhere. */
export async function aStoredFile(app: TestApp, ownerId: string, extension = '.vrcw', status = 'complete') {
  const { db, now } = app.scope()
  const id = newId('file', now)
  const mimeType = extension === '.vrcw' ? 'application/x-world' : 'image/png'
  const data = { fileName: id, contentType: mimeType, md5: 'x', sizeInBytes: 1, blobKey: id }
  const version = {
    version: 1,
    createdAt: now,
    data: { create: { type: 'file', category: 'simple', status, ...data } },
  }
  const written = { name: id, mimeType, extension, createdAt: now, updatedAt: now }
  await db.file.create({ data: { id, ownerId, ...written, versions: { create: version } } })
  return `${PUBLIC_URL}/api/1/file/${id}/1/file`
}

export const fileIdIn = (url: string) => /file_[0-9a-f-]{36}/.exec(url)?.[0] ?? ''

/** What a client sends to make a world of its person's. */
export async function aWorldRequest(app: TestApp, ownerId: string) {
  return {
    name: aName('World '),
    assetUrl: await aStoredFile(app, ownerId),
    imageUrl: await aStoredFile(app, ownerId, '.png'),
    unityVersion: '2022.3.22f1',
  }
}

type Given = Partial<Prisma.WorldUncheckedUpdateManyInput> & { readonly name?: string }

/** A world of somebody's, made by the act, and then as the test wants it. */
export async function aWorld(app: TestApp, author: { readonly id: UserId }, given: Given = {}): Promise<WorldId> {
  const scope = { ...app.scope(), viewer: null, origin: { address: aName(), userAgent: '', via: 'client' as const } }
  const { name, ...request } = await aWorldRequest(app, author.id)
  const id = await createWorld(scope, { ...request, name: given.name ?? name })
  const { name: _, ...rest } = given
  await scope.db.world.update({ where: { id }, data: { authorId: author.id, releaseStatus: 'public', ...rest } })
  return id
}

/** Gives a world a package for a further platform. */
export async function aPackage(app: TestApp, worldId: WorldId, platform: string, unityVersion = '2022.3.22f1') {
  const { db, now } = app.scope()
  const number = BigInt(unitySort(unityVersion) ?? 0)
  const world = await db.world.findUniqueOrThrow({ where: { id: worldId } })
  const data = { id: newId('unityPackage', now), worldId, platform, unityVersion, unitySortNumber: number }
  const rest = { assetVersion: 1, assetUrl: await aStoredFile(app, world.authorId), createdAt: now }
  await db.unityPackage.create({ data: { ...data, ...rest } })
  await db.world.update({
    where: { id: worldId },
    data: {
      platforms: [...world.platforms, platform],
      minUnitySort: number < world.minUnitySort ? number : world.minUnitySort,
      maxUnitySort: number > world.maxUnitySort ? number : world.maxUnitySort,
    },
  })
}

/** An instance of a world with these people in it. */
export async function anInstance(app: TestApp, worldId: string, type: string, people: readonly UserId[]) {
  const { db, now } = app.scope()
  const instanceId = String(randomInt(10_000, 99_999_999))
  const location = `${worldId}:${instanceId}`
  const [creatorId] = people
  if (!creatorId) throw new Error('an instance needs somebody who made it')
  const about = { location, worldId, instanceId, name: instanceId, type, creatorId, region: 'us' }
  await db.instance.create({
    data: { ...about, secureName: aName(), capacity: 16, recommendedCapacity: 8, createdAt: now },
  })
  const occupants = people.map((userId) => ({ userId, location, platform: 'android', joinedAt: now }))
  await db.occupant.createMany({ data: occupants })
  return instanceId
}

/** Somebody comes into a world. */
export const aVisit = (app: TestApp, userId: UserId, worldId: WorldId) =>
  transact(platformScope(app.app.outside), (open) => recordVisit(open, userId, worldId))

/** Somebody has a world among their favorites. */
export async function aFavorite(app: TestApp, userId: UserId, favoriteId: string, group = 'worlds1') {
  const { db, now } = app.scope()
  const { id } = await db.favorite.create({
    data: { id: newId('favorite', now), userId, type: 'world', favoriteId, group, createdAt: now },
  })
  return id
}

export function worldIdOf(text: string): WorldId {
  if (!isId('world', text)) throw new Error(`${text} is no world's id`)
  return text
}
