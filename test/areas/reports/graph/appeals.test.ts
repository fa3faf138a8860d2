import { beforeEach, describe, expect, test } from 'vitest'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aModerator } from '../../../support/reports.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const Warn = graphql(`
  mutation WarnForAppeal($contentId: ID!) { warnUser(input: { contentId: $contentId, message: "Mind it." }) { clientMutationId } }
`)
const Suspend = graphql(`
  mutation SuspendForAppeal($userId: ID!) { suspendUser(input: { userId: $userId, reason: "Rude." }) { clientMutationId } }
`)
const Hide = graphql(`
  mutation HideForAppeal($contentId: ID!) { hideContent(input: { contentId: $contentId, reason: "Ugly." }) { clientMutationId } }
`)
const Own = graphql(`
  query OwnSanctions {
    viewer {
      sanctions { nodes { id kind reason contentName liftedAt imposedById viewerCanAppeal appeal { status decision } } }
      notifications { nodes { occasion writtenMessage subjectName sanction { id } } }
    }
  }
`)
const MakeAppeal = graphql(`
  mutation MakeAppeal($sanctionId: ID, $token: String, $text: String!) {
    appeal(input: { sanctionId: $sanctionId, token: $token, text: $text }) { appeal { id status } }
  }
`)
const Decide = graphql(`
  mutation Decide($appealId: ID!, $isOverturned: Boolean!) {
    decideAppeal(input: { appealId: $appealId, isOverturned: $isOverturned, explanation: "We looked again." }) {
      appeal { status decision decidedById sanction { liftedAt } }
    }
  }
`)
const Appeals = graphql(`
  query Appeals($filter: AppealFilter) {
    appeals(filter: $filter) { nodes { id text user { id } sanction { kind imposedById } } }
  }
