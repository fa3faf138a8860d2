import type { Faker } from '@faker-js/faker'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import type { Scope } from '../kernel/scope.ts'
import { addFile, type DemoFiles, IMAGE_TYPE } from './files.ts'
import type { GroupMaking, MadeGroup } from './groupRows.ts'
import type { DemoUser } from './users.ts'
import { drawDemoImage } from './worldImage.ts'

/** Different pictures, which all groups share. */
const PICTURE_COUNT = 8
const IMAGES_PER_GALLERY = 4
const MAX_POSTS = 4

/** Draws the pictures of groups and stores them. */
export async function storeLandscapes({ blobs }: Scope, files: DemoFiles, faker: Faker): Promise<DemoFiles['blobs']> {
  const drawn = Array.from({ length: PICTURE_COUNT }, () => drawDemoImage(faker))
  const stored = await Promise.all(drawn.map(async (picture) => blobs.store(await picture, IMAGE_TYPE.mimeType)))
  files.blobs.push(...stored)
  return stored
}

interface NewPicture {
  readonly ownerId: string
  readonly at: Date
  /** Chooses one of the pictures. */
  readonly number: number
}

/** The id of a file of a person's own with one of the pictures; null without pictures. */
function addPicture({ all, faker, scope, landscapes }: GroupMaking, { ownerId, at, number }: NewPicture) {
  const blob = landscapes[number % landscapes.length]
  if (!blob) return null
  return addFile(scope, all.files, faker, { ownerId, at, name: 'picture', tags: ['gallery'], blob, ...IMAGE_TYPE }).id
}

/** Icon and banner, which a few groups do without. */
export const addGroupPictures = (making: GroupMaking, picture: NewPicture) => ({
  iconId: picture.number % 5 === 4 ? null : addPicture(making, picture),
  bannerId: picture.number % 7 === 6 ? null : addPicture(making, { ...picture, number: picture.number + 3 }),
})

interface Furnished {
  readonly group: MadeGroup
  /** The owner first. */
  readonly joined: readonly DemoUser[]
  readonly number: number
}

/** Adds posts, in most groups an announcement, and galleries. Returns the column of the group that depends on posts. */
export function addGroupContent(making: GroupMaking, made: Furnished) {
  const { all, faker, scope } = making
  const { group, number } = made
  const count = 1 + (number % MAX_POSTS)
  const posts = Array.from({ length: count }, (_, at) => {
    const createdAt = addMilliseconds(scope.now, -(3 * at + 1) * DAY)
    const text = { title: faker.lorem.words({ min: 2, max: 5 }), text: faker.lorem.paragraph() }
    const visibility = at % 2 === 0 ? 'public' : 'group'
    return {
      ...{ id: `not_${faker.string.uuid()}`, groupId: group.id, authorId: group.ownerId, ...text, visibility },
      ...{ createdAt, updatedAt: createdAt },
    }
  })
  all.posts.push(...posts)
  if (number % 3 !== 2) {
    const at = addMilliseconds(scope.now, -2 * DAY)
    all.announcements.push({
      ...{ id: `gpos_${faker.string.uuid()}`, groupId: group.id, authorId: group.ownerId },
      ...{ title: 'Welcome', text: faker.lorem.sentences(2), createdAt: at, updatedAt: at },
    })
  }
  addGallery(making, made, { name: 'Views', membersOnly: false })
  if (number % 2 === 0) addGallery(making, made, { name: 'Among us', membersOnly: true })
  return { lastPostCreatedAt: posts[0]?.createdAt ?? null }
}

/** A gallery with images of the owner and a few members, the last of which waits for approval. */
function addGallery(
  making: GroupMaking,
  { group, joined, number }: Furnished,
  gallery: { readonly name: string; readonly membersOnly: boolean },
): void {
  const { all, faker, scope } = making
  const id = `ggal_${faker.string.uuid()}`
  const at = addMilliseconds(group.createdAt, gallery.membersOnly ? DAY : 0)
  const times = { createdAt: at, updatedAt: at }
  all.galleries.push({ id, groupId: group.id, ...gallery, description: faker.lorem.sentence(), ...times })
  for (const [at, { user }] of joined.slice(0, IMAGES_PER_GALLERY).entries()) {
    const createdAt = addMilliseconds(scope.now, -(20 - at) * DAY)
    const fileId = addPicture(making, { ownerId: user.id, at: createdAt, number: number + at })
    if (fileId === null) continue
    const isApproved = at < IMAGES_PER_GALLERY - 1
    all.images.push({
      ...{ id: `ggim_${faker.string.uuid()}`, groupId: group.id, galleryId: id, fileId, position: at, createdAt },
      submittedById: user.id,
      ...(isApproved && { approvedById: group.ownerId, approvedAt: createdAt }),
    })
  }
}
