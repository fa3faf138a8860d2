import { describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember } from '../../support/groups.ts'
import { aUser } from '../../support/users.ts'

const Between = graphql(`
  query BetweenPeopleAndGroup($ids: [ID!]!, $groupId: ID!) {
    nodes(ids: $ids) { ... on User { groupMembership(groupId: $groupId) { status viewerCanBan } } }
  }
`)

const Targets = graphql(`
  query TargetsOfAuditLog($groupId: ID!) {
    group(id: $groupId) { auditLog(first: 10) { nodes { type targetUser { id } } } }
  }
`)

const app = await sharedApp()

describe('people and a group', () => {
  it('shows managers what stands between each person and the group, and others only members that they see', async () => {
    const group = await aGroup(app, { joinState: 'open' })
    const member = await aMember(app, group)
    const [invited, banned, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
    await group.owner.api.call('createGroupInvite', { groupId: group.id, body: { userId: invited.id } })
    await group.owner.api.call('banGroupMember', { groupId: group.id, body: { userId: banned.id } })
    const ids = [member, invited, banned, stranger].map(({ id }) => id)
    const variables = { ids, groupId: group.id }
    const { nodes } = await aGraphClient(app, group.owner.api).run(Between, variables)
    expect(nodes).toEqual([
      { groupMembership: { status: 'MEMBER', viewerCanBan: true } },
      { groupMembership: { status: 'INVITED', viewerCanBan: true } },
      { groupMembership: { status: 'BANNED', viewerCanBan: false } },
      { groupMembership: null },
    ])
    const seen = await aGraphClient(app, stranger.api).run(Between, { ...variables, ids: [invited.id, banned.id] })
    expect(seen.nodes).toEqual([{ groupMembership: null }, { groupMembership: null }])
  })

  it('names the person of an entry of the audit log, and nobody for other targets', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    const { group: read } = await aGraphClient(app, group.owner.api).run(Targets, { groupId: group.id })
    expect(read?.auditLog?.nodes).toEqual([
      { type: 'MEMBER_JOIN', targetUser: { id: member.id } },
      { type: 'CREATE', targetUser: null },
    ])
  })
})
