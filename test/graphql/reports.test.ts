import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyClosed } from '../../src/areas/instances/closing.ts'
import { graphql } from '../generated/index.ts'
import { anApp } from '../support/app.ts'
import { aGraph, type GraphClient, statementsOf } from '../support/graph.ts'
import { enter } from '../support/instances.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { aReport, aWorldReport, NO_REPORT, report } from '../support/reports.ts'
import { atOnce } from '../support/rush.ts'
import { aWorld } from '../support/worlds.ts'

const Submit = graphql(`
  mutation SubmitReport($input: SubmitModerationReportInput!) {
    submitModerationReport(input: $input) {
      id type category reason contentId contentName description status closeReason closedAt
      content { __typename ... on User { id } ... on World { id } }
    }
  }
`)
const Mine = graphql(`
  query OwnReports($first: Int, $after: String) {
    viewer { reports(first: $first, after: $after) { nodes { id status closeReason contentId } pageInfo { hasNextPage endCursor } } }
  }
`)
const Queue = graphql(`
  query ReportQueue(
    $status: ModerationReportStatus, $type: String, $assigneeId: ID, $unassigned: Boolean, $reporterId: ID, $contentId: ID
    $first: Int, $after: String, $last: Int, $before: String
  ) {
    moderationReports(
      status: $status, type: $type, assigneeId: $assigneeId, unassigned: $unassigned, reporterId: $reporterId
      contentId: $contentId, first: $first, after: $after, last: $last, before: $before
    ) {
      totalCount countsByStatus { value count } countsByType { value count }
      nodes { id reporter { id } assignee { id } content { ... on User { displayName } ... on World { name } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)
const One = graphql(`
  query OneReport($id: ID!) {
    node(id: $id) {
      ... on ModerationReport {
        id status closeReason closedBy { id } assignee { id } details
        notes { nodes { text author { id } } } acts { nodes { act actorId } }
      }
    }
  }
`)
const Assign = graphql(`
  mutation Assign($reportId: ID!, $assigneeId: ID) {
    assignReport(input: { reportId: $reportId, assigneeId: $assigneeId }) { assignee { id } }
  }
`)
const AddNote = graphql(`
  mutation AddNote($reportId: ID!, $text: String!) {
    addReportNote(input: { reportId: $reportId, text: $text }) { notes { nodes { text } } }
  }
`)
const Close = graphql(`
  mutation CloseReport($reportId: ID!, $reason: String!) {
    closeReport(input: { reportId: $reportId, reason: $reason }) { status closedBy { id } }
  }
`)
const Warn = graphql(`
  mutation Warn($input: WarnUserInput!) { warnUser(input: $input) { report { id } content { __typename } } }
`)
const Hide = graphql(`
  mutation Hide($input: ModeratedContentInput!) {
    hideContent(input: $input) { content { ... on World { releaseStatus } ... on User { bio } } }
  }
`)
const Show = graphql(`
  mutation ShowAgain($input: ModeratedContentInput!) {
    showContent(input: $input) { content { ... on World { releaseStatus } } }
  }
`)

const app = await anApp()
let admin: Person
let graph: GraphClient
let ada: Person
let eve: Person
beforeAll(async () => {
  admin = await anAdmin(app)
  graph = aGraph(app, admin.api)
})
beforeEach(async () => {
  ada = await aUser(app)
  eve = await aUser(app)
})

const told = ({ api }: Person) => api.call('getNotificationV2s')

describe('reporting in the graph', () => {
  test('is the same act, and shows the reporter what became of it, and no more', async () => {
    const hers = aGraph(app, ada.api)
    const details = { imageType: 'icon', mood: 'bad' }
    const input = { ...aReport(eve.id), description: 'Sells things.', details }
    const { submitModerationReport: made } = await hers.run(Submit, { input })
    expect(made).toMatchObject({
      ...{ ...aReport(eve.id), contentName: eve.username, description: 'Sells things.', status: 'OPEN' },
      ...{ closeReason: null, closedAt: null, content: { __typename: 'User', id: eve.id } },
    })
    expect(await graph.run(One, { id: made.id })).toMatchObject({ node: { details: { imageType: 'icon' } } })
    await graph.run(Close, { reportId: made.id, reason: 'Seen to.' })
    expect((await hers.run(Mine, {})).viewer?.reports.nodes).toEqual([
      { id: made.id, status: 'CLOSED', closeReason: 'Seen to.', contentId: eve.id },
    ])
    expect((await aGraph(app, eve.api).run(Mine, {})).viewer?.reports.nodes).toEqual([])
    expect(await hers.run(One, { id: made.id })).toEqual({ node: null })
    expect(await hers.refused(Queue, {})).toEqual(['FORBIDDEN'])
  })

  test('pages through the own reports', async () => {
    const ids: string[] = []
    for (const reason of ['spam', 'hate', 'impersonation'])
      ids.unshift(await report(ada, { ...aReport(eve.id), reason }))
    const hers = aGraph(app, ada.api)
    const { viewer: first } = await hers.run(Mine, { first: 2 })
    expect(first?.reports.nodes.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const { viewer: rest } = await hers.run(Mine, { first: 2, after: first?.reports.pageInfo.endCursor ?? null })
    expect(rest?.reports).toMatchObject({ nodes: [{ id: ids[2] }], pageInfo: { hasNextPage: false } })
    expect(await hers.refused(Mine, { after: 'bm9uc2Vuc2U' })).toEqual(['BAD_INPUT'])
  })

  test.each([
    ['type', { type: 'weather' }, 'BAD_INPUT'],
    ['description', { description: 'x'.repeat(2_001) }, 'BAD_INPUT'],
    ['details', { details: { userInSameInstance: 'yes' } }, 'BAD_INPUT'],
    ['contentId', { contentId: 'usr_00000000-0000-4000-8000-0000000000ff' }, 'NOT_FOUND'],
  ])('refuses a wrong %s', async (_field, wrong, code) => {
    expect(await aGraph(app, ada.api).refused(Submit, { input: { ...aReport(eve.id), ...wrong } })).toEqual([code])
  })
})

describe('the queue', () => {
  test('has filters, and counts by status and type', async () => {
    const worldId = await aWorld(app, eve, { name: 'A bad world' })
    const [person, world] = [await report(ada, aReport(eve.id)), await report(ada, aWorldReport(worldId))]
    const third = await report(ada, { ...aReport(eve.id), reason: 'hate' })
    await graph.run(Assign, { reportId: world, assigneeId: admin.id })
    await graph.run(Close, { reportId: third, reason: 'Nothing wrong.' })
    const find = async (variables: object) => {
      const { moderationReports } = await graph.run(Queue, { reporterId: ada.id, ...variables })
      return moderationReports
    }
    const ids = async (variables: object) => (await find(variables))?.nodes.map(({ id }) => id)
    expect(await find({ status: 'OPEN' })).toMatchObject({
      totalCount: 2,
      countsByStatus: [
        { value: 'open', count: 2 },
        { value: 'closed', count: 1 },
      ],
      countsByType: [
        { value: 'user', count: 1 },
        { value: 'world', count: 1 },
      ],
      nodes: [
        { id: world, reporter: { id: ada.id }, assignee: { id: admin.id }, content: { name: 'A bad world' } },
        { id: person, assignee: null, content: { displayName: eve.username } },
      ],
    })
    expect(await ids({ status: 'CLOSED' })).toEqual([third])
    expect(await ids({ type: 'world' })).toEqual([world])
    expect(await ids({ assigneeId: admin.id })).toEqual([world])
    expect(await ids({ unassigned: true })).toEqual([third, person])
    expect(await ids({ contentId: worldId })).toEqual([world])
    expect(await ids({ type: 'weather' })).toEqual([])
    const page = await find({ first: 2 })
    expect(page?.nodes.map(({ id }) => id)).toEqual([third, world])
    const next = await find({ first: 2, after: page?.pageInfo.endCursor })
    expect(next).toMatchObject({ nodes: [{ id: person }], pageInfo: { hasNextPage: false } })
    expect((await find({ last: 1, before: next?.pageInfo.startCursor }))?.nodes).toMatchObject([{ id: world }])
  })

  test('reads what was reported in batches, however many reports there are', async () => {
    const people = [ada, await aUser(app), await aUser(app)]
    const one = () => graph.run(Queue, { reporterId: ada.id })
    await report(ada, aReport(eve.id))
    const least = await statementsOf(app, one)
    for (const person of people.slice(1)) {
      await report(ada, aReport(person.id))
      await report(ada, aWorldReport(await aWorld(app, person)))
    }
    expect(await statementsOf(app, one)).toBeLessThanOrEqual(least + 2)
  })
})

describe('looking after a report', () => {
  test('gives it to an admin or to nobody, and keeps notes about it', async () => {
    const id = await report(ada, aReport(eve.id))
    const second = await anAdmin(app)
    expect(await graph.run(Assign, { reportId: id, assigneeId: second.id })).toMatchObject({
      assignReport: { assignee: { id: second.id } },
    })
    expect(await graph.run(Assign, { reportId: id })).toMatchObject({ assignReport: { assignee: null } })
    await graph.run(AddNote, { reportId: id, text: ' First. ' })
    expect(await aGraph(app, second.api).run(AddNote, { reportId: id, text: 'Second.' })).toMatchObject({
      addReportNote: { notes: { nodes: [{ text: 'First.' }, { text: 'Second.' }] } },
    })
    const { node } = await graph.run(One, { id })
    expect(node).toMatchObject({
      notes: { nodes: [{ author: { id: admin.id } }, { author: { id: second.id } }] },
      acts: {
        nodes: [{ act: 'addReportNote', actorId: second.id }, { act: 'addReportNote' }, {}, { act: 'assignReport' }],
      },
    })
  })

  test('refuses who is no admin, nothing to say, and what is not there', async () => {
    const reportId = await report(ada, aReport(eve.id))
    expect(await graph.refused(Assign, { reportId, assigneeId: ada.id })).toEqual(['BAD_INPUT'])
    for (const text of [' ', 'x'.repeat(2_001)]) {
      expect(await graph.refused(AddNote, { reportId, text })).toEqual(['BAD_INPUT'])
      expect(await graph.refused(Close, { reportId, reason: text })).toEqual(['BAD_INPUT'])
    }
    for (const missing of [NO_REPORT, 'nonsense']) {
      expect(await graph.refused(Assign, { reportId: missing })).toEqual(['NOT_FOUND'])
      expect(await graph.refused(AddNote, { reportId: missing, text: 'x' })).toEqual(['NOT_FOUND'])
      expect(await graph.refused(Close, { reportId: missing, reason: 'x' })).toEqual(['NOT_FOUND'])
    }
    const hers = aGraph(app, ada.api)
    expect(await hers.refused(Close, { reportId, reason: 'x' })).toEqual(['FORBIDDEN'])
  })

  test('closes it once, of two at once too, and tells the reporter why', async () => {
    const reportId = await report(ada, aReport(eve.id))
    const second = aGraph(app, (await anAdmin(app)).api)
    const answers = await atOnce(app, 6, (at) =>
      (at % 2 ? second : graph).send(Close.toString(), { reportId, reason: `Seen to by ${at}.` }),
    )
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code))).toEqual(
      Array.from({ length: 5 }, () => 'CONFLICT'),
    )
    const { node } = await graph.run(One, { id: reportId })
    const notices = await told(ada)
    expect(notices).toMatchObject([{ type: 'moderation.report.closed', isSystem: true, data: { reportId } }])
    expect(node).toMatchObject({ status: 'CLOSED', closeReason: notices[0]?.message })
    expect(await graph.refused(Assign, { reportId, assigneeId: admin.id })).toEqual(['CONFLICT'])
    await graph.run(AddNote, { reportId, text: 'Afterwards.' })
    expect(await app.scope().db.auditEntry.count({ where: { reportId, act: 'closeReport' } })).toBe(1)
  })

  test('tells nobody when the reporter was erased', async () => {
    const reportId = await report(ada, aReport(eve.id))
    await app.scope().db.user.update({ where: { id: ada.id }, data: { erasedAt: app.clock.now() } })
    await graph.run(Close, { reportId, reason: 'Seen to.' })
    expect(await app.scope().db.notification.count({ where: { receiverId: ada.id } })).toBe(0)
  })
})

describe('acting upon what was reported', () => {
  test('warns a person, and the author of a world', async () => {
    const worldId = await aWorld(app, eve)
    const reportId = await report(ada, aWorldReport(worldId))
    await graph.run(Warn, { input: { contentId: eve.id, message: 'Mind the others.' } })
    expect(await graph.run(Warn, { input: { contentId: worldId, message: 'Mind the door.', reportId } })).toEqual({
      warnUser: { report: { id: reportId }, content: { __typename: 'World' } },
    })
    expect(await told(eve)).toMatchObject([
      { type: 'moderation.notice', message: 'Mind the door.', isSystem: true, data: { contentId: worldId } },
      { type: 'moderation.notice', message: 'Mind the others.', data: { contentId: eve.id } },
    ])
    const about = await report(eve, aReport(ada.id))
    expect(await graph.refused(Warn, { input: { contentId: eve.id, message: 'x', reportId: about } })).toEqual([
      'BAD_INPUT',
    ])
    expect(await graph.refused(Warn, { input: { contentId: eve.id, message: 'x', reportId: NO_REPORT } })).toEqual([
      'NOT_FOUND',
    ])
    expect(await told(eve)).toHaveLength(2)
  })

  test('hides a world from all but its author and admins, with whoever is inside, until it is shown again', async () => {
    const worldId = await aWorld(app, eve)
    await enter(app, ada, `${worldId}:1`)
    expect(await graph.run(Hide, { input: { contentId: worldId } })).toMatchObject({
      hideContent: { content: { releaseStatus: 'HIDDEN' } },
    })
    expect(await app.scope().db.occupant.count({ where: { userId: ada.id } })).toBe(0)
    expect(await ada.api.try('getWorld', { worldId })).toMatchObject({ status: 404 })
    expect(await eve.api.call('getWorld', { worldId })).toMatchObject({ releaseStatus: 'hidden' })
    expect(await admin.api.try('getWorld', { worldId })).toMatchObject({ status: 200 })
    for (const person of [ada, eve])
      expect(
        (
          await aGraph(app, person.api).send(
            `mutation { enterInstance(input: { location: "${worldId}:1", platform: "android" }) { instance { id } } }`,
          )
        ).errors,
      ).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    const said = refusal(403, 'This world was hidden by an admin')
    expect(await eve.api.try('publishWorld', { worldId })).toMatchObject(said)
    await eve.api.call('updateWorld', { worldId, body: { releaseStatus: 'private', description: 'Please.' } })
    await eve.api.call('unpublishWorld', { worldId })
    expect(await eve.api.call('getWorldPublishStatus', { worldId })).toEqual({ canPublish: false })
    expect(await ada.api.try('getWorld', { worldId })).toMatchObject({ status: 404 })
    expect(await graph.refused(Hide, { input: { contentId: worldId } })).toEqual(['CONFLICT'])
    expect(await graph.run(Show, { input: { contentId: worldId } })).toMatchObject({
      showContent: { content: { releaseStatus: 'PUBLIC' } },
    })
    expect(await ada.api.call('getWorld', { worldId })).toMatchObject({ description: 'Please.' })
    expect(await graph.refused(Show, { input: { contentId: worldId } })).toEqual(['CONFLICT'])
    await eve.api.call('deleteWorld', { worldId })
    expect(await graph.refused(Hide, { input: { contentId: worldId } })).toEqual(['CONFLICT'])
  })

  test('leaves nobody in a hidden world who came in at the same moment', async () => {
    const worldId = await aWorld(app, eve)
    await enter(app, ada, `${worldId}:1`)
    await app
      .scope()
      .db.world.update({ where: { id: worldId }, data: { releaseStatus: 'hidden', hiddenFrom: 'public' } })
    await emptyClosed(app.scope())
    expect(await app.scope().db.occupant.count({ where: { userId: ada.id } })).toBe(0)
  })

  test('empties the texts and pictures of a profile, but not its names', async () => {
    const body = { bio: 'Buy things', statusDescription: 'Cheap', pronouns: 'it', bioLinks: ['https://evil.test'] }
    await eve.api.call('updateUser', { userId: eve.id, body })
    const reportId = await report(ada, aReport(eve.id))
    expect(await graph.run(Hide, { input: { contentId: eve.id, reportId } })).toEqual({
      hideContent: { content: { bio: '' } },
    })
    expect(await ada.api.call('getUser', { userId: eve.id })).toMatchObject({
      ...{ bio: '', statusDescription: '', pronouns: '', bioLinks: [], displayName: eve.username },
    })
    expect(await graph.refused(Show, { input: { contentId: eve.id } })).toEqual(['BAD_INPUT'])
  })

  test.each(['avtr_00000000-0000-4000-8000-0000000000ff', 'grp_00000000-0000-4000-8000-0000000000ff', 'nonsense!'])(
    'says that %s can not be acted upon yet',
    async (contentId) => {
      expect(await graph.refused(Hide, { input: { contentId } })).toEqual(['BAD_INPUT'])
      expect(await graph.refused(Show, { input: { contentId } })).toEqual(['BAD_INPUT'])
      expect(await graph.refused(Warn, { input: { contentId, message: 'x' } })).toEqual(['BAD_INPUT'])
    },
  )

  test.each(['usr_00000000-0000-4000-8000-0000000000ff', 'wrld_00000000-0000-4000-8000-0000000000ff'])(
    'finds no %s',
    async (contentId) => {
      expect(await graph.refused(Hide, { input: { contentId } })).toEqual(['NOT_FOUND'])
      expect(await graph.refused(Warn, { input: { contentId, message: 'x' } })).toEqual(['NOT_FOUND'])
    },
  )
})
