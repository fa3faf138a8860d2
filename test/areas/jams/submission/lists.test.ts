import { beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { addMilliseconds, DAY, HOUR } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { aJam, aSubmission, mutate, query, refusedMutation } from '../../../support/jams.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await anApp()
const NOW = new Date()
let viewer: TestUser
beforeAll(async () => {
  viewer = await aUser(app)
})

const LIST = `query($id: ID!, $submitterId: ID, $contentId: ID) {
  jam(id: $id) { submissions(submitterId: $submitterId, contentId: $contentId) { totalCount nodes { id } } }
}`

/** The ids that both doors list, which must be equal. */
async function listed({ api }: TestUser, jamId: string, filter: { submitterId?: string; contentId?: string } = {}) {
  const rest = (await api.call('getJamSubmissions', { jamId, query: filter })).map(({ id }) => id)
  const { jam } = await query(app, { api }, LIST, { id: jamId, ...filter })
  expect(jam.submissions.nodes.map(({ id }: { id: string }) => id)).toEqual(rest)
  expect(jam.submissions.totalCount).toBe(rest.length)
  return rest
}

describe('the list of submissions', () => {
  it('has the newest first, and finds those of a person or of content', async () => {
    const [ada, grace, jamId] = [await aUser(app), await aUser(app), await aJam(app)]
    const at = (minutes: number) => ({ createdAt: addMilliseconds(NOW, minutes * 60_000) })
    const old = await aSubmission(app, jamId, ada, at(-3))
    const newest = await aSubmission(app, jamId, grace, at(-1))
    const middle = await aSubmission(app, jamId, ada, at(-2))
    await aSubmission(app, await aJam(app), ada)
    expect(await listed(viewer, jamId)).toEqual([newest.id, middle.id, old.id])
    expect(await listed(viewer, jamId, { submitterId: ada.id })).toEqual([middle.id, old.id])
    expect(await listed(viewer, jamId, { contentId: newest.contentId })).toEqual([newest.id])
    expect(await listed(viewer, jamId, { contentId: newest.contentId, submitterId: ada.id })).toEqual([])
    expect(await listed(viewer, jamId, { contentId: 'nothing' })).toEqual([])
    expect(await viewer.api.try('getJamSubmissions', { jamId, query: { submitterId: 'ada!' } })).toMatchObject({
      status: 404,
    })
  })

  it('leaves out hidden and deleted content, except from what its submitter finds of their own', async () => {
    const [submitter, admin, jamId] = [await aUser(app), await anAdmin(app), await aJam(app)]
    const shown = await aSubmission(app, jamId, submitter, {
      contentId: await aWorld(app, submitter, { releaseStatus: 'private' }),
    })
    const hidden = await aSubmission(app, jamId, submitter)
    const deleted = await aSubmission(app, jamId, submitter)
    await app.scope().db.world.update({ where: { id: hidden.contentId }, data: { releaseStatus: 'hidden' } })
    await submitter.api.call('deleteWorld', { worldId: deleted.contentId })
    for (const person of [viewer, submitter, admin]) expect(await listed(person, jamId)).toEqual([shown.id])
    const own = `query($id: ID!) { jam(id: $id) { viewerCanSubmit viewerSubmissions { nodes { id } } } }`
    expect((await query(app, submitter, own, { id: jamId })).jam.viewerSubmissions.nodes).toHaveLength(3)
    expect((await query(app, submitter, own, { id: jamId })).jam.viewerCanSubmit).toBe(false)
    expect((await query(app, viewer, own, { id: jamId })).jam).toEqual({
      viewerCanSubmit: true,
      viewerSubmissions: { nodes: [] },
    })
    const node = 'query($id: ID!) { node(id: $id) { id } }'
    expect(await query(app, viewer, node, { id: hidden.id })).toEqual({ node: null })
    for (const person of [submitter, admin])
      expect(await query(app, person, node, { id: hidden.id })).toEqual({ node: { id: hidden.id } })
  })

  it('leaves out people with whom the viewer has a block, either way', async () => {
    const [submitter, blocking, blocked, jamId] = [
      await aUser(app),
      await aUser(app),
      await aUser(app),
      await aJam(app),
    ]
    const { id } = await aSubmission(app, jamId, submitter)
    await blocking.api.call('moderateUser', { body: { moderated: submitter.id, type: 'block' } })
    await submitter.api.call('moderateUser', { body: { moderated: blocked.id, type: 'block' } })
    for (const person of [blocking, blocked]) expect(await listed(person, jamId)).toEqual([])
    for (const person of [viewer, submitter]) expect(await listed(person, jamId)).toEqual([id])
    expect(await refusedMutation(app, blocked, 'deleteJamSubmission', { submissionId: id })).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'JAM_SUBMISSION_NOT_FOUND',
    })
  })

  it('loses the submissions of an erased account, but not its ratings', async () => {
    const [gone, jamId] = [await anAdmin(app), await aJam(app, 'judged')]
    const [own, other] = [await aSubmission(app, jamId, gone), await aSubmission(app, jamId, viewer)]
    for (const submissionId of [own.id, other.id])
      await mutate(app, gone, 'rateJamSubmission', { submissionId, rating: 40 })
    await gone.api.call('deleteUser', { userId: gone.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY) }, erasers)
    expect(await listed(viewer, jamId)).toEqual([other.id])
    expect(await scope.db.jamSubmission.findMany({ where: { jamId } })).toMatchObject([
      { id: other.id, ratingScore: 40 },
    ])
    expect(await scope.db.jamRating.count({ where: { submissionId: own.id } })).toBe(0)
  })
})

