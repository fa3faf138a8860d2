import { updateWearers } from '../../src/areas/avatars/wearing/wearers.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { shownUrl } from '../../src/kernel/ownUrls.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './users.ts'

export const DEFAULT_AVATAR = 'avtr_00000000-0000-4000-8000-000000000001'

type Reached = Pick<TestApp, 'scope'>

/** What the rows of these people say of their avatars, in the order of their ids. */
export async function wornBy({ scope }: Reached, people: readonly Pick<TestUser, 'id'>[]) {
  const rows = await scope().db.user.findMany({
    where: { id: { in: people.map(({ id }) => id) } },
    select: {
      id: true,
      currentAvatar: true,
      currentAvatarImageUrl: true,
      currentAvatarThumbnailImageUrl: true,
      currentAvatarTags: true,
      fallbackAvatar: true,
    },
  })
  return people.map((person) => {
    const row = rows.find(({ id }) => id === person.id)
    if (!row) throw new Error(`there is no user ${person.id}`)
    const { id: _, currentAvatarImageUrl: image, currentAvatarThumbnailImageUrl: thumbnail, ...worn } = row
    const show = (url: string) => shownUrl(scope(), url)
    return { ...worn, currentAvatarImageUrl: show(image), currentAvatarThumbnailImageUrl: show(thumbnail) }
  })
}

/** What one person wears. */
export async function wornByOne(app: Reached, person: Pick<TestUser, 'id'>) {
  const [worn] = await wornBy(app, [person])
  if (!worn) throw new Error('no row was read')
  return worn
}

/** Changes the row of an avatar, and marks it for those who wear it, as acts do. */
export async function changeAvatar({ scope }: Reached, id: string, data: Prisma.AvatarUncheckedUpdateInput) {
  const { db, now } = scope()
  await db.avatar.update({ where: { id }, data: { ...data, updatedAt: now, wearersDueAt: now } })
}

/** Runs the job that brings marked changes to those who wear the avatars. */
export const runWearersJob = ({ scope }: Reached) => updateWearers(scope())
