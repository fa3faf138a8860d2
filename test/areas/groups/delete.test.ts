import { beforeEach, describe, expect, it } from 'vitest'
import { MEMBERS_BATCH, removeDeletedGroups } from '../../../src/areas/groups/group/delete.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { openApp, sharedClockApp } from '../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { aGroup, aMember, aSubscriber, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { rounds } from '../../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
const ROUNDS = rounds(100)
const GONE = refusal(404, "Can't find group!")

let owner: TestUser
let group: TestGroup
beforeEach(async () => {
  owner = await aSubscriber(app)
  group = await aGroup(app, {}, owner)
})

const db = () => app.scope().db
const remove = (query: object = {}, { api } = owner) => api.try('deleteGroup', { groupId: group.id, query })
const read = ({ api }: TestUser) => api.try('getGroup', { groupId: group.id, query: {} })
const runJob = () => removeDeletedGroups(app.scope())
const rows = () => db().groupMember.count({ where: { groupId: group.id } })

describe('deleteGroup', () => {
  it('is refused to all but the owner', async () => {
    expect(await remove({}, await aUser(app))).toMatchObject(refusal(403, "You're not a member."))
    expect(await remove({}, await aMember(app, group))).toMatchObject(refusal(403, "You don't have permission."))
    expect((await remove({ hardDelete: 'perhaps' })).status).toBe(400)
    expect((await read(owner)).status).toBe(200)
  })

  it('is gone for everybody at once, and its code stays taken', async () => {
    const [member, invited, admin] = [await aMember(app, group), await aUser(app), await anAdmin(app)]
    await owner.api.call('createGroupInvite', { groupId: group.id, body: { userId: invited.id } })
    const { body } = await remove()
    expect(body).toEqual({ success: { message: 'Group deleted!', status_code: 200 } })
    for (const person of [owner, member, invited, admin]) expect(await read(person)).toMatchObject(GONE)
    expect(await member.api.try('leaveGroup', { groupId: group.id })).toMatchObject(GONE)
    expect(await invited.api.try('joinGroup', { groupId: group.id, query: {}, body: {} })).toMatchObject(GONE)
    expect(await admin.api.try('deleteGroup', { groupId: group.id, query: {} })).toMatchObject(GONE)
    expect(await db().groupCode.count({ where: { groupId: group.id } })).toBe(1)
  })

  it('ends memberships, and takes invites and requests with their notifications', async () => {
    const [member, invited] = [await aMember(app, group), await aUser(app)]
    await owner.api.call('createGroupInvite', { groupId: group.id, body: { userId: invited.id } })
    await owner.api.call('updateGroup', { groupId: group.id, body: { joinState: 'request' } })
    await (await aUser(app)).api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    const noticesOf = async ({ api }: TestUser) => (await api.call('getNotificationV2s', { query: {} })).length
    expect([await noticesOf(invited), await noticesOf(owner)]).toEqual([1, 1])
    await remove()
    expect(await rows()).toBe(4)
    await runJob()
    expect(await rows()).toBe(0)
    expect([await noticesOf(invited), await noticesOf(owner)]).toEqual([0, 0])
    expect(await db().groupMemberRole.count({ where: { groupId: group.id } })).toBe(0)
    expect(await db().group.findUnique({ where: { id: group.id } })).toMatchObject({ memberCount: 0 })
    expect(await member.api.try('getGroup', { groupId: group.id, query: {} })).toMatchObject(GONE)
    expect(await runJob()).toBe(0)
  })

  it('keeps the content for 30 days', async () => {
    await remove()
    await runJob()
    app.clock.advance(29 * DAY)
    await runJob()
    expect(await db().groupAuditEntry.count({ where: { groupId: group.id } })).toBe(1)
    app.clock.advance(DAY)
    await runJob()
    expect(await db().groupAuditEntry.count({ where: { groupId: group.id } })).toBe(0)
    expect(await db().group.findUnique({ where: { id: group.id } })).toBeNull()
    expect(await db().groupCode.count({ where: { groupId: group.id } })).toBe(1)
  })

  it('takes the content along with hardDelete', async () => {
    await remove({ hardDelete: 'true' })
    await runJob()
    expect(await db().group.findUnique({ where: { id: group.id } })).toBeNull()
    expect(await db().groupRole.count({ where: { groupId: group.id } })).toBe(0)
  })

  it('lets the owner create another group instead', async () => {
    for (let count = 1; count < 5; count++) await aGroup(app, {}, owner)
    const create = () =>
      owner.api.try('createGroup', { body: { name: 'Sixth', shortCode: 'SIXTH', roleTemplate: 'default' } })
    expect(await create()).toMatchObject(refusal(403, 'You own too many groups.'))
    await remove()
    expect((await create()).status).toBe(200)
  })

  it('is in the audit log of the platform when an admin does it', async () => {
    const admin = await anAdmin(app)
    expect((await remove({}, admin)).status).toBe(200)
    expect(await db().auditEntry.findMany({ where: { actorId: admin.id } })).toMatchObject([
      { act: 'deleteGroup', subjectId: group.id },
    ])
  })
})

describe('the removal of a deleted group', () => {
  it('ends each membership once on two nodes, in batches, and goes on after a crash', async () => {
    const { client, now } = app.scope()
    const members = 2 * MEMBERS_BATCH + 7
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(app)))
    await client.$executeRaw`
      INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "createdAt", "updatedAt", "currentAvatar")
      SELECT 'usr_' || gen_random_uuid(), n, n, n, n, ${now}, ${now}, '' FROM (
        SELECT 'group member ' || generate_series(1, ${members - people.length - 1}) AS n
      ) AS name`
    await client.$executeRaw`
      INSERT INTO "GroupMember" (id, "groupId", "userId", status, "createdAt", "joinedAt")
      SELECT 'gmem_' || gen_random_uuid(), ${group.id}, id, 'member', ${now}, ${now} FROM "User"
      WHERE username LIKE 'group member %' OR id = ANY(${people.map(({ id }) => id)})`
    await db().group.update({ where: { id: group.id }, data: { memberCount: members } })
    expect(await rows()).toBe(members)
    const second = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    await runJob()
    await remove()
    // A crash after the first batch leaves the rest.
    await client.groupMember.deleteMany({ where: { groupId: group.id, userId: people[0]?.id ?? '' } })
    const ended = await Promise.all([runJob(), removeDeletedGroups(second.scope())])
    await second.close()
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(members - 1)
    expect(await rows()).toBe(0)
  })
})

