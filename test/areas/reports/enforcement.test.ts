import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { type ModerationReportId, newId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aUserReportRequest, submitReport, UNKNOWN_REPORT_ID } from '../../support/reports.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
let admins: readonly [TestUser, TestUser]
let ada: TestUser
let eve: TestUser
let worldId: string
let reportId: ModerationReportId
beforeAll(async () => {
  admins = [await anAdmin(app), await anAdmin(app)]
})
beforeEach(async () => {
  ada = await aUser(app)
  eve = await aUser(app)
  worldId = await aWorld(app, eve)
  reportId = await submitReport(ada, aUserReportRequest(eve.id))
})

const send = (field: string, person = admins[0]) => aGraphClient(app, person.api).send(`mutation { ${field} }`)
const codesOf = ({ errors = [] }: Awaited<ReturnType<typeof send>>) => errors.map(({ extensions }) => extensions.code)
const rowOf = (id: string) => app.scope().db.moderationReport.findUniqueOrThrow({ where: { id } })
const rowsAbout = (id: string) => app.scope().db.auditEntry.count({ where: { reportId: id } })

const SHOWN = '{ report { moderation { updatedAt } } }'
/** Acts because of a report, in an order in which each one succeeds. */
const ACTS = {
  warnUser: () => `warnUser(input: { contentId: "${worldId}", message: "m", reportId: "${reportId}" }) ${SHOWN}`,
  'hideContent of a world': () => `hideContent(input: { contentId: "${worldId}", reportId: "${reportId}" }) ${SHOWN}`,
  showContent: () => `showContent(input: { contentId: "${worldId}", reportId: "${reportId}" }) ${SHOWN}`,
  'hideContent of a profile': () => `hideContent(input: { contentId: "${eve.id}", reportId: "${reportId}" }) ${SHOWN}`,
  suspendUser: () => `suspendUser(input: { userId: "${eve.id}", reason: "r", reportId: "${reportId}" }) ${SHOWN}`,
  unsuspendUser: () => `unsuspendUser(input: { userId: "${eve.id}", reportId: "${reportId}" }) ${SHOWN}`,
}
const CLOSE = () => `closeReport(input: { reportId: "${reportId}", reason: "r" }) ${SHOWN}`

describe('a report', () => {
  test('has the time of the last act of an admin because of it, open or closed', async () => {
    const actAndRead = async (field: string) => {
      const before = await rowOf(reportId)
      app.clock.advance(1_000)
      const answer = await send(field)
      const { updatedAt, ...rest } = await rowOf(reportId)
      expect(JSON.stringify(answer)).toContain(updatedAt.toISOString())
      expect(updatedAt.getTime()).toBeGreaterThanOrEqual(before.updatedAt.getTime() + 1_000)
      return { before, rest }
    }
    for (const act of [...Object.values(ACTS), ACTS.warnUser]) {
      const { before, rest } = await actAndRead(act())
      expect(before).toMatchObject(rest)
    }
    await actAndRead(CLOSE())
    const { before, rest } = await actAndRead(ACTS.warnUser())
    expect(rest).toMatchObject({ status: 'closed', closeReason: 'r' })
    expect(before).toMatchObject(rest)
  })

  test('has at most 200 notes', async () => {
    const { db, now } = app.scope()
    const note = () => ({ id: newId('reportNote', now), reportId, text: 'x', createdAt: now })
    await db.reportNote.createMany({ data: Array.from({ length: 199 }, note) })
    const add = `addReportNote(input: { reportId: "${reportId}", text: "y" }) { noteEdge { node { id } } }`
    const answers = await runConcurrently(app, 2, () => send(add))
    expect(answers.flatMap(codesOf)).toEqual(['CONFLICT'])
    expect(await db.reportNote.count({ where: { reportId } })).toBe(200)
  })

  test('is unchanged when an act is refused, or names another report', async () => {
    const otherReport = await submitReport(eve, aUserReportRequest(ada.id))
    const [before, other] = [await rowOf(reportId), await rowOf(otherReport)]
    app.clock.advance(1_000)
    const withReport = (field: string, id: string) => field.replace(reportId, id)
    for (const act of Object.values(ACTS)) {
      const expected = act === ACTS.unsuspendUser ? 'CONFLICT' : 'BAD_INPUT'
      expect(codesOf(await send(withReport(act(), otherReport)))).toEqual([expected])
      expect(codesOf(await send(act(), ada))).toEqual(['FORBIDDEN'])
    }
    for (const act of [
      ACTS.warnUser,
      ACTS['hideContent of a world'],
      ACTS['hideContent of a profile'],
      ACTS.suspendUser,
    ])
      expect(codesOf(await send(withReport(act(), UNKNOWN_REPORT_ID)))).toEqual(['NOT_FOUND'])
    expect(codesOf(await send(`warnUser(input: { contentId: "${eve.id}", message: "m" }) ${SHOWN}`))).toEqual([])
    expect([await rowOf(reportId), await rowOf(otherReport)]).toEqual([before, other])
    expect(await rowsAbout(otherReport)).toBe(0)
    expect(await eve.api.try('getCurrentUser')).toMatchObject({ status: 200 })
  })
})