`)

const app = await sharedApp()
const { admin, graph } = await aModerator(app)
let eve: TestUser
beforeEach(async () => {
  eve = await aUser(app)
})

const ownOf = async ({ api }: TestUser) => (await aGraphClient(app, api).run(Own)).viewer
const sanctionsOf = async (person: TestUser) => (await ownOf(person))?.sanctions.nodes ?? []
const latestNoticeOf = async (person: TestUser) => (await ownOf(person))?.notifications.nodes[0]
const appealOf = async (person: TestUser, text = 'That was not me.') => {
  const [latest] = await sanctionsOf(person)
  return (await aGraphClient(app, person.api).run(MakeAppeal, { sanctionId: latest?.id ?? '', text })).appeal.appeal
}

describe('an appeal', () => {
  test('is made once against a warning, listed for the staff, and refused', async () => {
    await graph.run(Warn, { contentId: eve.id })
    const [warning] = await sanctionsOf(eve)
    expect(warning).toMatchObject({ kind: 'WARNING', reason: 'Mind it.', imposedById: null, viewerCanAppeal: true })
    expect(await latestNoticeOf(eve)).toMatchObject({ sanction: { id: warning?.id } })
    const { id: appealId } = await appealOf(eve)
    const sanctionId = warning?.id ?? ''
    expect(await aGraphClient(app, eve.api).refusalCodes(MakeAppeal, { sanctionId, text: 'Again.' })).toEqual([
      'CONFLICT',
    ])
    expect((await graph.run(Appeals, { filter: { userId: eve.id, statuses: ['OPEN'] } })).appeals.nodes).toEqual([
      {
        id: appealId,
        text: 'That was not me.',
        user: { id: eve.id },
        sanction: { kind: 'WARNING', imposedById: admin.id },
      },
    ])
    expect((await graph.run(Decide, { appealId, isOverturned: false })).decideAppeal.appeal).toEqual({
      status: 'UPHELD',
      decision: 'We looked again.',
      decidedById: admin.id,
      sanction: { liftedAt: null },
    })
    expect(await graph.refusalCodes(Decide, { appealId, isOverturned: true })).toEqual(['CONFLICT'])
    const unknownId = 'appl_00000000-0000-4000-8000-000000000000'
    expect(await graph.refusalCodes(Decide, { appealId: unknownId, isOverturned: true })).toEqual(['NOT_FOUND'])
    expect(await latestNoticeOf(eve)).toMatchObject({
      occasion: 'APPEAL_UPHELD',
      writtenMessage: 'We looked again.',
    })
  })

  test('shows hidden content again if it is accepted, and its author is told of both', async () => {
    const worldId = await aWorld(app, eve)
    await graph.run(Hide, { contentId: worldId })
    expect(await latestNoticeOf(eve)).toMatchObject({
      occasion: 'CONTENT_HIDDEN',
      writtenMessage: 'Ugly.',
    })
    const { id: appealId } = await appealOf(eve)
    await graph.run(Decide, { appealId, isOverturned: true })
    const stranger = await aUser(app)
    expect(await stranger.api.try('getWorld', { worldId })).toMatchObject({ status: 200 })
    expect(await sanctionsOf(eve)).toMatchObject([
      { kind: 'HIDDEN_CONTENT', viewerCanAppeal: false, appeal: { status: 'OVERTURNED' } },
    ])
    expect(await latestNoticeOf(eve)).toMatchObject({
      occasion: 'APPEAL_OVERTURNED',
    })
  })

  test('of others, and of what was taken back, is refused', async () => {
    const worldId = await aWorld(app, eve)
    await graph.run(Hide, { contentId: worldId })
    const [hiding] = await sanctionsOf(eve)
    const sanctionId = hiding?.id ?? ''
    const ada = await aUser(app)
    const text = 'x'
    expect(await aGraphClient(app, ada.api).refusalCodes(MakeAppeal, { sanctionId, text })).toEqual(['NOT_FOUND'])
    expect(await aGraphClient(app).refusalCodes(MakeAppeal, { sanctionId, text })).toEqual(['UNAUTHENTICATED'])
    await graph.send(`mutation { showContent(input: { contentId: "${worldId}" }) { clientMutationId } }`)
    expect(await aGraphClient(app, eve.api).refusalCodes(MakeAppeal, { sanctionId, text })).toEqual(['CONFLICT'])
    expect(await aGraphClient(app, eve.api).refusalCodes(MakeAppeal, { sanctionId, text: ' ' })).toEqual(['BAD_INPUT'])
  })
})

describe('an appeal of a suspended person', () => {
  const signIn = ({ username, password }: TestUser) =>
    aGraphClient(app).send(
      'mutation ($username: String!, $password: String!) { signIn(input: { username: $username, password: $password }) { clientMutationId } }',
      { username, password },
    )
  const tokenOf = async (person: TestUser) => {
    const { errors = [] } = await signIn(person)
    return String(Object(errors[0]?.extensions.suspension).appealToken)
  }

  test('is made without a session by the token of the refused login, and lets them sign in once it is accepted', async () => {
    await graph.run(Suspend, { userId: eve.id })
    const token = await tokenOf(eve)
    const { appeal } = await aGraphClient(app).run(MakeAppeal, { token, text: 'It was my cat.' })
    expect(await aGraphClient(app).refusalCodes(MakeAppeal, { token, text: 'Again.' })).toEqual(['CONFLICT'])
    await graph.run(Decide, { appealId: appeal.appeal.id, isOverturned: true })
    expect((await signIn(eve)).errors).toBeUndefined()
  })

  test('does not end a later suspension', async () => {
    await graph.run(Suspend, { userId: eve.id })
    const { appeal } = await aGraphClient(app).run(MakeAppeal, { token: await tokenOf(eve), text: 'It was my cat.' })
    await graph.run(Suspend, { userId: eve.id })
    await graph.run(Decide, { appealId: appeal.appeal.id, isOverturned: true })
    expect((await signIn(eve)).errors).toMatchObject([{ extensions: { reason: 'ACCOUNT_SUSPENDED' } }])
  })

  test.each(['nonsense', ''])('is refused for the token "%s"', async (token) => {
    expect(await aGraphClient(app).refusalCodes(MakeAppeal, { token, text: 'x' })).toEqual(['BAD_INPUT'])
  })

  test('gives no token for a wrong password', async () => {
    await graph.run(Suspend, { userId: eve.id })
    const { errors = [] } = await signIn({ ...eve, password: 'wrong password' })
    expect(errors[0]?.extensions.suspension).toBeUndefined()
  })
})
