import { describe, expect, it } from 'vitest'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { aJam, aSubmission, mutate, query, refusedMutation } from '../../../support/jams.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const admin = await anAdmin(app)
const NOW = new Date()

const JAM = `query($id: ID!) { jam(id: $id) {
  winnersSelectedAt
  winners { totalCount nodes { id rank ratingScore } }
  submissions { nodes { id rank ratingScore viewerRating } }
} }`

/** What a person sees of the scores of a jam by each door. */
async function shownTo(person: TestUser, jamId: string) {
  const { jam } = await query(app, person, JAM, { id: jamId })
  const rest = await person.api.call('getJamSubmissions', { jamId })
  return { jam, rest: rest.map(({ id, ratingScore }) => [id, ratingScore]) }
}

describe('ratings and winners', () => {
  it('are hidden from everybody but admins until winners are selected, by both doors', async () => {
    const [submitter, other, jamId] = [await aUser(app), await aUser(app), await aJam(app, 'judged')]
    const { id } = await aSubmission(app, jamId, submitter)
    const rated = 'rateJamSubmission { submission { ratingScore viewerRating } }'
    expect((await mutate(app, admin, rated, { submissionId: id, rating: 70 })).payload).toEqual({
      submission: { ratingScore: 70, viewerRating: 70 },
    })
    await mutate(app, await anAdmin(app), rated, { submissionId: id, rating: 20 })
    for (const person of [submitter, other])
      expect(await shownTo(person, jamId)).toEqual({
        jam: {
          winnersSelectedAt: null,
          winners: { totalCount: 0, nodes: [] },
          submissions: { nodes: [{ id, rank: null, ratingScore: null, viewerRating: null }] },
        },
        rest: [[id, 0]],
      })
    expect(await shownTo(admin, jamId)).toMatchObject({
      jam: { submissions: { nodes: [{ id, ratingScore: 90, viewerRating: 70 }] } },
      rest: [[id, 90]],
    })

    await mutate(app, admin, 'setJamWinners', { jamId, submissionIds: [id] })
    for (const person of [submitter, other])
      expect(await shownTo(person, jamId)).toEqual({
        jam: {
          winnersSelectedAt: expect.any(String),
          winners: { totalCount: 1, nodes: [{ id, rank: 1, ratingScore: 90 }] },
          submissions: { nodes: [{ id, rank: 1, ratingScore: 90, viewerRating: null }] },
        },
        rest: [[id, 90]],
      })
  })

  it('stay hidden until a date that was set for winners, and in a jam that was closed without any', async () => {
    const winnersSelected = addMilliseconds(NOW, DAY)
    const [person, jamId] = [await aUser(app), await aJam(app, 'judged', { winnersSelected })]
    const { id } = await aSubmission(app, jamId, person, { ratingScore: 5 })
    await mutate(app, admin, 'setJamWinners', { jamId, submissionIds: [id] })
    const hidden = { submissions: { nodes: [{ rank: null, ratingScore: null }] } }
    const open = { submissions: { nodes: [{ rank: 1, ratingScore: 5 }] } }
    expect((await shownTo(person, jamId)).jam).toMatchObject({
      ...hidden,
      winnersSelectedAt: winnersSelected.toISOString(),
      winners: { nodes: [] },
    })
    expect((await shownTo(admin, jamId)).jam).toMatchObject({ ...open, winners: { nodes: [{ id }] } })

    const closed = await aJam(app, 'judged', { closedAt: NOW })
    await aSubmission(app, closed, person, { ratingScore: 5 })
    expect((await shownTo(person, closed)).rest.map(([, score]) => score)).toEqual([0])
  })
})

