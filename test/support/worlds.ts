import { randomInt } from 'node:crypto'
import { unitySortKey } from '../../src/areas/files/unity/packages.ts'
import { recordVisit } from '../../src/areas/worlds/visits/queries.ts'
import { createWorld } from '../../src/areas/worlds/world/create.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { GUEST_USER_ID, isId, newId, type UserId, type WorldId } from '../../src/kernel/ids.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { parseFileUrl } from '../../src/kernel/webUrls.ts'
import type { TestApp } from './app.ts'
import { aName } from './users.ts'

const PUBLIC_URL = 'http://plaza.test'

/** Inserts completely uploaded files whose bytes are not stored, by one statement; returns their URLs. */
async function fileUrls(app: TestApp, ownerId: string, extensions: readonly string[], status = 'complete') {
  const { db, now } = app.scope()
  const files = extensions.map((extension) => {
    const mimeType = extension === '.vrcw' ? 'application/x-world' : 'image/png'
    return { id: newId('file', now), mimeType, extension }
  })
  await db.$executeRaw`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(files)}::json) AS f (id text, "mimeType" text, extension text)),
    file AS (
      INSERT INTO "File" ("id", "ownerId", "name", "mimeType", "extension", "createdAt", "updatedAt")
      SELECT id, ${ownerId}, id, "mimeType", extension, ${now}, ${now} FROM given),
    version AS (INSERT INTO "FileVersion" ("fileId", "version", "createdAt") SELECT id, 1, ${now} FROM given)
    INSERT INTO "FileData"
      ("fileId", "version", "type", "category", "status", "fileName", "contentType", "md5", "sizeInBytes", "blobKey")
    SELECT id, 1, 'file', 'simple', ${status}, id, "mimeType", 'x', 1, id FROM given`
  return files.map(({ id }) => `${PUBLIC_URL}/api/1/file/${id}/1/file`)
}

/** Inserts a completely uploaded file whose bytes are not stored; returns its URL. */
export async function aFileUrl(app: TestApp, ownerId: string, extension = '.vrcw', status = 'complete') {
  const [url = ''] = await fileUrls(app, ownerId, [extension], status)
  return url
}

export const fileIdIn = (url: string) => /file_[0-9a-f-]{36}/.exec(url)?.[0] ?? ''

/** The request body that creates a world of a user. */
export async function aWorldRequest(app: TestApp, ownerId: string) {
  const [assetUrl = '', imageUrl = ''] = await fileUrls(app, ownerId, ['.vrcw', '.png'])
  return { name: aName('World '), assetUrl, imageUrl, unityVersion: '2022.3.22f1' }
}

type Given = Partial<Prisma.WorldUncheckedUpdateManyInput> & { readonly name?: string }

/** Creates a public world of a user; `given` columns are then set in the database. */
export async function aWorld(app: TestApp, author: { readonly id: UserId }, given: Given = {}): Promise<WorldId> {
  const scope = {
    ...app.scope(),
    viewer: null,
    clientInfo: { ...app.scope().clientInfo, network: aName() },
  }
  const { name, ...request } = await aWorldRequest(app, GUEST_USER_ID)
  const id = await createWorld(scope, { ...request, name: given.name ?? name })
  const files = [request.assetUrl, request.imageUrl].map((url) => parseFileUrl(scope, url)?.fileId ?? '')
  await scope.db.file.updateMany({ where: { id: { in: files } }, data: { ownerId: author.id } })
  const { name: _, ...rest } = given
  await scope.db.world.updateMany({ where: { id }, data: { authorId: author.id, releaseStatus: 'public', ...rest } })
  return id
}

/** Adds a package for a further platform to a world. */
export async function aPackage(app: TestApp, worldId: WorldId, platform: string, unityVersion = '2022.3.22f1') {
  const { db, now } = app.scope()
  const number = BigInt(unitySortKey(unityVersion) ?? 0)
  const world = await db.world.findUniqueOrThrow({ where: { id: worldId } })
  const data = { id: newId('unityPackage', now), worldId, platform, unityVersion, unitySortNumber: number }
  const rest = { assetVersion: 1, assetUrl: await aFileUrl(app, world.authorId), createdAt: now }
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

/** Inserts an instance of a world with these occupants; the first is its creator. Returns the instance id. */
export async function anOccupiedInstance(app: TestApp, worldId: string, type: string, people: readonly UserId[]) {
  const { db, now } = app.scope()
  const instanceId = String(randomInt(10_000, 99_999_999))
  const location = `${worldId}:${instanceId}`
  const [creatorId] = people
  if (!creatorId) throw new Error('an instance needs a creator')
  const about = { location, worldId, instanceId, name: instanceId, type, creatorId, region: 'us' }
  await db.instance.create({
    data: { ...about, secureName: aName(), capacity: 16, recommendedCapacity: 8, createdAt: now },
  })
  const occupants = people.map((userId) => ({ userId, location, platform: 'android', joinedAt: now }))
  await db.occupant.createMany({ data: occupants })
  return instanceId
}

/** Records a user's visit to a world. */
export const aVisit = (app: TestApp, userId: UserId, worldId: WorldId) =>
  transact(systemScope(app.app.services), (tx) => recordVisit(tx, userId, worldId))

/** Inserts a favorite world of a user; returns the id of the favorite. */
export async function aWorldFavorite(app: TestApp, userId: UserId, favoriteId: string, group = 'worlds1') {
  const { db, now } = app.scope()
  const { id } = await db.favorite.create({
    data: { id: newId('favorite', now), userId, type: 'world', favoriteId, group, createdAt: now },
  })
  return id
}

export function parseWorldId(text: string): WorldId {
  if (!isId('world', text)) throw new Error(`${text} is not the id of a world`)
  return text
}
