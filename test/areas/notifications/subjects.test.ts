import { isEnumType } from 'graphql'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { notifications } from '../../../src/edges/graphql/docs/guide/notifications.ts'
import { graphSchema } from '../../../src/edges/graphql/schema.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { NotificationType } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { anEvent } from '../../support/calendar.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aGraphClient, countStatements } from '../../support/graphClient.ts'
import { aGroup, aMember, aSubscriber, type TestGroup } from '../../support/groups.ts'
import { aPrivateInstance, sendInvite } from '../../support/invites.ts'
import { aNotification } from '../../support/notifications.ts'
import { aModerator, aUserReportRequest, CloseReport, submitReport } from '../../support/reports.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const Subjects = graphql(`
  query NotificationSubjects($types: [NotificationType!]) {
    viewer {
      notifications(first: 20, filter: { types: $types }) {
        nodes {
          type occasion subjectId subjectName groupName startsAt writtenTitle writtenMessage emojiId refusalReason cause
          sender { id }
          actor { id }
          responses { type }
          subject { __typename ... on Node { id } }
        }
      }
    }
  }
`)

let app: TestApp
let group: TestGroup
beforeAll(async () => {
  app = await sharedApp()
  group = await aGroup(app, { name: 'The Lighthouse', privacy: 'private' })
})

/** The latest notification of a type that a person has. */
async function latestOf(person: TestUser, type: NotificationType) {
  const { viewer } = await aGraphClient(app, person.api).run(Subjects, { types: [type] })
  return viewer?.notifications.nodes[0]
}

const TOLD = { occasion: null, startsAt: null, writtenTitle: null, writtenMessage: null, cause: null }

describe('a notification has what it is about', () => {
  it('of a friend request', async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    await one.api.call('friend', { userId: other.id })
    const notification = await latestOf(other, 'FRIEND_REQUEST')
    expect(notification).toMatchObject({ ...TOLD, sender: { id: one.id }, actor: { id: one.id } })
    expect(notification?.subject).toEqual({ __typename: 'FriendRequest', id: notification?.subjectId })
  })

  it('of a boop, which is about nothing, with its emoji', async () => {
    const one = await aUser(app)
    const friend = await aFriendOf(app, one)
    await friend.api.call('boop', { userId: one.id, body: { emojiId: 'default_heart' } })
    expect(await latestOf(one, 'BOOP')).toMatchObject({
      ...{ subjectId: null, subject: null, emojiId: 'default_heart', actor: { id: friend.id } },
      responses: [{ type: 'BOOP' }, { type: 'DELETE' }],
    })
  })

  it('of an invite, as long as the receiver can see the instance', async () => {
    const one = await aUser(app)
    const friend = await aFriendOf(app, one)
    const worldId = await aWorld(app, friend)
    const location = await aPrivateInstance(app, friend, worldId)
    await sendInvite(friend, one, location)
    const told = { subjectId: location, subjectName: expect.any(String), writtenMessage: null }
    expect(await latestOf(one, 'INVITE')).toMatchObject({ ...told, subject: { __typename: 'Instance' } })
    await friend.api.call('deleteWorld', { worldId })
    expect(await latestOf(one, 'INVITE')).toMatchObject({ ...told, subject: null })
  })

  it('of an invite to a private group, with its name', async () => {
    const invited = await aUser(app)
    await group.owner.api.call('createGroupInvite', { groupId: group.id, body: { userId: invited.id } })
    expect(await latestOf(invited, 'GROUP_INVITE')).toMatchObject({
      ...TOLD,
      ...{ subjectId: group.id, groupName: 'The Lighthouse', actor: { id: group.owner.id } },
      responses: [{ type: 'ACCEPT' }, { type: 'DECLINE' }, { type: 'BLOCK' }],
    })
  })

  it('of a request to join, of its acceptance and of a post', async () => {
    const requested = await aGroup(app, { name: 'The Harbour', joinState: 'request' })
    const person = await aUser(app)
    await person.api.call('joinGroup', { groupId: requested.id, query: {}, body: {} })
    const subject = { __typename: 'Group', id: requested.id }
    expect(await latestOf(requested.owner, 'GROUP_JOIN_REQUEST')).toMatchObject({ subject, actor: { id: person.id } })
    const answer = { groupId: requested.id, userId: person.id, body: { action: 'accept' } } as const
    await requested.owner.api.call('respondGroupJoinRequest', answer)
    expect(await latestOf(person, 'GROUP_INFORMATIVE')).toMatchObject({
      ...{ subject, occasion: 'JOIN_REQUEST_ACCEPTED', groupName: 'The Harbour', writtenMessage: null },
    })
    const body = { title: 'Storm', text: 'Stay inside.', visibility: 'group', sendNotification: true } as const
    await requested.owner.api.call('addGroupPost', { groupId: requested.id, body })
    const post = await latestOf(person, 'GROUP_ANNOUNCEMENT')
    expect(post).toMatchObject({ writtenTitle: 'Storm', writtenMessage: 'Stay inside.', groupName: 'The Harbour' })
    expect(post?.subject).toEqual({ __typename: 'GroupPost', id: post?.subjectId })
  })

  it('of an event that a group has planned', async () => {
    const host = await aGroup(app, { name: 'The Pier' })
    const member = await aMember(app, host)
    const event = await anEvent(host.owner, host.id, { sendCreationNotification: true })
    const about = { subjectId: event.id, subjectName: event.title, groupName: 'The Pier', occasion: null }
    expect(await latestOf(member, 'GROUP_EVENT_CREATED')).toMatchObject({
      ...about,
      ...{ startsAt: event.startsAt, subject: { __typename: 'CalendarEvent', id: event.id } },
    })
  })

  it('of a warning and a closed report, with what the staff has written', async () => {
    const { graph } = await aModerator(app)
    const [author, reporter] = [await aUser(app), await aUser(app)]
    const contentId = await aWorld(app, author)
    await graph.send('mutation ($input: WarnUserInput!) { warnUser(input: $input) { clientMutationId } }', {
      input: { contentId, message: 'Be kind.' },
    })
    expect(await latestOf(author, 'MODERATION_NOTICE')).toMatchObject({
      ...{ subject: { __typename: 'World', id: contentId }, writtenMessage: 'Be kind.', writtenTitle: null },
    })
    const reportId = await submitReport(reporter, aUserReportRequest(author.id))
    await graph.run(CloseReport, { reportId, reason: 'Nothing found.' })
    expect(await latestOf(reporter, 'MODERATION_REPORT_CLOSED')).toMatchObject({
      ...{ subject: { __typename: 'Report', id: reportId }, writtenMessage: 'Nothing found.' },
    })
  })

  it('of a transfer of a group, and of what has become of it', async () => {
    const offered = await aGroup(app, { name: 'The Mole' })
    const heir = await aSubscriber(app)
    const { db } = app.scope()
    await db.account.updateMany({
      where: { userId: { in: [heir.id, offered.owner.id] } },
      data: { emailVerified: true },
    })
    await heir.api.call('joinGroup', { groupId: offered.id, query: {}, body: {} })
    const body = { transferTargetId: heir.id }
    await offered.owner.api.call('initiateOrAcceptGroupTransfer', { groupId: offered.id, body })
    expect(await latestOf(heir, 'GROUP_TRANSFER')).toMatchObject({
      ...{ subject: { id: offered.id }, actor: { id: offered.owner.id }, occasion: null, sender: null },
    })
    await heir.api.call('initiateOrAcceptGroupTransfer', { groupId: offered.id, body: {} })
    expect(await latestOf(offered.owner, 'GROUP_INFORMATIVE')).toMatchObject({
      ...{ subject: { id: offered.id }, actor: { id: heir.id }, occasion: 'TRANSFER_ACCEPTED' },
    })
  })
})

test('the guide tells of each type what it is about', () => {
  const rows = notifications.blocks.flatMap((block) => ('table' in block ? block.table.rows : []))
  const types = graphSchema().getType('NotificationType')
  expect(isEnumType(types) && rows.map(([type]) => type)).toEqual(
    isEnumType(types) && types.getValues().map(({ name }) => `\`${name}\``),
  )
})

