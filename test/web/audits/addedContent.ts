import { newId, type UserId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { aUser } from '../../support/users.ts'
import { anOccupiedInstance } from '../../support/worlds.ts'

/** Gives a person a public prop with a bundle. */
export async function addProp(app: TestApp, authorId: UserId): Promise<void> {
  const { db, now } = app.scope()
  const { imageUrl } = await db.avatar.findFirstOrThrow({ where: { searchable: true } })
  const texts = { name: 'More', description: 'More', imageUrl, releaseStatus: 'public' }
  const bundle = { platform: 'standalonewindows', unityVersion: '2022.3.22f1', assetVersion: 1, assetUrl: imageUrl }
  await db.prop.create({
    data: {
      ...{ id: newId('prop', now), authorId, ...texts, spawnType: 0, worldPlacementMask: 1 },
      ...{ createdAt: now, updatedAt: now, packages: { create: bundle } },
    },
  })
}

interface Places {
  readonly ada: UserId
  /** An instance. */
  readonly location: string
  readonly worldId: string
  readonly groupId: string
}

/** Gives Ada an instance that she was in, one of her group, and something for all that is given away. */
export async function addPlaces(app: TestApp, { ada, location, worldId, groupId }: Places): Promise<void> {
  const { db, now } = app.scope()
  await db.recentLocation.create({ data: { userId: ada, location, at: now } })
  const host = { ownerId: groupId, groupAccessType: 'members' }
  const groupInstanceId = await anOccupiedInstance(app, worldId, 'group', [(await aUser(app)).id])
  await db.instance.update({ where: { location: `${worldId}:${groupInstanceId}` }, data: host })
  const given = await db.inventoryDrop.findFirstOrThrow({ orderBy: { createdAt: 'asc' } })
  await db.inventoryDrop.create({ data: { ...given, notificationDetails: {}, id: newId('inventoryDrop', now) } })
}
