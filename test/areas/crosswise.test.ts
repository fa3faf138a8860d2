import { beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { leaveInstance } from '../../src/areas/instances/leaving.ts'
import { hideContent } from '../../src/areas/reports/acting.ts'
import { DAY, later } from '../../src/kernel/clock.ts'
import { anApp } from '../support/app.ts'
import { aPicture } from '../support/files.ts'
import { befriend } from '../support/friends.ts'
import { aGraph } from '../support/graph.ts'
import { enter, faring, made, placeOf } from '../support/instances.ts'
import { aPrivatePlace, invited } from '../support/invites.ts'
import { meanwhile } from '../support/meanwhile.ts'
import { block, unblock } from '../support/moderation.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aPrint } from '../support/props.ts'
import { aReport, report } from '../support/reports.ts'
import { atOnce, deadlocksIn } from '../support/rush.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
})

type Send = () => Promise<{ readonly status: number }>

/** Sends both at once, so often, and lets `prepare` make anew what they are about; answers their statuses. */
async function crosswise(rounds: number, prepare: () => Promise<readonly [Send, Send]>) {
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    const acts = await prepare()
    const answers = await atOnce(app, 2, (at) => (acts[at] ?? acts[0])())
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses
}

describe('two acts at once do not wait for each other in a circle:', () => {
  it('to answer an invite with a photo, and to invite with one', async () => {
    const before = await deadlocksIn(app)
    const [there, back] = [await aPrivatePlace(app, ada), await aPrivatePlace(app, grace)]
    const ids: string[] = []
    for (let at = 0; at < 6; at++) ids.push(await invited(ada, grace, there))
    const image = await aPicture(64)
    const send = (at: number) => {
      const data = JSON.stringify({ instanceId: back, messageSlot: 0 })
      if (at % 2) return grace.api.try('inviteUserWithPhoto', { userId: ada.id, form: { data, image } })
      const reply = { data: '{"responseSlot":0}', image }
      return grace.api.try('respondInviteWithPhoto', { notificationId: ids[at >> 1] ?? '', form: reply })
    }
    const answers = await atOnce(app, 12, send)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await deadlocksIn(app)).toBe(before)
  })

  it('to delete a print, and the file of its picture', async () => {
    const before = await deadlocksIn(app)
    const statuses = await crosswise(8, async () => {
      const { id: printId, files } = await aPrint(ada)
      return [
        () => ada.api.try('deletePrint', { printId }),
        () => ada.api.try('deleteFile', { fileId: files.fileId ?? '' }),
      ]
    })
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
    expect(await deadlocksIn(app)).toBe(before)
  })

  it('to put all notifications away, and to block who has sent them', async () => {
    const before = await deadlocksIn(app)
    const place = await aPrivatePlace(app, ada)
    const statuses = await crosswise(8, async () => {
      await unblock(ada, grace)
      for (let at = 0; at < 3; at++) {
        await ada.api.call('requestInvite', { userId: grace.id })
        await invited(ada, grace, place)
      }
      const body = { moderated: grace.id, type: 'block' }
      return [() => grace.api.try('clearNotifications'), () => ada.api.try('moderateUser', { body })]
    })
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect(await deadlocksIn(app)).toBe(before)
  })

  it('to end a friendship, and to take a block back', async () => {
    const before = await deadlocksIn(app)
    const statuses = await crosswise(8, async () => {
      const [one, other] = [await aUser(app), await aUser(app)]
      await befriend(one, other)
      await block(one, other)
      const body = { moderated: other.id, type: 'block' }
      return [() => one.api.try('unmoderateUser', { body }), () => other.api.try('unfriend', { userId: one.id })]
    })
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect(await deadlocksIn(app)).toBe(before)
  })

  it('to erase an account, to close what it has reported, and to hide its world', async () => {
    const admin = await anAdmin(app)
    const graph = aGraph(app, admin.api)
    const before = await deadlocksIn(app)
    for (let round = 0; round < 4; round++) {
      const [author, guest] = [await aUser(app), await aUser(app)]
      await befriend(author, guest)
      await author.api.call('boop', { userId: guest.id })
      const worldId = await aWorld(app, author)
      await enter(app, guest, (await made(author, worldId)).location)
      const reportId = await report(author, aReport(guest.id))
      await author.api.call('deleteUser', { userId: author.id })
      const late = { ...app.scope(), now: later(app.clock.now(), 15 * DAY) }
      const [, ...answers] = await Promise.all([
        eraseDueAccounts(late, erasers),
        graph.send(`mutation { closeReport(input: { reportId: "${reportId}", reason: "Done" }) { id } }`),
        graph.send(`mutation { hideContent(input: { contentId: "${worldId}" }) { report { id } } }`),
      ])
      const codes = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code))
      expect(codes.filter((code) => code !== 'NOT_FOUND')).toEqual([])
      expect(await placeOf(app, guest)).toBeNull()
    }
    expect(await deadlocksIn(app)).toBe(before)
  })
})

describe('whoever comes to where they are already', () => {
  it('comes anew when they were put out meanwhile', async () => {
    const { location } = await made(ada, await aWorld(app, ada))
    await enter(app, ada, location)
    expect(await meanwhile(app, ada, leaveInstance, () => faring(app, ada, location))).toBe('in')
    expect(await placeOf(app, ada)).toBe(location)
  })

  it('is not let in when the world was hidden meanwhile', async () => {
    const [admin, world] = [await anAdmin(app), await aWorld(app, ada)]
    const { location } = await made(ada, world)
    await enter(app, ada, location)
    const hide = (open: Parameters<typeof hideContent>[0]) =>
      hideContent({ ...open, viewer: { ...open.viewer, admin: true } }, { contentId: world })
    const answer = await meanwhile(app, admin, hide, () => enter(app, ada, location).then(String, String))
    expect(answer).toContain(`${world} not found`)
    expect(await placeOf(app, ada)).toBeNull()
  })
})
