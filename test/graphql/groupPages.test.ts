import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../clients/web/pages.ts'
import { graphql } from '../generated/index.ts'
import { statementsThatDependOnOrder } from '../support/answerOrder.ts'
import { sharedApp } from '../support/app.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../support/groups.ts'
import { createGroupInstanceAs } from '../support/instances.ts'
import { mostStatements } from '../support/pageStatements.ts'
import { aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()

const Page = graphql(`
  query GroupPage($id: ID!) {
    group(id: $id) {
      id name shortCode discriminator description iconUrl bannerUrl memberCount onlineMemberCount joinState privacy
      viewerStatus viewerPermissions viewerCanLeave viewerCanInvite viewerCanUpdate
      owner { id displayName }
      viewerMembership { id roles { id name } }
      roles(first: 50) { nodes { id name order permissions } }
      announcement { id title text author { id displayName } }
      posts(first: 10) { totalCount nodes { id title text author { id displayName } roles { id name } viewerCanUpdate } }
      galleries(first: 10) { nodes { id name viewerCanSubmit images(first: 12) { totalCount nodes { id imageUrl } } } }
      members(first: 12) { nodes { id user { id displayName } } }
    }
  }
`)

const Members = graphql(`
  query GroupMembersPage($id: ID!) {
    group(id: $id) {
      id viewerCanBan viewerCanRemoveMembers
      roles(first: 50) { nodes { id name viewerCanAssign } }
      members(first: 50) {
        totalCount
        nodes {
          id status joinedAt managerNotes viewerCanRemove viewerCanBan viewerCanAssignRoles viewerCanWriteNotes
          user { id displayName pictureUrl isFriend }
          roles { id name order }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)

const Roles = graphql(`
  query GroupRolesEditor($id: ID!) {
    group(id: $id) {
      id
      roles(first: 50) {
        totalCount
        nodes { id name kind order permissions isManagement isSelfAssignable viewerCanUpdate viewerCanDelete viewerCanAssign }
      }
      permissions { permission displayName description isManagement viewerCanGrant }
    }
    groupRoleTemplates { template name roles { name permissions } }
  }
`)

const Moderation = graphql(`
  query GroupModerationPage($id: ID!) {
    group(id: $id) {
      id
      invites(first: 20) { totalCount nodes { ...Outsider invitedBy { id displayName } } }
      requests(first: 20) { totalCount nodes { ...Outsider } }
      blocked: requests(first: 20, blocked: true) { totalCount nodes { ...Outsider } }
      bans(first: 20) { totalCount nodes { ...Outsider } }
    }
  }
  fragment Outsider on GroupMember {
    id status invitedAt requestedAt bannedAt viewerCanAnswer viewerCanUnban viewerCanWithdrawInvite
    user { id displayName }
  }
`)

const Audit = graphql(`
  query GroupAuditPage($id: ID!) {
    group(id: $id) {
      id
      auditLogTypes
      auditLog(first: 50) {
        totalCount
        nodes { id type description data createdAt targetId actor { id displayName } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)

/** Statements that a page may cost, whatever it shows. One of them reads the session, which is cached for seconds. */
const MOST = 12

/** Fills a group with members who hold roles, posts, galleries with images, invites, requests and bans. */
async function fill(group: TestGroup, count: number): Promise<void> {
  const { api } = group.owner
  const { id: groupId } = group
  for (let at = 0; at < count; at++) {
    await giveRole(app, group, await aMember(app, group), { permissions: ['group-instance-join'] })
    const post = { title: `Post ${at}`, text: 'Text', visibility: 'group' as const }
    await api.call('addGroupPost', { groupId, body: post })
    await api.call('createGroupInvite', { groupId, body: { userId: (await aUser(app)).id } })
    await api.call('banGroupMember', { groupId, body: { userId: (await aUser(app)).id } })
  }
  await api.call('createGroupGallery', { groupId, body: { name: 'Views' } })
  await api.call('createGroupAnnouncement', { groupId, body: { title: 'Welcome' } })
}

let group: TestGroup
let client: GraphClient
beforeAll(async () => {
  group = await aGroup(app)
  client = aGraphClient(app, group.owner.api)
  await fill(group, 3)
})

describe('a page of a group is read in at most 12 statements, whatever it shows', () => {
  it.each([
    ['the group', () => client.run(Page, { id: group.id })],
    ['its members', () => client.run(Members, { id: group.id })],
    ['the editor of roles', () => client.run(Roles, { id: group.id })],
    ['moderation', () => client.run(Moderation, { id: group.id })],
    ['the audit log', () => client.run(Audit, { id: group.id })],
  ])('%s', async (_what, page) => {
    const [before] = [await mostStatements(app, page)]
    await fill(group, 2)
    expect([before, await mostStatements(app, page)].filter((count) => count > MOST)).toEqual([])
    expect(await statementsThatDependOnOrder(app, page)).toEqual([])
  })

  it.each(['group', 'groupMembers', 'groupRoles', 'groupModeration', 'groupAudit', 'groupQueue', 'groups'] as const)(
    'as web clients ask for it: %s',
    async (page) => {
      const worldId = await aWorld(app, group.owner, { releaseStatus: 'public' })
      const location = await createGroupInstanceAs(group.owner, worldId, group, { queueEnabled: true })
      const read = async () => {
        const { data, errors } = await client.send(pages[page], { id: group.id, location })
        expect([errors, Object.values(Object(data)).includes(null)]).toEqual([undefined, false])
      }
      expect(await mostStatements(app, read)).toBeLessThanOrEqual(MOST)
    },
  )

  it('with everything in it', async () => {
    const { group: page } = await client.run(Page, { id: group.id })
    expect(page?.posts?.totalCount).toBeGreaterThan(2)
    expect(page?.announcement?.title).toBe('Welcome')
    const { group: members } = await client.run(Members, { id: group.id })
    expect(members?.members?.nodes.at(-1)?.roles.map(({ name }) => name)).toContain('Member')
    const { group: moderation } = await client.run(Moderation, { id: group.id })
    expect(moderation?.bans?.totalCount).toBeGreaterThan(2)
    const { group: audit } = await client.run(Audit, { id: group.id })
    expect(audit?.auditLogTypes).toContain('USER_BAN')
  })
})
