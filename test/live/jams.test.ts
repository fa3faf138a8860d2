import { describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aJam, mutate, submit } from '../support/jams.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()
const FOLLOW = `subscription($jamId: ID!) { jamChanged(jamId: $jamId) {
  kind jamId submissionId jam { id title state winners { nodes { id } } } submission { id description ratingScore }
} }`

const follow = (person: TestUser, jamId: string) => aSubscription(app, person, FOLLOW, { jamId })

describe('jamChanged', () => {
  it('tells of the life of a jam, with what the viewer can see of it', async () => {
    const [admin, person, jamId] = [await anAdmin(app), await aUser(app), await aJam(app)]
    const contentId = await aWorld(app, person)
    const [everybody, judging] = [await follow(await aUser(app), jamId), await follow(admin, jamId)]
    const id = await submit(app, person, { jamId, contentId, description: 'One.' })
    await submit(app, person, { jamId, contentId, description: 'Two.' })
    const submissionsClosedAt = new Date(app.clock.now().getTime() - 1_000).toISOString()
    await mutate(app, admin, 'updateJam', { jamId, submissionsClosedAt })
    await mutate(app, admin, 'rateJamSubmission', { submissionId: id, rating: 5 })
    await mutate(app, admin, 'setJamWinners', { jamId, submissionIds: [id] })
    await mutate(app, admin, 'closeJam', { jamId })
    await everybody.until((messages) => payloadsOf(messages, 'jamChanged').length >= 5)
    await judging.until((messages) => payloadsOf(messages, 'jamChanged').length >= 6)
    const told = payloadsOf(everybody.messages, 'jamChanged')
    expect(told.map(({ kind }) => kind)).toEqual(['SUBMISSION', 'SUBMISSION', 'UPDATED', 'UPDATED', 'UPDATED'])
    expect(told[0]).toMatchObject({ jamId, submissionId: id, submission: { id, ratingScore: null } })
    expect(told.at(-1)).toMatchObject({
      submissionId: null,
      submission: null,
      jam: { id: jamId, state: 'CLOSED', winners: { nodes: [{ id }] } },
    })
    const rated = payloadsOf(judging.messages, 'jamChanged').filter(({ kind }) => kind === 'RATING')
    expect(rated).toMatchObject([{ submissionId: id, submission: { id, ratingScore: 5 } }])
    for (const connection of [everybody, judging]) connection.socket.close()
  })

  it('tells that a submission is gone, that the jam is hidden, and that it was deleted', async () => {
    const [admin, person, jamId] = [await anAdmin(app), await aUser(app), await aJam(app)]
    const submissionId = await submit(app, person, { jamId, contentId: await aWorld(app, person) })
    const connection = await follow(await aUser(app), jamId)
    await mutate(app, person, 'deleteJamSubmission', { submissionId })
    await mutate(app, admin, 'updateJam', { jamId, isVisible: false })
    await mutate(app, admin, 'deleteJam', { jamId })
    await connection.until((messages) => payloadsOf(messages, 'jamChanged').length >= 3)
    expect(payloadsOf(connection.messages, 'jamChanged')).toMatchObject([
      { kind: 'SUBMISSION', submissionId, submission: null },
      { kind: 'UPDATED', jam: null },
      { kind: 'DELETED', jamId, jam: null },
    ])
    connection.socket.close()
  })

  it.each(['draft', 'unknown', 'malformed'] as const)('is refused for a jam that is %s', async (kind) => {
    const ids = { draft: await aJam(app, 'draft'), unknown: newId('jam', new Date()), malformed: 'jam_1' }
    const connection = await follow(await aUser(app), ids[kind])
    await connection.until((messages) => subscriptionErrors(messages).length > 0)
    expect(subscriptionErrors(connection.messages)).toMatchObject([{ extensions: { reason: 'JAM_NOT_FOUND' } }])
    connection.socket.close()
  })
})
