import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../src/areas/index.ts'
import { leaveInstance } from '../../src/areas/instances/leave.ts'
import { hideContent } from '../../src/areas/reports/enforcement.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import { anApp } from '../support/app.ts'
import { countDeadlocks, runConcurrently } from '../support/concurrency.ts'
import { anImage } from '../support/files.ts'
import { befriend } from '../support/friends.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { createInstanceAs, enterAs, enterOutcome, storedLocationOf } from '../support/instances.ts'
import { aPrivateInstance, sendInvite } from '../support/invites.ts'
import { raceForLock } from '../support/lockRace.ts'
import { block, unblock } from '../support/playerModerations.ts'
import { aPrint } from '../support/props.ts'
import { aUserReportRequest, submitReport } from '../support/reports.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
})

type Send = () => Promise<{ readonly status: number }>

/** Sends two requests concurrently in each round, after `prepare`; returns their statuses. */
async function sendConcurrently(rounds: number, prepare: () => Promise<readonly [Send, Send]>) {
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    const acts = await prepare()
    const answers = await runConcurrently(app, 2, (at) => (acts[at] ?? acts[0])())
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses
}

describe('no deadlock between', () => {
  it('responding to an invite with an image, and inviting with one', async () => {
    const before = await countDeadlocks(app)
    const [there, back] = [await aPrivateInstance(app, ada), await aPrivateInstance(app, grace)]
    const ids: string[] = []
    for (let at = 0; at < 6; at++) ids.push(await sendInvite(ada, grace, there))
    const image = await anImage(64)
    const send = (at: number) => {
      const data = JSON.stringify({ instanceId: back, messageSlot: 0 })
      if (at % 2) return grace.api.try('inviteUserWithPhoto', { userId: ada.id, form: { data, image } })
      const reply = { data: '{"responseSlot":0}', image }
      return grace.api.try('respondInviteWithPhoto', { notificationId: ids[at >> 1] ?? '', form: reply })
    }
    const answers = await runConcurrently(app, 12, send)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('deleting a print, and deleting the file of its image', async () => {
    const before = await countDeadlocks(app)
    const statuses = await sendConcurrently(5, async () => {
      const { id: printId, files } = await aPrint(ada)
      return [
        () => ada.api.try('deletePrint', { printId }),
        () => ada.api.try('deleteFile', { fileId: files.fileId ?? '' }),
      ]
    })
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('dismissing all notifications, and blocking their sender', async () => {
    const before = await countDeadlocks(app)
    const place = await aPrivateInstance(app, ada)
    const statuses = await sendConcurrently(5, async () => {
      await unblock(ada, grace)
      for (let at = 0; at < 3; at++) {
        await ada.api.call('requestInvite', { userId: grace.id })
        await sendInvite(ada, grace, place)
      }
      const body = { moderated: grace.id, type: 'block' }
      return [() => grace.api.try('clearNotifications'), () => ada.api.try('moderateUser', { body })]
    })
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('ending a friendship, and removing a block', async () => {
    const before = await countDeadlocks(app)
    const statuses = await sendConcurrently(5, async () => {
      const [one, other] = [await aUser(app), await aUser(app)]
      await befriend(one, other)
      await block(one, other)
      const body = { moderated: other.id, type: 'block' }
      return [() => one.api.try('unmoderateUser', { body }), () => other.api.try('unfriend', { userId: one.id })]
    })
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('erasing an account, closing its report, and hiding its world', async () => {
    const admin = await anAdmin(app)
    const graph = aGraphClient(app, admin.api)
    const before = await countDeadlocks(app)
    for (let round = 0; round < 4; round++) {
      const [author, guest] = [await aUser(app), await aUser(app)]
      await befriend(author, guest)
      await author.api.call('boop', { userId: guest.id })
      const worldId = await aWorld(app, author)
      await enterAs(app, guest, (await createInstanceAs(author, worldId)).location)
      const reportId = await submitReport(author, aUserReportRequest(guest.id))
      await author.api.call('deleteUser', { userId: author.id })
      const late = { ...app.scope(), now: addMilliseconds(app.clock.now(), 15 * DAY) }
      const [, ...answers] = await Promise.all([
        eraseDueAccounts(late, erasers),
        graph.send(`mutation { closeReport(input: { reportId: "${reportId}", reason: "Done" }) { viewer { id } } }`),
        graph.send(`mutation { hideContent(input: { contentId: "${worldId}" }) { report { id } } }`),
      ])
      // The erasure may come first, and then the world was deleted.
      const codes = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => String(extensions.code)))
      expect(codes.filter((code) => !['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'].includes(code))).toEqual([])
      expect(await storedLocationOf(app, guest)).toBeNull()
    }
    expect(await countDeadlocks(app)).toBe(before)
  })
})

describe('entering the current instance', () => {
  it('enters again when the person was removed concurrently', async () => {
    const { location } = await createInstanceAs(ada, await aWorld(app, ada))
    await enterAs(app, ada, location)
    expect(await raceForLock(app, ada, leaveInstance, () => enterOutcome(app, ada, location))).toBe('in')
    expect(await storedLocationOf(app, ada)).toBe(location)
  })

  it('is refused when the world was hidden concurrently', async () => {
    const [admin, world] = [await anAdmin(app), await aWorld(app, ada)]
    const { location } = await createInstanceAs(ada, world)
    await enterAs(app, ada, location)
    const hide = (open: Parameters<typeof hideContent>[0]) =>
      hideContent({ ...open, viewer: viewerScopeOf(app, admin, { admin: true }).viewer }, { contentId: world })
    const answer = await raceForLock(app, admin, hide, () => enterAs(app, ada, location).then(String, String))
    expect(answer).toContain(`${world} not found`)
    expect(await storedLocationOf(app, ada)).toBeNull()
  })
})