/** The codes of an act that is sent again, as clients do, while a busy machine keeps it waiting for too long. */
async function sendUntilAvailable(act: string, by: TestUser): Promise<unknown[]> {
  const codes = codesOf(await send(act, by))
  return codes.includes('UNAVAILABLE') ? sendUntilAvailable(act, by) : codes
}

describe('concurrent acts', () => {
  const addNote = () => `addReportNote(input: { reportId: "${reportId}", text: "t" }) ${SHOWN}`
  const assign = () => `assignReport(input: { reportId: "${reportId}", assigneeId: "${admins[1].id}" }) ${SHOWN}`

  test('of two admins because of one report either succeed with an audit entry or are refused', async () => {
    const mixed = [...Object.values(ACTS), CLOSE, addNote, assign, ACTS.suspendUser].map((act) => act())
    for (let round = 0; round < 3; round++) {
      const before = await rowsAbout(reportId)
      const answers = await runConcurrently(app, 20, (at) =>
        send(mixed[at % mixed.length] ?? '', admins[at % 3 ? 0 : 1]),
      )
      const codes = answers.flatMap(codesOf)
      expect(codes.filter((code) => code !== 'CONFLICT')).toEqual([])
      expect((await rowsAbout(reportId)) - before).toBe(answers.length - codes.length)
    }
    expect(await rowOf(reportId)).toMatchObject({ status: 'closed' })
    expect(await app.scope().db.auditEntry.count({ where: { reportId, act: 'closeReport' } })).toBe(1)
  })

  test('with a deletion of the report leave no audit entry of a refused act', async () => {
    const acts = [ACTS.warnUser(), ACTS.suspendUser(), ACTS['hideContent of a profile']()]
    const answers = await runConcurrently(app, 12, (at) =>
      at === 5
        ? send(`deleteModerationReport(input: { reportId: "${reportId}" }) { deletedReportId }`, admins[1])
        : send(acts[at % acts.length] ?? ''),
    )
    const codes = answers.flatMap(codesOf)
    expect(codes.filter((code) => code !== 'NOT_FOUND')).toEqual([])
    const rows = await app.scope().db.auditEntry.findMany({ where: { reportId }, orderBy: { id: 'asc' } })
    expect(rows).toHaveLength(answers.length - codes.length)
  })

  test('with the erasure of the person leave no data of that person', async () => {
    await eve.api.call('deleteUser', { userId: eve.id })
    const scope = { ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * 86_400_000) }
    const acts = [ACTS.warnUser(), ACTS['hideContent of a world'](), ACTS.showContent(), ACTS.suspendUser()]
    const answers = await runConcurrently(app, 13, async (at) => {
      if (at !== 4) return sendUntilAvailable(acts[at % acts.length] ?? '', admins[at % 2 ? 0 : 1])
      await eraseDueAccounts(scope, erasers)
      return []
    })
    expect(answers.flat().filter((code) => code !== 'CONFLICT' && code !== 'NOT_FOUND')).toEqual([])
    const { db } = app.scope()
    expect(await db.account.count({ where: { userId: eve.id } })).toBe(0)
    expect(await db.notification.count({ where: { receiverId: eve.id } })).toBe(0)
    expect(await rowOf(reportId)).toMatchObject({ contentName: 'Deleted user', contentId: eve.id })
  })
})
