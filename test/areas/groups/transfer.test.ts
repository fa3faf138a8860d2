import { beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '../../../src/kernel/clock.ts'
import { trusted } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { aGroup, aMember, aSubscriber, giveRole, subscribe, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { rounds } from '../../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
const ROUNDS = rounds(100)
const NOBODY = 'usr_01890000-0000-7000-8000-000000000000'
const REFUSED = refusal(403, 'Cannot transfer this group.')
const FULFILLED = {
  groupNotMonetized: true,
  hasVRCPlus: true,
  hasVerifiedEmail: true,
  targetCanOwnMoreGroups: true,
  targetIsGroupMember: true,
}

let owner: TestUser
let target: TestUser
let group: TestGroup
beforeEach(async () => {
  owner = await aSubscriber(app)
  group = await aGroup(app, { name: 'The Mill' }, owner)
  target = await aCandidate()
})

const db = () => app.scope().db

/** A member who fulfils all requirements of an owner. */
async function aCandidate(): Promise<TestUser> {
  const person = await aMember(app, group)
  await subscribe(app, person)
  await verifyEmail(person)
  return person
}

/** Another candidate, once the offer to the former one is withdrawn. */
async function aCandidateInstead(): Promise<TestUser> {
  await cancel()
  return aCandidate()
}

const verifyEmail = ({ id: userId }: TestUser, emailVerified = true) =>
  db().account.update({ where: { userId }, data: { emailVerified } })
const unsubscribe = ({ id: userId }: TestUser) => db().permissionGrant.deleteMany({ where: { userId } })

const offer = (transferTargetId: string = target.id, { api } = owner) =>
  api.try('initiateOrAcceptGroupTransfer', { groupId: group.id, body: { transferTargetId } })
const accept = ({ api } = target) => api.try('initiateOrAcceptGroupTransfer', { groupId: group.id, body: {} })
const cancel = ({ api } = owner) => api.try('cancelGroupTransfer', { groupId: group.id })
const requirements = (query: object, { api } = owner) =>
  api.try('getGroupTransferability', { groupId: group.id, query })
const message = (text: string) => ({ status: 200, body: { success: { message: text, status_code: 200 } } })
const readGroup = ({ api } = owner) => api.call('getGroup', { groupId: group.id, query: {} })

const entries = async () =>
  (await db().groupAuditEntry.findMany({ where: { groupId: group.id }, orderBy: { id: 'asc' } })).filter(
    ({ eventType }) => eventType.startsWith('group.transfer'),
  )
const noticesOf = async ({ api }: TestUser) => (await api.call('getNotificationV2s', { query: {} })) ?? []

/** Names of the people who hold the owner's role, in the database. */
const holdersOfOwnerRole = async () =>
  (await db().groupMemberRole.findMany({ where: { role: { groupId: group.id, kind: 'owner' } } })).map(
    ({ userId }) => userId,
  )

describe('getGroupTransferability', () => {
  it('is for the owner, and the person to whom the group is offered', async () => {
    const member = await aMember(app, group)
    expect(await requirements({}, await aUser(app))).toMatchObject(refusal(403, "You're not a member."))
    expect(await requirements({}, member)).toMatchObject(refusal(403, "You don't have permission."))
    expect(await requirements({ transferTargetId: NOBODY })).toMatchObject(refusal(404, `User ${NOBODY} not found`))
    expect((await requirements({ transferTargetId: target.id })).body).toEqual({ requirements: FULFILLED })
    expect((await requirements({}, target)).status).toBe(403)
    await offer()
    expect((await requirements({}, target)).body).toEqual({ requirements: FULFILLED })
    expect((await requirements({ transferTargetId: member.id }, target)).status).toBe(403)
    expect((await requirements({})).body).toEqual({ requirements: FULFILLED })
  })

  it('tells which requirements do not hold', async () => {
    const stranger = await aUser(app)
    const asked = await requirements({ transferTargetId: stranger.id })
    expect(asked.body).toEqual({
      requirements: { ...FULFILLED, hasVRCPlus: false, hasVerifiedEmail: false, targetIsGroupMember: false },
    })
  })
})

const BREAKS = {
  'the owner has no subscription': () => unsubscribe(owner),
  'the target has no subscription': () => unsubscribe(target),
  'the target has no confirmed address': () => verifyEmail(target, false),
  'the target owns five groups': async () => {
    for (let count = 0; count < 5; count++) await aGroup(app, {}, target)
  },
  'the target is no member': () => target.api.call('leaveGroup', { groupId: group.id }),
  'a role is sold': async () => {
    const id = await giveRole(app, group, owner, { permissions: [] })
    await db().groupRole.update({ where: { id }, data: { requiresPurchase: true } })
  },
}

describe.each(Object.entries(BREAKS))('while %s', (_name, breakIt) => {
  it('a group is not offered', async () => {
    await breakIt()
    expect(await offer()).toMatchObject(REFUSED)
    expect(await entries()).toEqual([])
    expect((await readGroup()).transferTargetId).toBeUndefined()
  })

  it('a group that is offered is not accepted', async () => {
    await offer()
    await breakIt()
    expect((await accept()).status).toBe(403)
    expect(await readGroup()).toMatchObject({ ownerId: owner.id })
    expect((await entries()).map(({ eventType }) => eventType)).toEqual(['group.transfer.start'])
  })
})

describe('initiateOrAcceptGroupTransfer', () => {
  it('is refused to others, to nobody, to unknown people and to the owner', async () => {
    const member = await aMember(app, group)
    expect(await offer(member.id, await aUser(app))).toMatchObject(refusal(403, "You're not a member."))
    expect(await offer(member.id, target)).toMatchObject(refusal(403, "You don't have permission."))
    expect(await accept(member)).toMatchObject(refusal(403, "You don't have permission."))
    expect(await accept(owner)).toMatchObject(refusal(400, /transferTargetId/))
    expect(await offer(NOBODY)).toMatchObject(refusal(404, `User ${NOBODY} not found`))
    expect(await offer(owner.id)).toMatchObject(REFUSED)
    expect(await entries()).toEqual([])
  })

  it('offers a group, and the target becomes its owner, while the former owner keeps the other roles', async () => {
    const roleId = await giveRole(app, group, owner, { permissions: [] })
    expect(await offer()).toMatchObject(message('Group transfer initiated.'))
    expect(await readGroup()).toMatchObject({ transferTargetId: target.id, ownerId: owner.id })
    expect(await offer()).toMatchObject(REFUSED)
    expect(await offer((await aCandidate()).id)).toMatchObject(REFUSED)
    const [notice] = await noticesOf(target)
    expect(notice).toMatchObject({
      type: 'group.transfer',
      category: 'social.group',
      title: 'The Mill',
      link: `group:${group.id}`,
      data: { groupId: group.id, groupName: 'The Mill' },
      responses: [
        { type: 'accept', icon: 'check', data: group.id },
        { type: 'decline', icon: 'cancel', data: group.id },
      ],
    })
    expect(await accept()).toMatchObject(message('Group transfer completed.'))
    const [before, after] = [await readGroup(owner), await readGroup(target)]
    expect(after).toMatchObject({ ownerId: target.id, memberCount: 3 })
    expect(after.transferTargetId).toBeUndefined()
    expect(after.myMember?.permissions).toEqual(['*'])
    expect(before.myMember?.permissions).not.toContain('*')
    expect(before.myMember?.roleIds).toContain(roleId)
    expect(await holdersOfOwnerRole()).toEqual([target.id])
    expect(await noticesOf(target)).toEqual([])
    expect(await noticesOf(owner)).toMatchObject([
      { type: 'group.informative', message: `${target.username} now owns The Mill.` },
    ])
    expect(await entries()).toMatchObject([
      { eventType: 'group.transfer.start', targetId: target.id, data: { transferTargetId: target.id } },
      { eventType: 'group.transfer.accept', targetId: target.id, data: { oldOwnerId: owner.id } },
    ])
    expect((await cancel(owner)).status).toBe(403)
  })

  it('lapses after seven days', async () => {
    await offer()
    app.clock.advance(7 * DAY)
    expect((await readGroup()).transferTargetId).toBeUndefined()
    expect(await accept()).toMatchObject(refusal(403, "You don't have permission."))
    expect(await cancel()).toMatchObject(refusal(400, 'No group transfer to cancel.'))
    const other = await aCandidate()
    expect(await offer(other.id)).toMatchObject(message('Group transfer initiated.'))
    expect(await noticesOf(target)).toEqual([])
  })

  it('is possible for admins, whose act is in the audit log of the platform', async () => {
    const admin = await anAdmin(app)
    expect(await offer(target.id, admin)).toMatchObject(message('Group transfer initiated.'))
    expect(
      await db().auditEntry.findMany({ where: { actorId: admin.id }, select: { act: true, subjectId: true } }),
    ).toEqual([{ act: 'initiateOrAcceptGroupTransfer', subjectId: group.id }])
  })
})

describe('cancelGroupTransfer', () => {
  it('is refused to others, and while nothing is offered', async () => {
    expect(await cancel()).toMatchObject(refusal(400, 'No group transfer to cancel.'))
    expect(await cancel(target)).toMatchObject(refusal(403, "You don't have permission."))
    await offer()
    expect(await cancel(await aUser(app))).toMatchObject(refusal(403, "You're not a member."))
    expect(await cancel(await aMember(app, group))).toMatchObject(refusal(403, "You don't have permission."))
  })

  it('withdraws the offer of the owner', async () => {
    await offer()
    expect(await cancel()).toMatchObject(message('Group transfer cancelled.'))
    expect(await noticesOf(target)).toEqual([])
    expect(await noticesOf(owner)).toEqual([])
    expect((await accept()).status).toBe(403)
    expect((await entries()).at(-1)).toMatchObject({ eventType: 'group.transfer.cancel', actorId: owner.id })
  })

  it('declines the offer for the target, and tells the owner', async () => {
    await offer()
    expect(await cancel(target)).toMatchObject(message('Group transfer cancelled.'))
    expect(await noticesOf(owner)).toMatchObject([{ type: 'group.informative' }])
    expect((await entries()).at(-1)).toMatchObject({ eventType: 'group.transfer.cancel', actorId: target.id })
  })
})

describe('the notification of an offer', () => {
  const respond = async (responseType: string) => {
    const [notice] = await noticesOf(target)
    const body = { responseType, responseData: group.id }
    return target.api.try('respondNotificationV2', { notificationId: notice?.id ?? '', body })
  }

  it('accepts it', async () => {
    await offer()
    expect((await respond('accept')).status).toBe(200)
    expect(await readGroup()).toMatchObject({ ownerId: target.id })
  })

  it('declines it', async () => {
    await offer()
    expect((await respond('decline')).status).toBe(200)
    expect(await readGroup()).toMatchObject({ ownerId: owner.id })
    expect((await accept()).status).toBe(403)
  })

  it('stays when it can not be accepted', async () => {
    await offer()
    await unsubscribe(target)
    expect((await respond('accept')).status).toBe(403)
    expect(await noticesOf(target)).toHaveLength(1)
  })
})

describe('at once', () => {
  it(`of two offers one stands, ${ROUNDS} times`, async () => {
    const other = await aCandidate()
    const deadlocks = await countDeadlocks(app)
    for (let round = 0; round < ROUNDS; round++) {
      const both = [target.id, other.id]
      const answers = await runConcurrently(app, 2, (at) => offer(both[at]))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
      const { transferTargetId } = await readGroup()
      expect(answers[both.indexOf(trusted<'user'>(transferTargetId ?? ''))]?.status).toBe(200)
      await cancel()
    }
    expect(await entries()).toHaveLength(2 * ROUNDS)
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })

  it(`of an acceptance and a removal of the target one happens, ${ROUNDS} times`, async () => {
    const deadlocks = await countDeadlocks(app)
    await verifyEmail(owner)
    const kick = () => owner.api.try('kickGroupMember', { groupId: group.id, userId: target.id })
    const race = async (acts: readonly (typeof accept | typeof kick)[]) => {
      const statuses = (await runConcurrently(app, 2, (at) => (acts[at] ?? kick)())).map(({ status }) => status)
      const after = await readGroup()
      const winner = after.ownerId === target.id ? accept : kick
      expect(statuses).toEqual(acts.map((act) => (act === winner ? 200 : 403)))
      expect(await holdersOfOwnerRole()).toEqual([after.ownerId])
      expect(after.memberCount).toBe(winner === accept ? 2 : 1)
      return winner
    }
    for (let round = 0; round < ROUNDS; round++) {
      await offer()
      const winner = await race(round % 2 === 0 ? [accept, kick] : [kick, accept])
      if (winner === accept) [owner, target] = [target, owner]
      else target = await aCandidateInstead()
    }
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })
})