describe('rateJamSubmission', () => {
  it.each(['upcoming', 'open', 'won', 'closed'] as const)('is refused in a jam that is %s', async (phase) => {
    const { id: submissionId } = await aSubmission(app, await aJam(app, phase), await aUser(app))
    expect(await refusedMutation(app, admin, 'rateJamSubmission', { submissionId, rating: 1 })).toMatchObject({
      code: 'CONFLICT',
      reason: 'RATINGS_NOT_OPEN',
    })
  })

  it('takes 0 to 100, replaces the rating before, and leaves an audit entry', async () => {
    const { id: submissionId } = await aSubmission(app, await aJam(app, 'judged'), await aUser(app))
    for (const rating of [-1, 101])
      expect(await refusedMutation(app, admin, 'rateJamSubmission', { submissionId, rating })).toMatchObject({
        code: 'BAD_INPUT',
        fields: ['rating'],
      })
    const score = async (rating: number) =>
      Object(
        (await mutate(app, admin, 'rateJamSubmission { submission { ratingScore } }', { submissionId, rating })).payload
          ?.submission,
      ).ratingScore
    expect([await score(100), await score(0)]).toEqual([100, 0])
    const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId: submissionId } })
    expect(entries.map(({ act }) => act)).toEqual(['rateJamSubmission', 'rateJamSubmission'])
  })
})

describe('setJamWinners', () => {
  it('ranks submissions in their order, and replaces the winners before', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app, 'judged')]
    const ids: string[] = []
    for (let at = 0; at < 3; at++) ids.push((await aSubmission(app, jamId, person)).id)
    const [first = '', second = '', third = ''] = ids
    const act = 'setJamWinners { jam { state winners { nodes { id rank } } } }'
    const set = async (submissionIds: readonly string[]) =>
      Object((await mutate(app, admin, act, { jamId, submissionIds })).payload?.jam)
    expect(await set([second, first])).toEqual({
      state: 'WINNERS_SELECTED',
      winners: {
        nodes: [
          { id: second, rank: 1 },
          { id: first, rank: 2 },
        ],
      },
    })
    const { winnersSelected } = await app.scope().db.jam.findUniqueOrThrow({ where: { id: jamId } })
    expect(await set([first, third, second])).toMatchObject({
      winners: { nodes: [{ id: first }, { id: third }, { id: second }] },
    })
    expect(await set([])).toMatchObject({ winners: { nodes: [] } })
    expect(await app.scope().db.jam.findUniqueOrThrow({ where: { id: jamId } })).toMatchObject({ winnersSelected })
  })

  it('refuses submissions twice, of other jams and unknown ones', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app, 'judged')]
    const { id } = await aSubmission(app, jamId, person)
    const { id: foreign } = await aSubmission(app, await aJam(app, 'judged'), person)
    const refused = (submissionIds: readonly string[]) =>
      refusedMutation(app, admin, 'setJamWinners', { jamId, submissionIds })
    expect(await refused([id, id])).toEqual({
      code: 'BAD_INPUT',
      reason: 'DUPLICATE_ENTRIES',
      fields: ['submissionIds.1'],
    })
    const unknown = { code: 'BAD_INPUT', reason: 'UNKNOWN_REFERENCE' }
    expect(await refused([id, foreign])).toEqual({ ...unknown, fields: ['submissionIds.1'] })
    expect(await refused([newId('jamSubmission', NOW)])).toEqual({ ...unknown, fields: ['submissionIds.0'] })
    expect(await refused(Array.from({ length: 101 }, () => id))).toMatchObject({ reason: 'TOO_MANY_ENTRIES' })
    expect(await app.scope().db.jamSubmission.findUniqueOrThrow({ where: { id } })).toMatchObject({ rank: null })
  })

  it.each(['upcoming', 'open', 'closed'] as const)('is refused in a jam that is %s', async (phase) => {
    const jamId = await aJam(app, phase)
    expect(await refusedMutation(app, admin, 'setJamWinners', { jamId, submissionIds: [] })).toMatchObject({
      code: 'CONFLICT',
      reason: 'WINNERS_NOT_SELECTABLE',
    })
  })
})
