import { newId, trusted } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { aCrowd } from '../../support/groups.ts'
import type { Person } from '../people.ts'

/** The group of Ada in the demo. */
const CODE = 'ENGINE'

interface Filled {
  readonly app: TestApp
  readonly groupId: string
  readonly count: number
}

/** Gives Ada some more groups, and her own one more members, posts and pictures. */
export async function addGroupRows(app: TestApp, { id: adaId }: Pick<Person, 'id'>, count: number): Promise<void> {
  const { db, now } = app.scope()
  const { id: groupId } = await db.group.findFirstOrThrow({ where: { shortCode: CODE } })
  const others = await db.group.findMany({ where: { members: { none: { userId: adaId } } }, take: count })
  const statuses = ['member', 'invited', 'requested'] as const
  const standingAt = (index: number) => {
    const status = statuses[index % statuses.length] ?? 'member'
    return { status, joinedAt: status === 'member' ? now : null }
  }
  await db.groupMember.createMany({
    data: others.map((group, index) => ({
      ...{ id: newId('groupMember', now), groupId: group.id, userId: adaId, createdAt: now },
      ...standingAt(index),
    })),
  })
  await fillGroup({ app, groupId, count })
}

async function fillGroup({ app, groupId, count }: Filled): Promise<void> {
  const { db, now } = app.scope()
  const people = await aCrowd(app, { id: trusted<'group'>(groupId) }, count)
  const times = { createdAt: now, updatedAt: now }
  await db.groupPost.createMany({
    data: people.map((authorId) => ({
      ...{ id: `not_${crypto.randomUUID()}`, groupId, authorId, title: 'More', text: 'More', visibility: 'public' },
      ...times,
    })),
  })
  const galleries = await db.groupGallery.findMany({ where: { groupId } })
  for (const ownerId of people) {
    const file = { name: 'more', mimeType: 'image/png', extension: '.png', ...times }
    const { id: fileId } = await db.file.create({ data: { id: newId('file', now), ownerId, ...file } })
    await db.groupGalleryImage.createMany({
      data: galleries.map(({ id: galleryId }, index) => ({
        ...{ id: `ggim_${crypto.randomUUID()}`, groupId, galleryId, fileId, position: 10, createdAt: now },
        ...{ submittedById: ownerId, ...(index === 0 && { approvedAt: now, approvedById: ownerId }) },
      })),
    })
  }
}
