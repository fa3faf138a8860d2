import { base, Faker } from '@faker-js/faker'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import type { Scope } from '../kernel/scope.ts'
import type { DemoAvatars } from './avatars.ts'
import { encodePng } from './canvas.ts'
import { drawFigure } from './figure.ts'
import { addFile, IMAGE_TYPE } from './files.ts'
import type { DemoUser } from './users.ts'

/** The first avatars have a gallery. */
const GALLERIES = 6
const PICTURES = 3
/** Number of favorite avatars of each demo login. */
const FAVORITES_PER_LOGIN = 5
const SEED = 20_261

/** Draws galleries for some avatars, and gives each demo login favorites. The blobs are stored when this resolves. */
export async function addKeepsakes(scope: Scope, all: DemoAvatars, people: readonly DemoUser[]): Promise<void> {
  // Of its own, so that the rest of the demo does not depend on the number of pictures.
  const faker = new Faker({ locale: [base] })
  faker.seed(SEED)
  addFavorites(scope, { all, people }, faker)
  for (const avatar of all.avatars.slice(0, GALLERIES)) await addGallery(scope, { all, avatar }, faker)
}

interface Gallery {
  readonly all: DemoAvatars
  readonly avatar: DemoAvatars['avatars'][number]
}

async function addGallery(scope: Scope, { all, avatar }: Gallery, faker: Faker): Promise<void> {
  const { id: avatarId, authorId: ownerId } = avatar
  for (let galleryPosition = 0; galleryPosition < PICTURES; galleryPosition += 1) {
    const blob = await scope.blobs.store(await encodePng(drawFigure(faker)), IMAGE_TYPE.mimeType)
    all.files.blobs.push(blob)
    const made = { ownerId, at: addMilliseconds(scope.now, -DAY), name: 'picture', tags: ['avatargallery'], blob }
    const { id } = addFile(scope, all.galleries, faker, { ...made, ...IMAGE_TYPE })
    const row = all.galleries.files.find((file) => file.id === id)
    if (row) Object.assign(row, { avatarId, galleryPosition })
  }
}

interface Dressing {
  readonly all: DemoAvatars
  readonly people: readonly DemoUser[]
}

function addFavorites({ now }: Scope, { all, people }: Dressing, faker: Faker): void {
  const found = all.avatars.filter(({ releaseStatus }) => releaseStatus === 'public')
  const logins = people.filter(({ login }) => login)
  for (const [number, { user }] of logins.entries())
    all.favorites.push(
      ...found.slice(number, number + FAVORITES_PER_LOGIN).map(({ id: favoriteId }) => ({
        ...{ id: `fvrt_${faker.string.uuid()}`, userId: user.id, type: 'avatar', favoriteId, group: 'avatars1' },
        createdAt: addMilliseconds(now, -DAY),
      })),
    )
}