describe('a subject', () => {
  it('that is gone, or that the viewer cannot see, is null; its id and name stay', async () => {
    const person = await aUser(app)
    const subjects = { 'group.informative': group.id, 'economy.alert': newId('purchase', new Date()) } as const
    for (const type of ['group.informative', 'economy.alert'] as const)
      await aNotification(app, person.id, { type, subjectId: subjects[type], facts: { subjectName: 'Lamp' } })
    expect(await latestOf(person, 'ECONOMY_ALERT')).toMatchObject({
      ...{ subject: null, subjectId: subjects['economy.alert'], subjectName: 'Lamp' },
    })
    const { db } = app.scope()
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } })
    expect(await latestOf(person, 'GROUP_INFORMATIVE')).toMatchObject({ subject: null, subjectId: group.id })
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: null } })
  })

  it('is read with those of all other notifications of the page', async () => {
    const [few, many] = [await aUser(app), await aUser(app)]
    const tell = async (person: TestUser, times: number) => {
      for (let at = 0; at < times; at++) {
        const { id: groupId } = await aGroup(app)
        await aNotification(app, person.id, { type: 'group.informative', subjectId: groupId })
        await aNotification(app, person.id, { subjectId: await aWorld(app, person) })
      }
    }
    await tell(few, 1)
    await tell(many, 4)
    const costOf = ({ api }: TestUser) => countStatements(app, () => aGraphClient(app, api).run(Subjects, {}))
    expect(await costOf(many)).toBe(await costOf(few))
  })
})
