import { describe, expect, test } from 'vitest'
import { sharedApp } from '../support/app.ts'
import { aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aGroup, aMember } from '../support/groups.ts'
import { aUser } from '../support/users.ts'

const app = await sharedApp()

const OWN = 'subscription { viewerGroupsChanged { kind groupId group { id viewerStatus } viewer { id } } }'
const GROUP = `subscription ($id: ID!) { groupChanged(groupId: $id) { kind group { id description } role { name } } }`
const MODERATION = `subscription ($id: ID!) { groupModeration(groupId: $id) { group { id requests { totalCount } } } }`

describe('a person is told of their groups', () => {
  test('when they join and are removed, with their new status', async () => {
    const [group, person] = [await aGroup(app), await aUser(app)]
    const socket = await aSubscription(app, person, OWN)
    const kinds = () => payloadsOf(socket.messages, 'viewerGroupsChanged').map(({ kind }) => kind)
    await person.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    await socket.until(() => kinds().includes('JOINED'))
    expect(payloadsOf(socket.messages, 'viewerGroupsChanged')[0]).toMatchObject({
      groupId: group.id,
      group: { id: group.id, viewerStatus: 'MEMBER' },
    })
    await group.owner.api.call('kickGroupMember', { groupId: group.id, userId: person.id })
    await socket.until(() => kinds().includes('LEFT'))
    expect(payloadsOf(socket.messages, 'viewerGroupsChanged').at(-1)).toMatchObject({
      group: { viewerStatus: 'INACTIVE' },
    })
    socket.socket.close()
  })
})

describe('who follows a group', () => {
  test('is told of its changes, and of roles only if they can see inside', async () => {
    const group = await aGroup(app, { privacy: 'private' })
    const [member, stranger] = [await aMember(app, group), await aUser(app)]
    const sockets = [
      await aSubscription(app, member, GROUP, { id: group.id }),
      await aSubscription(app, stranger, GROUP, { id: group.id }),
    ]
    await group.owner.api.call('createGroupRole', { groupId: group.id, body: { name: 'Keeper' } })
    await group.owner.api.call('updateGroup', { groupId: group.id, body: { description: 'New' } })
    for (const socket of sockets)
      await socket.until((messages) => payloadsOf(messages, 'groupChanged').some(({ kind }) => kind === 'UPDATED'))
    const roles = sockets.map(({ messages }) =>
      payloadsOf(messages, 'groupChanged').find(({ kind }) => kind === 'ROLE'),
    )
    expect(roles).toMatchObject([{ role: { name: 'Keeper' } }, { role: null }])
    for (const { socket } of sockets) socket.close()
  })

  test('as a manager is told of requests, and is refused as anybody else', async () => {
    const group = await aGroup(app, { joinState: 'request' })
    const [person, stranger] = [await aUser(app), await aUser(app)]
    const manager = await aSubscription(app, group.owner, MODERATION, { id: group.id })
    await person.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    await manager.until((messages) => payloadsOf(messages, 'groupModeration').length > 0)
    expect(payloadsOf(manager.messages, 'groupModeration')[0]).toMatchObject({ group: { requests: { totalCount: 1 } } })
    const refused = await aSubscription(app, stranger, MODERATION, { id: group.id })
    await refused.until((messages) => subscriptionErrors(messages).length > 0)
    expect(subscriptionErrors(refused.messages)).toMatchObject([{ extensions: { reason: 'NOT_GROUP_MEMBER' } }])
    manager.socket.close()
    refused.socket.close()
  })
})
