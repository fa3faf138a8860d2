import { describe, expect, it } from 'vitest'
import { jamTag } from '../../../../src/areas/jams/submission/content.ts'
import { addMilliseconds, DAY, HOUR } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { aJam, aSubmission, mutate, refusedMutation, submit } from '../../../support/jams.ts'
import { anAdmin, aUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
const NOW = new Date()
const submitted = (jamId: string) => app.scope().db.jamSubmission.findMany({ where: { jamId } })
const ID = expect.stringMatching(/^jsub_/)

describe('submitJamContent', () => {
  it('adds a world of the viewer, and describes it anew when it is submitted again', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const contentId = await aWorld(app, person)
    const act = `submitJamContent { submission { id description contentId submitter { id } content { ... on World { id } } }
      submissionEdge { cursor node { id } } jam { id viewerSubmissions { totalCount } } }`
    const first = await mutate(app, person, act, { jamId, contentId, description: 'One.' })
    const id = Object(first.payload?.submission).id
    expect(first).toMatchObject({
      error: undefined,
      payload: {
        submission: {
          id: ID,
          description: 'One.',
          contentId,
          submitter: { id: person.id },
          content: { id: contentId },
        },
        submissionEdge: { cursor: expect.any(String), node: { id } },
        jam: { id: jamId, viewerSubmissions: { totalCount: 1 } },
      },
    })
    const again = await mutate(app, person, act, { jamId, contentId, description: 'Two.' })
    expect(again.payload).toMatchObject({ submission: { id, description: 'Two.' } })
    expect(await person.api.call('getJamSubmissions', { jamId })).toMatchObject([{ id, description: 'Two.' }])
    const without = await mutate(app, person, act, { jamId, contentId })
    expect(without.payload).toMatchObject({ submission: { id, description: null } })
  })

  it.each(['upcoming', 'judged', 'won', 'closed'] as const)('is refused by a jam that is %s', async (phase) => {
    const [person, jamId] = [await aUser(app), await aJam(app, phase)]
    const contentId = await aWorld(app, person)
    expect(await refusedMutation(app, person, 'submitJamContent', { jamId, contentId })).toMatchObject({
      code: 'CONFLICT',
      reason: 'SUBMISSIONS_NOT_OPEN',
    })
    expect(await submitted(jamId)).toEqual([])
  })

  it('finds no jam that is a draft, unknown or no id', async () => {
    const person = await aUser(app)
    const contentId = await aWorld(app, person)
    const hidden = await aJam(app, 'open', { isVisible: false })
    for (const jamId of [await aJam(app, 'draft'), hidden, newId('jam', NOW), 'jam_1'])
      expect(await refusedMutation(app, person, 'submitJamContent', { jamId, contentId })).toMatchObject({
        code: 'NOT_FOUND',
        reason: 'JAM_NOT_FOUND',
      })
    expect(await submit(app, await anAdmin(app), { jamId: hidden, contentId })).toBe('NOT_OWN')
  })

  it('takes only worlds of the viewer that are not hidden', async () => {
    const [person, other, admin, jamId] = [await aUser(app), await aUser(app), await anAdmin(app), await aJam(app)]
    const unusable = { code: 'BAD_INPUT', reason: 'UNKNOWN_REFERENCE', fields: ['contentId'] }
    const foreign = { code: 'FORBIDDEN', reason: 'NOT_OWN', fields: ['contentId'] }
    const contents = [
      [person, 'wrld_1', unusable],
      [person, newId('world', NOW), unusable],
      [person, newId('avatar', NOW), unusable],
      [person, await aWorld(app, other, { releaseStatus: 'hidden' }), unusable],
      [person, await aWorld(app, person, { releaseStatus: 'hidden' }), unusable],
      [person, await aWorld(app, person, { releaseStatus: 'hidden', deletedAt: NOW }), unusable],
      [person, await aWorld(app, other), foreign],
      [admin, await aWorld(app, other), foreign],
    ] as const
    for (const [viewer, contentId, expected] of contents)
      expect(await refusedMutation(app, viewer, 'submitJamContent', { jamId, contentId })).toEqual(expected)
    expect(await submitted(jamId)).toEqual([])
    expect(
      await submit(app, person, { jamId, contentId: await aWorld(app, person, { releaseStatus: 'private' }) }),
    ).toEqual(ID)
  })

  it('takes gated content that was changed at the gate date or later', async () => {
    const person = await aUser(app)
    const gate = addMilliseconds(NOW, -HOUR)
    const jamId = await aJam(app, 'open', { submissionContentGated: true, submissionContentGateDate: gate })
    const aWorldOf = (updatedAt: Date) => aWorld(app, person, { updatedAt, createdAt: addMilliseconds(NOW, -DAY) })
    const old = await aWorldOf(addMilliseconds(gate, -1))
    expect(await refusedMutation(app, person, 'submitJamContent', { jamId, contentId: old })).toEqual({
      code: 'BAD_INPUT',
      reason: 'CONTENT_TOO_OLD',
      fields: ['contentId'],
    })
    expect(await submit(app, person, { jamId, contentId: await aWorldOf(gate) })).toEqual(ID)
    const ungated = await aJam(app, 'open', { submissionContentGateDate: gate })
    expect(await submit(app, person, { jamId: ungated, contentId: old })).toEqual(ID)
  })

  it('takes public and private avatars of the viewer in a jam of avatars, which carry its tag, and no worlds', async () => {
    const [person, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const jamId = await aJam(app, 'open', { type: 'avatar' })
    const unusable = { code: 'BAD_INPUT', reason: 'UNKNOWN_REFERENCE', fields: ['contentId'] }
    const foreign = { code: 'FORBIDDEN', reason: 'NOT_OWN', fields: ['contentId'] }
    const contents = [
      [person, await aWorld(app, person), unusable],
      [person, newId('avatar', NOW), unusable],
      [person, await anAvatar(app, person, { releaseStatus: 'hidden' }), unusable],
      [person, await anAvatar(app, other, { releaseStatus: 'private' }), unusable],
      [person, await anAvatar(app, other), foreign],
      [admin, await anAvatar(app, other), foreign],
    ] as const
    for (const [viewer, contentId, expected] of contents)
      expect(await refusedMutation(app, viewer, 'submitJamContent', { jamId, contentId })).toEqual(expected)
    for (const releaseStatus of ['public', 'private'] as const) {
      const contentId = await anAvatar(app, person, { releaseStatus })
      const submissionId = await submit(app, person, { jamId, contentId })
      const readTags = async () => (await person.api.call('getAvatar', { avatarId: contentId })).tags
      expect(await readTags()).toEqual([jamTag(jamId)])
      expect(await other.api.call('getJamSubmissions', { jamId, query: { contentId } })).toMatchObject([{ contentId }])
      await mutate(app, person, 'deleteJamSubmission', { submissionId })
      expect(await readTags()).toEqual([])
    }
    const contentId = await anAvatar(app, person)
    expect(await submit(app, person, { jamId, contentId })).toEqual(ID)
    await app.scope().db.avatar.update({ where: { id: contentId }, data: { releaseStatus: 'hidden' } })
    expect(await other.api.call('getJamSubmissions', { jamId })).toEqual([])
  })

  it('takes 3 of a person in each jam, also hidden ones, and descriptions of 2,000 characters', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const submissions = [await aSubmission(app, jamId, person), await aSubmission(app, jamId, person)]
    const contentId = await aWorld(app, person)
    const long = { jamId, contentId, description: 'x'.repeat(2_001) }
    expect(await refusedMutation(app, person, 'submitJamContent', long)).toEqual({
      code: 'BAD_INPUT',
      reason: 'TOO_LONG',
      fields: ['description'],
    })
    expect(await submit(app, person, { ...long, description: 'x'.repeat(2_000) })).toEqual(ID)
    const [first] = submissions
    await app.scope().db.world.update({ where: { id: first?.contentId ?? '' }, data: { releaseStatus: 'hidden' } })
    const fourth = { jamId, contentId: await aWorld(app, person) }
    expect(await refusedMutation(app, person, 'submitJamContent', fourth)).toMatchObject({
      code: 'CONFLICT',
      reason: 'LIMIT_REACHED',
    })
    expect(await submit(app, person, { ...fourth, jamId: await aJam(app) })).toEqual(ID)
    expect(await submit(app, person, { jamId, contentId })).toEqual(ID)
    await mutate(app, person, 'deleteJamSubmission', { submissionId: first?.id })
    expect(await submit(app, person, fourth)).toEqual(ID)
  })
})