describe('lists of jams', () => {
  it('have those that opened last first, closed ones too', async () => {
    const opened = (hours: number) => ({ submissionsOpened: addMilliseconds(NOW, -hours * HOUR) })
    const [old, latest, stopped] = [
      await aJam(app, 'closed', { type: 'avatar', submissionsOpened: addMilliseconds(NOW, -90 * HOUR) }),
      await aJam(app, 'open', { type: 'avatar', ...opened(1) }),
      await aJam(app, 'upcoming', { type: 'avatar', closedAt: NOW }),
    ]
    const upcoming = await aJam(app, 'upcoming', { type: 'avatar', submissionsOpened: addMilliseconds(NOW, HOUR) })
    const draft = await aJam(app, 'draft', { type: 'avatar' })
    const rest = async ({ api }: TestUser) =>
      (await api.call('getJams', { query: { type: 'avatar' } })).map(({ id }) => id)
    const admin = await anAdmin(app)
    expect(await rest(viewer)).toEqual([stopped, latest, old])
    expect(await rest(admin)).toEqual([stopped, upcoming, latest, old])
    const graph = async (person: TestUser, state?: string) => {
      const text = 'query($state: JamState) { jams(type: AVATAR, state: $state) { totalCount nodes { id } } }'
      const { jams } = await query(app, person, text, { state })
      expect(jams.totalCount).toBe(jams.nodes.length)
      return jams.nodes.map(({ id }: { id: string }) => id)
    }
    expect(await graph(viewer)).toEqual([stopped, upcoming, latest, old])
    expect(await graph(admin)).toEqual([draft, stopped, upcoming, latest, old])
    expect(await graph(admin, 'UPCOMING')).toEqual([draft, upcoming])
    expect(await graph(viewer, 'UPCOMING')).toEqual([upcoming])
    expect(await graph(viewer, 'CLOSED')).toEqual([stopped, old])
  })
})

describe('deleteJamSubmission', () => {
  it('is for the submitter until submissions close, and for admins always', async () => {
    const [submitter, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const act = 'deleteJamSubmission { deletedSubmissionId jam { id submissions { totalCount } } }'
    for (const phase of ['upcoming', 'open'] as const) {
      const jamId = await aJam(app, phase)
      const { id } = await aSubmission(app, jamId, submitter)
      expect(await refusedMutation(app, other, 'deleteJamSubmission', { submissionId: id })).toMatchObject({
        code: 'FORBIDDEN',
        reason: 'NOT_OWN',
      })
      expect((await mutate(app, submitter, act, { submissionId: id })).payload).toEqual({
        deletedSubmissionId: id,
        jam: { id: jamId, submissions: { totalCount: 0 } },
      })
      expect(await app.scope().db.auditEntry.count({ where: { subjectId: id } })).toBe(0)
    }
    for (const phase of ['judged', 'won', 'closed'] as const) {
      const { id } = await aSubmission(app, await aJam(app, phase), submitter)
      expect(await refusedMutation(app, submitter, 'deleteJamSubmission', { submissionId: id })).toMatchObject({
        code: 'CONFLICT',
        reason: 'SUBMISSIONS_FINAL',
      })
      expect((await mutate(app, admin, act, { submissionId: id })).error).toBeUndefined()
      expect(await app.scope().db.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
        { act: 'deleteJamSubmission', actorId: admin.id },
      ])
    }
  })

  it('of an admin is audited for an own one only when it needed the right of an admin', async () => {
    const admin = await anAdmin(app)
    for (const [phase, entries] of [
      ['open', 0],
      ['judged', 1],
    ] as const) {
      const { id } = await aSubmission(app, await aJam(app, phase), admin)
      await mutate(app, admin, 'deleteJamSubmission', { submissionId: id })
      expect(await app.scope().db.auditEntry.count({ where: { subjectId: id } })).toBe(entries)
    }
  })

  it('finds none that is deleted already', async () => {
    const { id: submissionId } = await aSubmission(app, await aJam(app), viewer)
    const answers = await Promise.all([1, 2].map(() => mutate(app, viewer, 'deleteJamSubmission', { submissionId })))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  })
})
