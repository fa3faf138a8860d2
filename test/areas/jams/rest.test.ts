import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { jamTag } from '../../../src/areas/jams/submission/content.ts'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aJam, aSubmission, mutate } from '../../support/jams.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const NOW = new Date()

const send = ({ api }: TestUser, jamId: string, contentId: string, description = '') =>
  api.try('submitJamContent', { jamId, body: { contentId, description } })

async function tagsOf(worldId: string) {
  const { tags } = await app.scope().db.world.findUniqueOrThrow({ where: { id: worldId } })
  return tags.filter((tag) => tag.startsWith('system_jam_'))
}

describe('submitJamContent', () => {
  it('submits a world, and describes it anew', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const contentId = await aWorld(app, person)
    const first = await send(person, jamId, contentId, 'One.')
    expect(first).toMatchObject({
      status: 200,
      body: { contentId, description: 'One.', jamId, ratingScore: 0, submitterId: person.id },
    })
    const again = await send(person, jamId, contentId, 'Two.')
    expect(again.body).toMatchObject({ id: Object(first.body).id, description: 'Two.' })
    expect(await person.api.call('getJamSubmissions', { jamId })).toEqual([again.body])
  })

  it('is refused with the statuses of the table', async () => {
    const [person, other, jamId] = [await aUser(app), await aUser(app), await aJam(app)]
    const own = await aWorld(app, person)
    const old = await aWorld(app, person, { updatedAt: addMilliseconds(NOW, -DAY) })
    const gated = await aJam(app, 'open', { submissionContentGated: true, submissionContentGateDate: NOW })
    expect(await send(person, await aJam(app, 'judged'), own)).toMatchObject(
      refusal(400, 'The jam takes no submissions now'),
    )
    expect(await send(person, jamId, 'wrld_1')).toMatchObject(refusal(400, 'contentId must be the id of a world'))
    expect(await send(person, gated, old)).toMatchObject(refusal(400, /changed since/))
    expect(await send(other, jamId, own)).toMatchObject(refusal(403, 'This world belongs to somebody else'))
    expect(await send(person, await aJam(app, 'draft'), own)).toMatchObject(refusal(404, 'Jam not found'))
    expect(await send(person, newId('jam', NOW), own)).toMatchObject(refusal(404, 'Jam not found'))
    expect(await send(person, jamId, own, 'x'.repeat(2_001))).toMatchObject({ status: 400 })
    expect(await tagsOf(own)).toEqual([])
    for (let count = 0; count < 3; count++) await aSubmission(app, jamId, person)
    expect(await send(person, jamId, own)).toMatchObject({ status: 400 })
    expect(await tagsOf(own)).toEqual([])
  })
})

describe('deleteJamSubmission', () => {
  it('withdraws a submission of the jam', async () => {
    const [person, other, jamId] = [await aUser(app), await aUser(app), await aJam(app)]
    const { id: jamSubmissionId } = await aSubmission(app, jamId, person)
    const missing = refusal(404, 'Submission not found')
    const call = ({ api }: TestUser, jam: string, id: string) =>
      api.try('deleteJamSubmission', { jamId: jam, jamSubmissionId: id })
    expect(await call(other, jamId, jamSubmissionId)).toMatchObject(refusal(403, "You don't have permission."))
    expect(await call(person, await aJam(app), jamSubmissionId)).toMatchObject(missing)
    expect(await call(person, jamId, newId('jamSubmission', NOW))).toMatchObject(missing)
    expect(await call(person, jamId, 'jsub_1')).toMatchObject(missing)
    expect(await call(person, jamId, jamSubmissionId)).toMatchObject({
      status: 200,
      body: { success: { message: 'Submission deleted.', status_code: 200 } },
    })
    expect(await call(person, jamId, jamSubmissionId)).toMatchObject(missing)
  })

  it('is refused after the jam has closed for submissions, but not to admins', async () => {
    const [person, admin, jamId] = [await aUser(app), await anAdmin(app), await aJam(app, 'judged')]
    const { id: jamSubmissionId } = await aSubmission(app, jamId, person)
    expect(await person.api.try('deleteJamSubmission', { jamId, jamSubmissionId })).toMatchObject({ status: 400 })
    expect(await admin.api.try('deleteJamSubmission', { jamId, jamSubmissionId })).toMatchObject({ status: 200 })
  })
})

describe('the tag of a jam', () => {
  it('is on content while it is submitted, whichever API submitted it', async () => {
    const [person, one, other] = [await aUser(app), await aJam(app), await aJam(app)]
    const contentId = await aWorld(app, person)
    const submissionId = Object((await send(person, one, contentId)).body).id
    await send(person, one, contentId, 'Again.')
    await mutate(app, person, 'submitJamContent', { jamId: other, contentId })
    expect(await tagsOf(contentId)).toEqual([jamTag(one), jamTag(other)])
    expect((await person.api.call('getWorld', { worldId: contentId })).tags).toContain(`system_jam_${one.slice(4)}`)
    await mutate(app, person, 'deleteJamSubmission', { submissionId })
    expect(await tagsOf(contentId)).toEqual([jamTag(other)])
  })

  it('is not the author’s to change', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const contentId = await aWorld(app, person)
    await send(person, jamId, contentId)
    const tags = [jamTag(jamId)]
    expect(await person.api.try('removeWorldTags', { worldId: contentId, body: { tags } })).toMatchObject({
      status: 400,
    })
    await person.api.call('updateWorld', { worldId: contentId, body: { tags: ['author_tag_game'] } })
    expect(await tagsOf(contentId)).toEqual(tags)
  })

  it('does not count as a change of the content', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const updatedAt = addMilliseconds(NOW, -HOUR)
    const contentId = await aWorld(app, person, { updatedAt, createdAt: updatedAt })
    await send(person, jamId, contentId)
    const gate = { submissionContentGated: true, submissionContentGateDate: addMilliseconds(NOW, -HOUR / 2) }
    expect(await send(person, await aJam(app, 'open', gate), contentId)).toMatchObject({ status: 400 })
  })

  it('goes with an erased account', async () => {
    const [gone, jamId] = [await aUser(app), await aJam(app)]
    const worlds = [await aWorld(app, gone), await aWorld(app, gone, { tags: ['author_tag_game'] })]
    for (const contentId of worlds) await send(gone, jamId, contentId)
    await gone.api.call('deleteUser', { userId: gone.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY) }, erasers)
    const rows = await scope.db.world.findMany({ where: { authorId: gone.id }, select: { tags: true } })
    expect(rows.map(({ tags }) => tags.join(' ')).sort()).toEqual(['', 'author_tag_game'])
  })
})
