import type { Faker } from '@faker-js/faker'
import { jamTag } from '../areas/jams/submission/content.ts'
import { MAX_SUBMISSIONS } from '../areas/jams/submission/submissions.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR } from '../kernel/clock.ts'
import type { InTransaction } from '../kernel/transaction.ts'
import type { DemoWorlds } from './worlds.ts'

export interface DemoJams {
  readonly jams: Prisma.JamCreateManyInput[]
  readonly submissions: Prisma.JamSubmissionCreateManyInput[]
}

/** Most submissions to the open jam. */
const SUBMISSIONS = 12

/** A jam of worlds that takes submissions and has some, and a jam of avatars that is over. */
export function demoJams(now: Date, { worlds }: Pick<DemoWorlds, 'worlds'>, faker: Faker): DemoJams {
  const day = (days: number) => addMilliseconds(now, days * DAY)
  const open = {
    ...{ id: `jam_${faker.string.uuid()}`, type: 'world', title: 'Lantern Jam', isVisible: true },
    description: 'Make a world that is lit by lanterns alone.',
    moreInfo: 'Three worlds win: the most quiet, the most strange and the most useful.',
    ...{ submissionsOpened: day(-10), submissionsClosed: day(20), winnersSelected: day(30), closed: day(60) },
    ...{ createdAt: day(-12), updatedAt: day(-12) },
  }
  const closed = {
    ...{ id: `jam_${faker.string.uuid()}`, type: 'avatar', title: 'Paper Avatar Jam', isVisible: true },
    description: 'Make an avatar that is folded of paper.',
    moreInfo: 'The jam is over. Thanks to everybody who has folded!',
    ...{ submissionsOpened: day(-90), submissionsClosed: day(-60), winnersSelected: day(-50), closed: day(-40) },
    ...{ createdAt: day(-92), updatedAt: day(-40) },
  }
  return { jams: [open, closed], submissions: submissionsTo(open.id, { now, worlds, faker }) }
}

interface Submitted extends Pick<DemoWorlds, 'worlds'> {
  readonly now: Date
  readonly faker: Faker
}

/** Submissions of public worlds, at most as many of each author as the jam takes. */
function submissionsTo(jamId: string, { now, worlds, faker }: Submitted): DemoJams['submissions'] {
  const byAuthor = new Map<string, number>()
  const taken = worlds.filter(({ authorId, releaseStatus }) => {
    const count = (byAuthor.get(authorId) ?? 0) + 1
    byAuthor.set(authorId, count)
    return releaseStatus === 'public' && count <= MAX_SUBMISSIONS
  })
  return taken.slice(0, SUBMISSIONS).map(({ id: contentId, authorId: submitterId }, at) => {
    const createdAt = addMilliseconds(now, -(at + 1) * 12 * HOUR)
    const description = faker.lorem.sentence()
    return {
      ...{ id: `jsub_${faker.string.uuid()}`, jamId, submitterId, contentId, description },
      ...{ createdAt, updatedAt: createdAt },
    }
  })
}

export async function insertJams({ db }: InTransaction, { jams, submissions }: DemoJams): Promise<void> {
  await db.jam.createMany({ data: jams })
  await db.jamSubmission.createMany({ data: submissions })
  for (const { jamId, contentId } of submissions)
    await db.world.update({ where: { id: contentId }, data: { tags: { push: jamTag(jamId) } } })
}
