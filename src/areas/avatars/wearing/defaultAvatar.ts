import { crc32, deflateSync } from 'node:zlib'
import { newId, PLATFORM_USER_ID } from '../../../kernel/ids.ts'
import type { EncodedImage } from '../../../kernel/images.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { hasRows } from '../../../kernel/seedRows.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { DEFAULT_AVATAR_ID } from '../../accounts/account/currentUser.ts'
import { addImageFile, type StoredImage } from '../../files/images/images.ts'
import { lockImageQuota } from '../../files/images/kinds.ts'
import { fileUrl } from '../../files/links.ts'
import { noteFreedBlob, withRowOf } from '../../files/storage/cleanup.ts'
import { unitySortKey } from '../../files/unity/packages.ts'

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
  viewer: { id: PLATFORM_USER_ID, sessionId: newId('session', scope.now), admin: false, staff: [], pendingFactors: [] },
})

/** Answers false when another node has done it meanwhile. */
async function insertAvatar(tx: ViewerScope & InTransaction, picture: StoredImage): Promise<boolean> {
  const { db, now, rules } = tx
  const imageFileId = newId('file', now)
  const imageUrl = storedUrl(tx, fileUrl(rules.publicUrl, { fileId: imageFileId, version: 1 }))
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

/** Pixels of each side. */
const SIDE = 512
/** Red, green and blue of the ground and of the figure. */
const GROUND = [59, 66, 82] as const
const FIGURE = [216, 222, 233] as const

/** Circles that make up a figure with head, trunk, arms and legs: between two points, with a radius. */
const LIMBS = [
  { from: [256, 130], to: [256, 130], radius: 62 },
  { from: [256, 246], to: [256, 300], radius: 52 },
  { from: [222, 238], to: [140, 270], radius: 22 },
  { from: [290, 238], to: [372, 270], radius: 22 },
  { from: [232, 330], to: [220, 440], radius: 26 },
  { from: [280, 330], to: [292, 440], radius: 26 },
] as const

type Limb = (typeof LIMBS)[number]

/** The distance of a point from the line between the ends of a limb. */
function distanceFrom({ from, to }: Limb, x: number, y: number): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(x - from[0] - share * dx, y - from[1] - share * dy)
}

/** How much of a pixel the figure covers, from 0 to 255. */
function coverAt(x: number, y: number): number {
  const inside = Math.max(...LIMBS.map((limb) => limb.radius - distanceFrom(limb, x, y)))
  return Math.round(Math.min(1, Math.max(0, inside + 0.5)) * 255)
}

/** The shades from the ground to the figure. */
const palette = () =>
  Buffer.from(
    Array.from({ length: 256 }, (_, cover) =>
      GROUND.map((ground, channel) => Math.round(ground + ((FIGURE[channel] ?? 0) - ground) * (cover / 255))),
    ).flat(),
  )

/** Lines of pixels, each after a byte that names no filter. */
function drawLines(): Buffer {
  const lines = Buffer.alloc(SIDE * (SIDE + 1))
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) lines[y * (SIDE + 1) + 1 + x] = coverAt(x, y)
  return lines
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

let drawn: EncodedImage | undefined

/**
 * The figure that pictures the avatar of the platform, drawn once without the image library, which takes long to load.
 */
const defaultPicture = (): EncodedImage => (drawn ??= drawPicture())

function drawPicture(): EncodedImage {
  const header = Buffer.concat([uint32(SIDE), uint32(SIDE), Buffer.from([8, 3, 0, 0, 0])])
  const bytes = Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette()),
    pngChunk('IDAT', deflateSync(drawLines())),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
  return { bytes, contentType: 'image/png', width: SIDE, height: SIDE }
}
