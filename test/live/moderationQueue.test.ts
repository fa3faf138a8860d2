import { beforeAll, expect, test } from 'vitest'
import { promoteUser } from '../../src/areas/accounts/ranks.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraph } from '../support/graph.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aReport, report } from '../support/reports.ts'
import { aWorld } from '../support/worlds.ts'
import { aFollower, errorsIn, told } from './followers.ts'

let app: TestApp
let admin: Person
let eve: Person
beforeAll(async () => {
  app = await anApp()
  admin = await anAdmin(app)
  eve = await aUser(app)
})

const QUEUE = 'subscription { moderationQueue { kind reportId report { id status notes { nodes { text } } } } }'
const queueOf = (line: { messages: Parameters<typeof told>[0] }) => told(line.messages, 'moderationQueue')
const act = (text: string, person = admin) => aGraph(app, person.api).send(`mutation { ${text} }`)

test('tells admins what happens to reports, each once, and nobody else', async () => {
  const ada = await aUser(app)
  const line = await aFollower(app, admin, QUEUE)
  const other = await aFollower(app, ada, QUEUE)
  const reportId = await report(ada, aReport(eve.id))
  await report(ada, aReport(eve.id))
  await act(`assignReport(input: { reportId: "${reportId}", assigneeId: "${admin.id}" }) { id }`)
  await act(`addReportNote(input: { reportId: "${reportId}", text: "Looks bad." }) { id }`)
  await act(`closeReport(input: { reportId: "${reportId}", reason: "Seen to." }) { id }`)
  await act(`closeReport(input: { reportId: "${reportId}", reason: "Again." }) { id }`)
  await line.until(() => queueOf(line).length >= 4)
  await admin.api.call('deleteModerationReport', { moderationReportId: reportId })
  await line.until(() => queueOf(line).length >= 5)
  expect(queueOf(line).map(({ kind }) => kind)).toEqual(['SUBMITTED', 'ASSIGNED', 'NOTED', 'CLOSED', 'DELETED'])
  expect(queueOf(line)[3]).toMatchObject({ reportId, report: { status: 'CLOSED', notes: { nodes: [{}] } } })
  expect(queueOf(line)[4]).toEqual({ kind: 'DELETED', reportId, report: null })
  expect(errorsIn(other.messages)).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  expect(queueOf(other)).toEqual([])
  for (const { socket } of [line, other]) socket.close()
})

test('tells another admin once of each act because of a report, and of none that is refused', async () => {
  const [ada, second] = [await aUser(app), await anAdmin(app)]
  const worldId = await aWorld(app, eve)
  const [reportId, about] = [await report(ada, aReport(eve.id)), await report(eve, aReport(ada.id))]
  const line = await aFollower(app, second, QUEUE)
  const done = async (field: string, because = reportId) =>
    act(`${field.replace(' })', `, reportId: "${because}" })`)} { report { id } }`)
  const acts = [
    `warnUser(input: { contentId: "${eve.id}", message: "m" })`,
    `hideContent(input: { contentId: "${worldId}" })`,
    `showContent(input: { contentId: "${worldId}" })`,
    `suspendUser(input: { userId: "${eve.id}", reason: "r" })`,
    `unsuspendUser(input: { userId: "${eve.id}" })`,
  ]
  for (const field of acts) {
    expect(await done(field, about)).toHaveProperty('errors')
    expect(await done(field)).not.toHaveProperty('errors')
  }
  for (const field of [acts[2], acts[4]]) expect(await done(field ?? '')).toHaveProperty('errors')
  await act(`warnUser(input: { contentId: "${eve.id}", message: "m" }) { report { id } }`)
  await act(`closeReport(input: { reportId: "${reportId}", reason: "Seen to." }) { id }`)
  expect(await done(acts[0] ?? '')).not.toHaveProperty('errors')
  await line.until(() => queueOf(line).length >= 7)
  const kinds = [...acts.map(() => 'ACTED'), 'CLOSED', 'ACTED']
  expect(queueOf(line)).toMatchObject(kinds.map((kind) => ({ kind, reportId, report: { id: reportId } })))
  line.socket.close()
})

test('ends for whoever is an admin no more, and for whoever logs out', async () => {
  const [former, leaving] = [await anAdmin(app), await anAdmin(app)]
  const lines = [await aFollower(app, former, QUEUE), await aFollower(app, leaving, QUEUE)] as const
  await report(await aUser(app), aReport(eve.id))
  for (const line of lines) await line.until(() => queueOf(line).length === 1)
  await promoteUser(app.scope(), former.id, { admin: false })
  await lines[0].until((messages) => errorsIn(messages).length === 1)
  await leaving.api.call('logout')
  expect(await lines[1].closed()).toBe(4401)
  const staying = await aFollower(app, admin, QUEUE)
  await report(await aUser(app), aReport(eve.id))
  await staying.until(() => queueOf(staying).length === 1)
  expect(errorsIn(lines[0].messages)).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  expect(lines.map((line) => queueOf(line).length)).toEqual([1, 1])
  for (const { socket } of [lines[0], staying]) socket.close()
})

test('goes on for an admin whose account changes otherwise', async () => {
  const line = await aFollower(app, admin, QUEUE)
  await promoteUser(app.scope(), admin.id, { developerType: 'moderator' })
  await report(await aUser(app), aReport(eve.id))
  await line.until(() => queueOf(line).length === 1)
  expect(errorsIn(line.messages)).toEqual([])
  line.socket.close()
})