describe('at once', () => {
  it(`of a deletion and a joining either comes first, ${ROUNDS} times`, async () => {
    const deadlocks = await countDeadlocks(app)
    const founder = await aSubscriber(app)
    // Nobody may join more than 60 groups in an hour.
    const [one, other] = [await aUser(app), await aUser(app)]
    const { id: ownerId } = founder
    const { now } = app.scope()
    for (let round = 0; round < ROUNDS; round++) {
      const groupId = newId('group', now)
      const row = {
        id: groupId,
        name: 'Race',
        nameKey: 'race',
        shortCode: 'RACE',
        discriminator: String(round),
        ownerId,
      }
      await db().group.create({ data: { ...row, memberCount: 1, createdAt: now, updatedAt: now } })
      const member = { id: newId('groupMember', now), groupId, userId: ownerId, status: 'member', joinedAt: now }
      await db().groupMember.create({ data: { ...member, createdAt: now } })
      const [removed, joined] = await runConcurrently(app, 2, (at) =>
        at === 0
          ? founder.api.try('deleteGroup', { groupId, query: {} })
          : (round % 2 === 0 ? one : other).api.try('joinGroup', { groupId, query: {}, body: {} }),
      )
      expect(removed?.status).toBe(200)
      const members = await db().groupMember.count({ where: { groupId, status: 'member' } })
      expect(joined?.status).toBe(members === 2 ? 200 : 404)
      expect(await db().group.findUnique({ where: { id: groupId } })).toMatchObject({ memberCount: members })
    }
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })
})
