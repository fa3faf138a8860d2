import { type AvatarStyleId, newId, siblingId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { anAvatar, aPackageOf } from '../support/avatars.ts'
import { anImage } from '../support/files.ts'
import type { TestUser } from '../support/users.ts'
import { aFileUrl } from '../support/worlds.ts'

/** Avatars of the owner of the fixture objects. */
export interface AvatarThings {
  readonly avatarId: string
  readonly privateAvatarId: string
  /** One that may be deleted. */
  readonly goneAvatarId: string
  /** One with an asset, of which impostors can be made. */
  readonly builtAvatarId: string
  /** The only image in the gallery of the avatar with an asset. */
  readonly galleryFileId: string
  /** The package of the private avatar, by its id in the graph. */
  readonly avatarPackageId: string
  readonly avatarStyleId: AvatarStyleId
  /** A job that has ended, by its id in the graph. */
  readonly impostorJobId: string
  /** Request body that creates an avatar. */
  readonly newAvatar: { readonly name: string; readonly imageUrl: string }
}

export async function addAvatars(app: TestApp, owner: TestUser): Promise<AvatarThings> {
  const { db, now } = app.scope()
  const privateAvatarId = await anAvatar(app, owner, { releaseStatus: 'private', tags: ['author_quest_fallback'] })
  const builtAvatarId = await anAvatar(app, owner)
  await aPackageOf(app, builtAvatarId)
  const galleryForm = { file: await anImage(), tag: 'avatargallery', galleryId: builtAvatarId }
  const { id: galleryFileId } = await owner.api.call('uploadImage', { form: galleryForm })
  const avatarStyleId = newId('avatarStyle', now)
  await db.avatarStyle.create({ data: { id: avatarStyleId, name: avatarStyleId } })
  const job = { avatarId: privateAvatarId, requesterId: owner.id, state: 'DONE', createdAt: now, updatedAt: now }
  const { id: jobId } = await db.impostorJob.create({ data: { id: privateAvatarId.slice('avtr_'.length), ...job } })
  return {
    avatarId: await anAvatar(app, owner),
    privateAvatarId,
    goneAvatarId: await anAvatar(app, owner),
    builtAvatarId,
    galleryFileId,
    avatarPackageId: siblingId('avatarPackage', await aPackageOf(app, privateAvatarId)),
    avatarStyleId,
    impostorJobId: siblingId('impostorJob', jobId),
    newAvatar: { name: 'Fox', imageUrl: await aFileUrl(app, owner.id, '.png') },
  }
}
