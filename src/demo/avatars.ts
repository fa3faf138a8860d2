import type { Faker } from '@faker-js/faker'
import { nameKey } from '../areas/accounts/account/names.ts'
import { unitySortKey } from '../areas/files/unity/packages.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { StoredBlob } from '../kernel/blobs.ts'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import { storedUrl } from '../kernel/ownUrls.ts'
import type { Scope } from '../kernel/scope.ts'
import type { InTransaction } from '../kernel/transaction.ts'
import { thumbnailUrl } from '../kernel/webUrls.ts'
import { addKeepsakes } from './avatarKeepsakes.ts'
import { encodePng } from './canvas.ts'
import { drawFigure } from './figure.ts'
import { addFile, type DemoFiles, IMAGE_TYPE, insertFiles, noFiles, sdkFileName, UNITY_VERSION } from './files.ts'
import type { DemoUser } from './users.ts'

const AVATAR_COUNT = 30
const AUTHORS = 12
/** The first ones can be shown in place of others. */
const FALLBACKS = 3
/** One in seven avatars is private. */
const PRIVATE_EVERY = 7
const PLATFORMS = ['standalonewindows', 'android'] as const
const ASSET_TYPE = { mimeType: 'application/x-avatar', extension: '.vrca' }

export interface DemoAvatars {
  readonly files: DemoFiles
  readonly avatars: Prisma.AvatarCreateManyInput[]
  readonly packages: Prisma.AvatarPackageCreateManyInput[]
  readonly wears: Prisma.AvatarWearCreateManyInput[]
  /** Files in galleries, whose rows name their avatars. */
  readonly galleries: DemoFiles
  readonly favorites: Prisma.FavoriteCreateManyInput[]
}

/**
 * Makes 30 avatars with a picture and an asset each. The blobs are stored when this resolves; the rows are written later,
 * and the clean-up job deletes blobs without rows.
 */
export async function demoAvatars(scope: Scope, people: readonly DemoUser[], faker: Faker): Promise<DemoAvatars> {
  const rows = { avatars: [], packages: [], wears: [], favorites: [] }
  const all: DemoAvatars = { files: noFiles(), galleries: noFiles(), ...rows }
  const canvases = Array.from({ length: AVATAR_COUNT }, () => drawFigure(faker))
  for (const [number, canvas] of canvases.entries()) {
    const picture = await scope.blobs.store(await encodePng(canvas), IMAGE_TYPE.mimeType)
    const bytes = await scope.blobs.store(Buffer.from(`Plaza demo avatar ${number}\n`), ASSET_TYPE.mimeType)
    all.files.blobs.push(picture, bytes)
    addAvatar(scope, { all, author: people[number % AUTHORS], faker, number, picture, bytes })
  }
  await addKeepsakes(scope, all, people)
  return all
}

interface AvatarInput {
  readonly all: DemoAvatars
  readonly author: DemoUser | undefined
  readonly faker: Faker
  readonly number: number
  readonly picture: StoredBlob
  readonly bytes: StoredBlob
}

function addAvatar(scope: Scope, { all, author, faker, number, picture, bytes }: AvatarInput): void {
  const authorId = author?.user.id ?? ''
  const at = addMilliseconds(scope.now, -faker.number.int({ min: 2, max: 300 }) * DAY)
  const name = `${faker.word.adjective()} ${faker.animal.type()}`
  const given = (part: 'Image' | 'Asset bundle') => ({ ownerId: authorId, at, name: sdkFileName('Avatar', name, part) })
  const image = addFile(scope, all.files, faker, { ...given('Image'), blob: picture, ...IMAGE_TYPE })
  const asset = addFile(scope, all.files, faker, { ...given('Asset bundle'), blob: bytes, ...ASSET_TYPE })
  const id = `avtr_${faker.string.uuid()}`
  const isPublic = number % PRIVATE_EVERY < PRIVATE_EVERY - 1
  const sort = BigInt(unitySortKey(UNITY_VERSION) ?? 0)
  all.avatars.push({
    ...{ id, authorId, name, nameKey: nameKey(name), description: faker.lorem.sentence() },
    ...{ imageUrl: image.url, imageFileId: image.id, releaseStatus: isPublic ? 'public' : 'private' },
    ...{ featured: number % 5 === 1, searchable: true, primaryStyleId: styleId(number) },
    tags: number < FALLBACKS ? ['author_quest_fallback'] : [`author_tag_${faker.word.noun().replace(/\W/g, '')}`],
    ...{ publicationDate: isPublic ? at : null, shuffleKey: faker.number.int({ max: 1_000_000_000 }) },
    ...{ createdAt: at, updatedAt: at, platforms: [...PLATFORMS], minUnitySort: sort, maxUnitySort: sort },
  })
  all.packages.push(
    ...PLATFORMS.map((platform) => ({
      ...{ id: `unp_${faker.string.uuid()}`, avatarId: id, platform, unityVersion: UNITY_VERSION },
      ...{ unitySortNumber: sort, assetVersion: 1, assetUrl: asset.url, assetFileId: asset.id, createdAt: at },
    })),
  )
}

const STYLES = 12

/** The id of one of the styles that every installation has. */
const styleId = (number: number) =>
  `avst_00000000-0000-4000-8000-0000000000${String((number % STYLES) + 1).padStart(2, '0')}`

/** The people, each with an avatar that everybody may wear; records who wears what. */
export function dressed(scope: Scope, people: readonly DemoUser[], all: DemoAvatars): DemoUser[] {
  const wearable = all.avatars.filter(({ releaseStatus }) => releaseStatus === 'public')
  return people.map((person, number) => {
    const avatar = wearable[number % wearable.length]
    if (!avatar) return person
    all.wears.push({ avatarId: avatar.id, userId: person.user.id, lastAt: scope.now })
    const { id: currentAvatar, imageUrl: currentAvatarImageUrl } = avatar
    const currentAvatarThumbnailImageUrl = storedUrl(scope, thumbnailUrl(scope, currentAvatarImageUrl))
    const tags = [...(Array.isArray(avatar.tags) ? avatar.tags : [])]
    const look = { currentAvatar, currentAvatarImageUrl, currentAvatarThumbnailImageUrl, currentAvatarTags: tags }
    return { ...person, user: { ...person.user, ...look } }
  })
}

export async function insertAvatars(tx: InTransaction, all: DemoAvatars): Promise<void> {
  const { db } = tx
  await db.avatar.createMany({ data: all.avatars })
  await db.avatarPackage.createMany({ data: all.packages })
  await db.avatarWear.createMany({ data: all.wears })
  await insertFiles(tx, all.galleries)
  await db.favorite.createMany({ data: all.favorites })
}
