import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { sharedApp } from '../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { aGroup, aMember, aSubscriber, giveRole, subscribe, type TestGroup } from '../../support/groups.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const TWO_WEEKS = 15 * 24 * 60 * 60_000
let owner: TestUser
let group: TestGroup
beforeEach(async () => {
  owner = await aSubscriber(app)
  group = await aGroup(app, {}, owner)
})

const db = () => app.scope().db
const inTwoWeeks = () => ({ ...app.scope(), now: new Date(app.clock.now().getTime() + TWO_WEEKS) })
const erase = async (...people: readonly TestUser[]) => {
  for (const { api, id: userId } of people) await api.call('deleteUser', { userId })
  await eraseDueAccounts(inTwoWeeks(), erasers)
}
const row = () => db().group.findUniqueOrThrow({ where: { id: group.id } })
const entries = () => db().groupAuditEntry.findMany({ where: { groupId: group.id }, orderBy: { id: 'asc' } })

describe('the erasure of an account', () => {
  it('ends memberships and takes the names out of the audit log', async () => {
    const member = await aMember(app, group)
    await member.api.call('leaveGroup', { groupId: group.id })
    await member.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    const stays = await aMember(app, group)
    await erase(member)
    expect(await row()).toMatchObject({ memberCount: 2, ownerId: owner.id, deletedAt: null })
    expect(await db().groupMember.count({ where: { userId: member.id } })).toBe(0)
    expect(await db().groupMemberRole.count({ where: { userId: member.id } })).toBe(0)
    const log = await entries()
    expect(JSON.stringify(log)).not.toContain(member.username)
    expect(log.map(({ description }) => description)).toContain('User Deleted user has left the group.')
    expect(log.filter(({ actorId }) => actorId === member.id)).toEqual([])
    expect(log.filter(({ actorId }) => actorId === stays.id)).toHaveLength(1)
    const page = await owner.api.call('getGroupAuditLogs', { groupId: group.id, query: { targetIds: member.id } })
    expect(page.results?.map(({ actorId, actorDisplayName }) => [actorId, actorDisplayName])).toEqual(
      Array(3).fill([undefined, 'Deleted user']),
    )
  })

  it('takes former names out, too', async () => {
    const member = await aMember(app, group)
    await db().user.update({ where: { id: member.id }, data: { displayName: 'Renamed', displayNameKey: 'renamed' } })
    const { now } = app.scope()
    const former = { id: `test ${member.id}`, userId: member.id, displayName: member.username, updatedAt: now }
    await db().pastDisplayName.create({ data: former })
    await member.api.call('leaveGroup', { groupId: group.id })
    await erase(member)
    expect(JSON.stringify(await entries())).not.toMatch(new RegExp(`Renamed|${member.username}`))
  })

  it('makes the member of the least rank the owner, then of the longest membership', async () => {
    const [first, second, third] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    await giveRole(app, group, third, { permissions: ['group-audit-view'], order: -1 })
    await erase(owner)
    expect(await row()).toMatchObject({ ownerId: third.id, memberCount: 3, deletedAt: null })
    const { myMember } = await third.api.call('getGroup', { groupId: group.id, query: {} })
    expect(myMember?.permissions).toEqual(['*'])
    expect((await entries()).at(-1)).toMatchObject({
      eventType: 'group.transfer.accept',
      targetId: third.id,
      data: { oldOwnerId: owner.id },
    })
    await erase(third)
    expect(await row()).toMatchObject({ ownerId: first.id, memberCount: 2 })
    await erase(first)
    expect(await row()).toMatchObject({ ownerId: second.id, memberCount: 1 })
  })

  it('deletes a group without other members', async () => {
    const asked = await aUser(app)
    await owner.api.call('updateGroup', { groupId: group.id, body: { joinState: 'request' } })
    await asked.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    await erase(owner)
    expect(await row()).toMatchObject({ deletedAt: expect.any(Date), purgeAt: expect.any(Date) })
    expect((await asked.api.try('getGroup', { groupId: group.id, query: {} })).status).toBe(404)
  })

  it('withdraws what was offered to the person', async () => {
    const target = await aMember(app, group)
    await subscribe(app, target)
    await db().account.update({ where: { userId: target.id }, data: { emailVerified: true } })
    const body = { transferTargetId: target.id }
    await owner.api.call('initiateOrAcceptGroupTransfer', { groupId: group.id, body })
    await erase(target)
    expect(await row()).toMatchObject({ transferTargetId: null, transferExpiresAt: null, ownerId: owner.id })
  })

  it('of owner and successor at once leaves a third as the owner', async () => {
    const deadlocks = await countDeadlocks(app)
    for (let round = 0; round < rounds(10); round++) {
      const founder = await aSubscriber(app)
      group = await aGroup(app, {}, founder)
      const [heir, last] = [await aMember(app, group), await aMember(app, group)]
      for (const { api, id: userId } of [founder, heir]) await api.call('deleteUser', { userId })
      await runConcurrently(app, 2, () => eraseDueAccounts(inTwoWeeks(), erasers))
      expect(await row()).toMatchObject({ ownerId: last.id, memberCount: 1 })
    }
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })
})
