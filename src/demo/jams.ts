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
  /** By the demo admin. */
  readonly ratings: Omit<Prisma.JamRatingCreateManyInput, 'judgeId'>[]
}

/** Most submissions to a jam. */
const SUBMISSIONS = 12
const WINNERS = 3

/** Jams of worlds, of which one takes submissions and one has its winners, and jams of avatars, to come and over. */
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
  const won = {
    ...{ id: `jam_${faker.string.uuid()}`, type: 'world', title: 'Moss Jam', isVisible: true },
    description: 'Make a world that nobody has swept for a hundred years.',
    moreInfo: 'Thanks to everybody. The winners stay in the halls of the next gathering.',
    ...{ submissionsOpened: day(-60), submissionsClosed: day(-20), winnersSelected: day(-3), closed: day(25) },
    ...{ createdAt: day(-62), updatedAt: day(-3) },
  }
  const upcoming = {
    ...{ id: `jam_${faker.string.uuid()}`, type: 'avatar', title: 'Shadow Jam', isVisible: true },
    description: 'Make an avatar that looks best in the dark.',
    moreInfo: 'Everything counts that was made for the jam. Glowing eyes are not forbidden.',
    ...{ submissionsOpened: day(7), submissionsClosed: day(28), winnersSelected: day(35), closed: day(60) },
    ...{ createdAt: day(-1), updatedAt: day(-1) },
  }
  const judged = rated(submissionsTo(won.id, { now: day(-20), worlds, faker }), faker)
  return {
    jams: [open, closed, won, upcoming],
    submissions: [...submissionsTo(open.id, { now, worlds, faker }), ...judged],
    ratings: judged.map(({ id: submissionId, ratingScore: rating }) => ({ submissionId, rating, updatedAt: day(-4) })),
  }
}

/** Submissions with a rating each, of which the best have won. */
function rated(submissions: DemoJams['submissions'], faker: Faker) {
  const judged = submissions.map((submission) => ({
    ...submission,
    ratingScore: faker.number.int({ min: 30, max: 99 }),
  }))
  const best = judged.toSorted((one, other) => other.ratingScore - one.ratingScore)
  return best.map((submission, place) => ({ ...submission, rank: place < WINNERS ? place + 1 : null }))
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

export async function insertJams(
  { db }: InTransaction,
  { jams, submissions, ratings }: DemoJams,
  judgeId: string,
): Promise<void> {
  await db.jam.createMany({ data: jams })
  await db.jamSubmission.createMany({ data: submissions })
  await db.jamRating.createMany({ data: ratings.map((rating) => ({ ...rating, judgeId })) })
  for (const { jamId, contentId } of submissions)
    await db.world.update({ where: { id: contentId }, data: { tags: { push: jamTag(jamId) } } })
}
