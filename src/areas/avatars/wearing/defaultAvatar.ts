import { newId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { hasRows } from '../../../kernel/seedRows.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { DEFAULT_AVATAR_ID } from '../../accounts/account/defaultAvatar.ts'
import { addImageFile, lockImageQuota, type StoredImage } from '../../files/images/images.ts'
import { noteFreedBlob, withRowOf } from '../../files/storage/freedContent.ts'
import { unitySortKey } from '../../files/unity/versions.ts'
import { fileUrl } from '../../files/urls.ts'
import { PLATFORM_USER_ID } from '../../users/systemUsers.ts'
import { defaultPicture } from './defaultPicture.ts'

/** Platforms for which an admin can upload assets: no content of the engine comes with the server. */
const PLATFORMS = ['standalonewindows', 'android', 'ios'] as const
const UNITY_VERSION = '2022.3.22f1'
const TAGS = ['admin_featured_quest', 'admin_quest_fallback']

/**
 * Inserts the avatar that everybody wears who has chosen no other, with a picture. An existing one is kept, as admins may
 * have changed it; safe to run on several nodes at once. Runs at each start, after the system accounts are there.
 */
export async function ensureDefaultAvatar(scope: Scope): Promise<void> {
  if (await hasRows(scope, [{ id: DEFAULT_AVATAR_ID }], { table: 'Avatar', columns: ['id'] })) return
  const image = defaultPicture()
  const blob = await scope.blobs.store(image.bytes, image.contentType)
  const isInserted = await withRowOf(scope, blob, () =>
    transact(platformScope(scope), (tx) => insertAvatar(tx, { image, blob })),
  )
  if (!isInserted) await noteFreedBlob(scope, blob.key)
}

const platformScope = (scope: Scope): ViewerScope => ({
  ...scope,
  viewer: { id: PLATFORM_USER_ID, sessionId: newId('session', scope.now), admin: false, pendingFactors: [] },
})

/** Answers false when another node has done it meanwhile. */
async function insertAvatar(tx: ViewerScope & InTransaction, picture: StoredImage): Promise<boolean> {
  const { db, now, rules } = tx
  const imageFileId = newId('file', now)
  const imageUrl = fileUrl(rules.publicUrl, { fileId: imageFileId, version: 1 })
  const texts = { name: 'Robot', nameKey: 'robot', description: 'What everybody looks like at first.' }
  const times = { publicationDate: now, createdAt: now, updatedAt: now }
  const sortNumber = BigInt(unitySortKey(UNITY_VERSION) ?? 0)
  const { count } = await db.avatar.createMany({
    data: [
      {
        id: DEFAULT_AVATAR_ID,
        authorId: PLATFORM_USER_ID,
        ...texts,
        imageUrl,
        imageFileId,
        releaseStatus: 'public',
        featured: true,
        tags: TAGS,
        shuffleKey: 0,
        platforms: [...PLATFORMS],
        minUnitySort: sortNumber,
        maxUnitySort: sortNumber,
        ...times,
        // Accounts that are older than it get its picture by the job, which runs at the start.
        wearersDueAt: tx.now,
      },
    ],
    skipDuplicates: true,
  })
  if (count === 0) return false
  await db.avatarPackage.createMany({ data: PLATFORMS.map((platform) => packageRow(tx, platform, sortNumber)) })
  await lockImageQuota(tx)
  await addImageFile(tx, 'avatarimage', picture, { id: imageFileId, animation: null })
  return true
}

const packageRow = ({ now: createdAt }: Scope, platform: string, unitySortNumber: bigint) => ({
  id: newId('unityPackage', createdAt),
  avatarId: DEFAULT_AVATAR_ID,
  platform,
  unityVersion: UNITY_VERSION,
  unitySortNumber,
  assetVersion: 1,
  createdAt,
})
