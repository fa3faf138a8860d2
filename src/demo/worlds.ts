import type { Faker } from '@faker-js/faker'
import { nameKey } from '../areas/accounts/account/names.ts'
import { unitySortKey } from '../areas/files/unity/packages.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { StoredBlob } from '../kernel/blobs.ts'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Scope } from '../kernel/scope.ts'
import { addFile, type DemoFiles, IMAGE_TYPE, noFiles, sdkFileName, UNITY_VERSION } from './files.ts'
import type { DemoUser } from './users.ts'
import { drawDemoImage } from './worldImage.ts'

const WORLD_COUNT = 50
/** One in five worlds is private. */
const PRIVATE_EVERY = 5
const MAX_VISITS = 60

export interface DemoWorlds {
  readonly files: DemoFiles
  readonly worlds: Prisma.WorldCreateManyInput[]
  readonly packages: Prisma.UnityPackageCreateManyInput[]
  readonly visits: Prisma.WorldVisitCreateManyInput[]
  readonly feedback: Prisma.FeedbackCreateManyInput[]
  readonly favorites: Prisma.FavoriteCreateManyInput[]
}

/**
 * Makes 50 worlds with an image and an asset each, most of them published and visited. The blobs are stored when this
 * resolves; the rows are written later, and the clean-up job deletes blobs without rows.
 */
export async function demoWorlds(scope: Scope, people: readonly DemoUser[], faker: Faker): Promise<DemoWorlds> {
  const all: DemoWorlds = { files: noFiles(), worlds: [], packages: [], visits: [], feedback: [], favorites: [] }
  const blobs = await Promise.all(Array.from({ length: WORLD_COUNT }, (_, number) => storeBlobs(scope, faker, number)))
  all.files.blobs.push(...blobs.flatMap(({ picture, bytes }) => [picture, bytes]))
  for (const [number, { picture, bytes }] of blobs.entries())
    addWorld(scope, { all, people, faker, number, picture, bytes })
  return all
}

async function storeBlobs({ blobs }: Scope, faker: Faker, number: number) {
  const drawn = drawDemoImage(faker)
  const bytes = blobs.store(Buffer.from(`Plaza demo world ${number}\n`), ASSET_TYPE.mimeType)
  return { picture: await blobs.store(await drawn, IMAGE_TYPE.mimeType), bytes: await bytes }
}

interface WorldInput {
  readonly all: DemoWorlds
  readonly people: readonly DemoUser[]
  readonly faker: Faker
  readonly number: number
  readonly picture: StoredBlob
  readonly bytes: StoredBlob
}

function addWorld(scope: Scope, { all, people, faker, number, picture, bytes }: WorldInput): void {
  const author = people[number % 12]?.user.id ?? ''
  const at = addMilliseconds(scope.now, -faker.number.int({ min: 2, max: 300 }) * DAY)
  const adjective = faker.word.adjective()
  const name = `${adjective.charAt(0).toUpperCase()}${adjective.slice(1)} ${faker.location.street()}`
  const given = (part: 'Image' | 'Asset bundle') => ({ ownerId: author, at, name: sdkFileName('World', name, part) })
  const image = addFile(scope, all.files, faker, { ...given('Image'), blob: picture, ...IMAGE_TYPE })
  const asset = addFile(scope, all.files, faker, { ...given('Asset bundle'), blob: bytes, ...ASSET_TYPE })
  const id = `wrld_${faker.string.uuid()}`
  const isPublic = number % PRIVATE_EVERY > 0
  const sort = BigInt(unitySortKey(UNITY_VERSION) ?? 0)
  all.worlds.push({
    ...{ id, authorId: author, name, nameKey: nameKey(name), description: faker.lorem.sentence() },
    ...{ capacity: 32, recommendedCapacity: 16, imageUrl: image.url, imageFileId: image.id },
    ...{ releaseStatus: isPublic ? 'public' : 'private', featured: number % 11 === 1 },
    ...{ tags: [...(isPublic ? ['system_approved'] : []), `author_tag_${faker.word.noun().replace(/\W/g, '')}`] },
    ...{ labsPublicationDate: isPublic ? at : null, publicationDate: isPublic ? addMilliseconds(at, DAY) : null },
    ...{ shuffleKey: faker.number.int({ max: 1_000_000_000 }), createdAt: at, updatedAt: at },
    ...{ platforms: ['standalonewindows', 'android'], minUnitySort: sort, maxUnitySort: sort },
  })
  all.packages.push(
    ...['standalonewindows', 'android'].map((platform) => ({
      ...{
        id: `unp_${faker.string.uuid()}`,
        worldId: id,
        platform,
        unityVersion: UNITY_VERSION,
        unitySortNumber: sort,
      },
      ...{ assetVersion: 4, assetUrl: asset.url, assetFileId: asset.id, createdAt: at },
    })),
  )
  if (isPublic) {
    addVisitors(all, { people, faker, id, now: scope.now })
    addFeedback(all, { people, about: { contentId: id, contentName: name, contentAuthorId: author }, now: scope.now })
  }
}

/** Worlds that were created earlier are more popular. */
function addVisitors(
  all: DemoWorlds,
  { people, faker, id, now }: Pick<WorldInput, 'people' | 'faker'> & { id: string; now: Date },
) {
  const count = Math.ceil(MAX_VISITS / (1 + all.worlds.length / 4))
  const visitors = faker.helpers.arrayElements(people, count)
  all.visits.push(
    ...visitors.map(({ user }) => ({
      worldId: id,
      userId: user.id,
      at: addMilliseconds(now, -faker.number.float({ min: 0.1, max: 20 }) * DAY),
    })),
  )
  all.favorites.push(
    ...visitors.slice(0, count / 4).map(({ user }) => ({
      ...{ id: `fvrt_${faker.string.uuid()}`, userId: user.id, type: 'world', favoriteId: id, group: 'worlds1' },
      createdAt: addMilliseconds(now, -DAY),
    })),
  )
}

const FEEDBACK = [
  { type: 'like', reason: 'The light in the evening', description: 'We stayed until the sun was gone.' },
  { type: 'dislike', reason: 'Slow on my phone', description: 'It takes a minute until I see the first trees.' },
] as const

interface Feedback {
  readonly people: readonly DemoUser[]
  readonly about: Pick<Prisma.FeedbackCreateManyInput, 'contentId' | 'contentName' | 'contentAuthorId'>
  readonly now: Date
}

/** What two people, who have made no worlds, tell the author of a world. */
function addFeedback(all: DemoWorlds, { people, about, now }: Feedback): void {
  const commenters = people.slice(12)
  all.feedback.push(
    ...FEEDBACK.map((given, number) => ({
      ...{ id: newId('feedback', now), commenterId: commenters[number]?.user.id ?? '', ...given, ...about },
      ...{ contentType: 'world', contentVersion: 1, createdAt: addMilliseconds(now, -(number + 1) * DAY) },
    })),
  )
}

const ASSET_TYPE = { mimeType: 'application/x-world', extension: '.vrcw' }
