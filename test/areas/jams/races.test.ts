import { describe, expect, it } from 'vitest'
import { lockJam } from '../../../src/areas/jams/locks.ts'
import { addMilliseconds, HOUR } from '../../../src/kernel/clock.ts'
import { anApp, sharedApp } from '../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { aJam, aSubmission, mutate, submit } from '../../support/jams.ts'
import { raceForLock } from '../../support/lockRace.ts'
import { rounds } from '../../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const IS_ID = /^jsub_/
const RACES = rounds(100)
const idsIn = (answers: readonly string[]) => answers.filter((answer) => IS_ID.test(answer))

/** Requests at once. */
const AT_ONCE = rounds(50)

describe('submissions at once', () => {
  it(`of ${AT_ONCE} worlds of one person: 3 stand`, async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const worlds: string[] = []
    for (let at = 0; at < AT_ONCE; at++) worlds.push(await aWorld(app, person))
    const answers = await runConcurrently(app, AT_ONCE, (at) =>
      submit(app, person, { jamId, contentId: worlds[at] ?? '' }),
    )
    expect(idsIn(answers)).toHaveLength(3)
    expect(new Set(answers.filter((answer) => !IS_ID.test(answer)))).toEqual(new Set(['LIMIT_REACHED']))
    expect(await app.scope().db.jamSubmission.count({ where: { jamId } })).toBe(3)
  })

  it(`of one world, ${AT_ONCE} times: 1 stands`, async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const contentId = await aWorld(app, person)
    const answers = await runConcurrently(app, AT_ONCE, (at) =>
      submit(app, person, { jamId, contentId, description: `${at}` }),
    )
    expect(idsIn(answers)).toHaveLength(AT_ONCE)
    expect(new Set(answers).size).toBe(1)
    expect(await app.scope().db.jamSubmission.count({ where: { jamId } })).toBe(1)
  })
})

interface Race {
  readonly admin: TestUser
  readonly person: TestUser
  readonly contentId: string
  readonly closesFirst: boolean
}

/** Submits to a new jam and closes it at once. A submission that stands must not be later than the closing. */
async function raceWithClosing({ admin, person, contentId, closesFirst }: Race): Promise<void> {
  const jamId = await aJam(app)
  const close = () => mutate(app, admin, 'closeJam', { jamId })
  const attempt = () => submit(app, person, { jamId, contentId })
  const answers = await Promise.all(closesFirst ? [close(), attempt()] : [attempt(), close()])
  const { closedAt, submissions } = await app
    .scope()
    .db.jam.findUniqueOrThrow({ where: { id: jamId }, include: { submissions: true } })
  const [submission] = submissions
  expect(answers).toContain(submission?.id ?? 'SUBMISSIONS_NOT_OPEN')
  for (const { createdAt } of submissions) expect(createdAt.getTime()).toBeLessThanOrEqual(closedAt?.getTime() ?? 0)
}

describe('the end of submissions', () => {
  it('refuses a submission at its very time, and takes one a millisecond before', async () => {
    let now = new Date()
    const timed = await anApp({}, { clock: { now: () => now } })
    const person = await aUser(timed)
    const submissionsClosed = addMilliseconds(now, HOUR)
    const dates = { submissionsOpened: addMilliseconds(now, -HOUR), submissionsClosed }
    const jamId = await aJam(timed, 'open', dates)
    const [early, late] = [await aWorld(timed, person), await aWorld(timed, person)]
    now = addMilliseconds(submissionsClosed, -1)
    expect(await submit(timed, person, { jamId, contentId: early })).toMatch(IS_ID)
    now = submissionsClosed
    expect(await submit(timed, person, { jamId, contentId: late })).toBe('SUBMISSIONS_NOT_OPEN')
  })

  it('applies to a submission that had to wait while it came', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const contentId = await aWorld(app, person)
    const answer = await raceForLock(
      app,
      person,
      async (tx) => {
        await lockJam(tx, jamId, 'NO KEY UPDATE')
        await tx.db.jam.update({ where: { id: jamId }, data: { submissionsClosed: addMilliseconds(tx.now, -1) } })
      },
      () => submit(app, person, { jamId, contentId }),
    )
    expect(answer).toBe('SUBMISSIONS_NOT_OPEN')
  })

  it(`by an admin, in ${RACES} races with a submission: none is later than the closing`, async () => {
    const admin = await anAdmin(app)
    const before = await countDeadlocks(app)
    const people = await Promise.all(Array.from({ length: 10 }, () => aUser(app)))
    const worlds = await Promise.all(people.map((person) => aWorld(app, person)))
    for (let race = 0; race < RACES; race++) {
      const [person = admin, contentId = ''] = [people[race % 10], worlds[race % 10]]
      await raceWithClosing({ admin, person, contentId, closesFirst: race % 2 === 0 })
    }
    expect(await countDeadlocks(app)).toBe(before)
  })
})

describe('ratings at once', () => {
  it('by 20 judges, who change their minds: the score is the sum of the last ratings', async () => {
    const jamId = await aJam(app, 'judged')
    const { id } = await aSubmission(app, jamId, await aUser(app))
    const judges: TestUser[] = []
    for (let at = 0; at < 20; at++) judges.push(await anAdmin(app))
    const rateAll = (ratingOf: (at: number) => number) =>
      runConcurrently(app, 1, () =>
        Promise.all(
          judges.map((judge, at) =>
            mutate(app, judge, 'rateJamSubmission', { submissionId: id, rating: ratingOf(at) }),
          ),
        ),
      )
    await rateAll((at) => 100 - at)
    await rateAll((at) => at)
    const { ratingScore } = await app.scope().db.jamSubmission.findUniqueOrThrow({ where: { id } })
    const { _sum, _count } = await app.scope().db.jamRating.aggregate({
      where: { submissionId: id },
      _sum: { rating: true },
      _count: true,
    })
    expect(_count).toBe(20)
    expect(ratingScore).toBe(190)
    expect(_sum.rating).toBe(190)
  })
})

describe('a jam that is deleted while somebody submits', () => {
  it('keeps the submission, or refuses it', async () => {
    const [admin, person] = [await anAdmin(app), await aUser(app)]
    const contentId = await aWorld(app, person)
    for (let race = 0; race < rounds(20); race++) {
      const jamId = await aJam(app)
      const [answer, deleted] = await Promise.all([
        submit(app, person, { jamId, contentId }),
        mutate(app, admin, 'deleteJam', { jamId }),
      ])
      if (deleted.error) {
        expect(deleted.error.extensions.reason).toBe('JAM_HAS_SUBMISSIONS')
        expect(answer).toMatch(IS_ID)
      } else expect(answer).toBe('JAM_NOT_FOUND')
    }
  })
})
