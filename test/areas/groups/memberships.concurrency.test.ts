import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { GROUP_CAPACITY } from '../../../src/areas/groups/membership/membership.ts'
import { sharedApp } from '../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { aGroup, aMember, aSubscriber, giveRole, insertMember, type TestGroup } from '../../support/groups.ts'
import type { Exchange } from '../../support/restClient.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { contradictionsOf, putInState, stateOf } from './membershipStates.ts'

const app = await sharedApp()

const numberOf = (text: string | undefined, fallback: number) => Number(text ?? fallback)
/** `npm run campaign -- groups` sets higher numbers. */
const SEEDS = numberOf(process.env.GROUP_SEEDS, rounds(20))
const ACTS = numberOf(process.env.GROUP_ACTS, 100)
const ROUNDS = numberOf(process.env.GROUP_ROUNDS, rounds(20))
const TIMEOUT = 3_600_000

const MANAGING = ['group-bans-manage', 'group-invites-manage', 'group-members-manage', 'group-members-remove']
const join = ({ id: groupId }: TestGroup, { api }: TestUser) =>
  api.try('joinGroup', { groupId, query: { confirmOverrideBlock: 'true' }, body: {} })
const ban = ({ id: groupId }: TestGroup, by: TestUser, { id: userId }: TestUser) =>
  by.api.try('banGroupMember', { groupId, body: { userId } })
const invite = ({ id: groupId }: TestGroup, by: TestUser, { id: userId }: TestUser) =>
  by.api.try('createGroupInvite', { groupId, body: { userId } })
const respond = ({ id: groupId }: TestGroup, by: TestUser, { id: userId }: TestUser, action: 'accept' | 'reject') =>
  by.api.try('respondGroupJoinRequest', { groupId, userId, body: { action } })
const kick = ({ id: groupId }: TestGroup, by: TestUser, { id: userId }: TestUser) =>
  by.api.try('kickGroupMember', { groupId, userId })
const setJoinState = ({ id }: TestGroup, joinState: 'open' | 'request' | 'invite') =>
  app.scope().db.group.update({ where: { id }, data: { joinState } })

const statusesOf = (answers: readonly Exchange[]) => answers.map(({ status }) => status)

/** Sends a request again while the server has too much to do for it. */
async function untilServed(send: () => Promise<Exchange>): Promise<Exchange> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
  }
}

/** Sends two requests at the same time. */
const bothOf = (one: () => Promise<Exchange>, other: () => Promise<Exchange>) =>
  runConcurrently(app, 2, (at) => (at === 0 ? one() : other()))

describe('200 people who join a group with 50 free places at once', () => {
  it(
    'get 50 memberships and 150 refusals',
    async () => {
      const group = await aGroup(app)
      const people = await Promise.all(Array.from({ length: 200 }, () => aUser(app)))
      const { db } = app.scope()
      await db.group.update({ where: { id: group.id }, data: { memberCount: GROUP_CAPACITY - 50 } })
      const answers = await runConcurrently(app, 200, (at) => untilServed(() => join(group, people[at] ?? group.owner)))
      const statuses = statusesOf(answers)
      expect(statuses.filter((status) => status === 200)).toHaveLength(50)
      expect(statuses.filter((status) => status === 403)).toHaveLength(150)
      const { memberCount } = await db.group.findUniqueOrThrow({ where: { id: group.id } })
      const rows = await db.groupMember.count({ where: { groupId: group.id, status: 'member' } })
      expect([memberCount, rows]).toEqual([GROUP_CAPACITY, 51])
    },
    TIMEOUT,
  )
})

describe(`${ROUNDS} rounds of two acts at once have one legal outcome`, () => {
  let group: TestGroup
  let manager: TestUser
  beforeAll(async () => {
    group = await aGroup(app)
    manager = await aMember(app, group)
    await app.scope().db.groupRole.updateMany({ where: { groupId: group.id, name: 'Member' }, data: { order: 50 } })
    await giveRole(app, group, manager, { permissions: MANAGING, order: 5 })
  })

  /** Runs the rounds with new people; each must end well, and the group must hold together. */
  const race = (name: string, round: (person: TestUser) => Promise<void>) =>
    it(
      name,
      async () => {
        for (let at = 0; at < ROUNDS; at++) await round(await aUser(app))
        expect(await contradictionsOf(app, group)).toEqual([])
      },
      TIMEOUT,
    )

  race('join and ban: banned', async (person) => {
    await setJoinState(group, 'open')
    const [joined, banned] = await bothOf(
      () => join(group, person),
      () => ban(group, manager, person),
    )
    expect([200, 403]).toContain(joined?.status)
    expect([banned?.status, await stateOf(app, group, person)]).toEqual([200, 'banned'])
  })

  race('accept and cancel: one of the two', async (person) => {
    await putInState(app, group, person, 'requested')
    const answers = await bothOf(
      () => respond(group, manager, person, 'accept'),
      () => person.api.try('cancelGroupRequest', { groupId: group.id }),
    )
    const state = await stateOf(app, group, person)
    expect(statusesOf(answers)).toEqual(state === 'member' ? [200, 400] : [400, 200])
    expect(['member', 'none']).toContain(state)
  })

  race('invite and request: a member', async (person) => {
    await setJoinState(group, 'request')
    const answers = await bothOf(
      () => invite(group, manager, person),
      () => join(group, person),
    )
    expect([statusesOf(answers), await stateOf(app, group, person)]).toEqual([[200, 200], 'member'])
  })

  race('accept and reject by two managers: one of the two', async (person) => {
    await putInState(app, group, person, 'requested')
    const answers = await bothOf(
      () => respond(group, manager, person, 'accept'),
      () => respond(group, group.owner, person, 'reject'),
    )
    const state = await stateOf(app, group, person)
    expect(statusesOf(answers)).toEqual(state === 'member' ? [200, 400] : [400, 200])
  })

  race('two joinings of one person: one membership', async (person) => {
    await setJoinState(group, 'open')
    const answers = await bothOf(
      () => join(group, person),
      () => join(group, person),
    )
    expect(statusesOf(answers).sort()).toEqual([200, 400])
  })

  race('leave and kick: one of the two', async (person) => {
    await putInState(app, group, person, 'member')
    const answers = await bothOf(
      () => person.api.try('leaveGroup', { groupId: group.id }),
      () => kick(group, manager, person),
    )
    expect([statusesOf(answers).sort(), await stateOf(app, group, person)]).toEqual([[200, 403], 'none'])
  })

  race('two groups represented at once: one', async (person) => {
    const other = await aGroup(app, {}, await aSubscriber(app))
    for (const one of [group, other]) await insertMember(app, one, person)
    const represent = (groupId: string) => () =>
      person.api.try('updateGroupRepresentation', { groupId, body: { isRepresenting: true } })
    expect(statusesOf(await bothOf(represent(group.id), represent(other.id)))).toEqual([200, 200])
    const where = { userId: person.id, isRepresenting: true }
    expect(await app.scope().db.groupMember.count({ where })).toBe(1)
  })
})

/** Everything that one person can do to the membership of another, or their own. */
const ACT_CALLS: Readonly<
  Record<string, (group: TestGroup, actor: TestUser, target: TestUser) => Promise<Exchange> | Promise<unknown>>
> = {
  join: (group, actor) => join(group, actor),
  leave: ({ id: groupId }, { api }) => api.try('leaveGroup', { groupId }),
  cancel: ({ id: groupId }, { api }) => api.try('cancelGroupRequest', { groupId }),
  decline: ({ id: groupId }, { api }) => api.try('declineGroupInvite', { groupId, body: {} }),
  declineAndBlock: ({ id: groupId }, { api }) => api.try('declineGroupInvite', { groupId, body: { block: true } }),
  block: ({ id: groupId }, { api }) => api.try('blockGroup', { groupId }),
  represent: ({ id: groupId }, { api }) =>
    api.try('updateGroupRepresentation', { groupId, body: { isRepresenting: true } }),
  kick,
  ban,
  unban: ({ id: groupId }, { api }, { id: userId }) => api.try('unbanGroupMember', { groupId, userId }),
  invite,
  uninvite: ({ id: groupId }, { api }, { id: userId }) => api.try('deleteGroupInvite', { groupId, userId }),
  accept: (group, actor, target) => respond(group, actor, target, 'accept'),
  reject: (group, actor, target) => respond(group, actor, target, 'reject'),
  rejectAndBlock: ({ id: groupId }, { api }, { id: userId }) =>
    api.try('respondGroupJoinRequest', { groupId, userId, body: { action: 'reject', block: true } }),
  open: (group) => setJoinState(group, 'open'),
  takeRequests: (group) => setJoinState(group, 'request'),
  takeInvited: (group) => setJoinState(group, 'invite'),
}

const ACTORS = 8
const person = fc.nat({ max: ACTORS - 1 })
const anAct = fc.record({ name: fc.constantFrom(...Object.keys(ACT_CALLS)), actor: person, target: person })
/** Acts that happen at the same time. */
const AT_ONCE = 4

/** Rows of memberships that no act may leave, and notifications without their matter. */
const wrongRows = ({ id }: TestGroup) => app.scope().db.$queryRaw<unknown[]>`
  SELECT m.* FROM "GroupMember" AS m
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE type = 'group.invite' AND "receiverId" = m."userId") AS invites,
      count(*) FILTER (WHERE type = 'group.joinRequest' AND "senderId" = m."userId") AS requests
    FROM "Notification" WHERE link = 'group:' || m."groupId" AND "hiddenAt" IS NULL
      AND (("receiverId" = m."userId" AND type = 'group.invite') OR "senderId" = m."userId")
  ) AS told ON true
  WHERE m."groupId" = ${id} AND (
    (status = 'member') <> ("joinedAt" IS NOT NULL) OR (status = 'invited') <> ("invitedAt" IS NOT NULL)
    OR (status = 'requested') <> ("requestedAt" IS NOT NULL) OR (status = 'banned') <> ("bannedAt" IS NOT NULL)
    OR ("requestBlockedAt" IS NOT NULL AND status <> 'none')
    OR ("userBlockedAt" IS NOT NULL AND status NOT IN ('none', 'banned'))
    OR ("isRepresenting" AND status <> 'member') OR ("acceptedById" IS NOT NULL AND status <> 'member')
    OR (status = 'invited') <> (told.invites > 0) OR (told.requests > 0 AND status <> 'requested'))`

const isExchange = (answer: unknown): answer is Exchange =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'headers' in answer

describe(`${SEEDS} runs of ${ACTS} random acts of ${ACTORS} people, ${AT_ONCE} at a time`, () => {
  it(
    'leave only legal rows and an exact number of members, without a server error or deadlock',
    async () => {
      const deadlocks = await countDeadlocks(app)
      await fc.assert(
        fc.asyncProperty(fc.array(anAct, { minLength: ACTS, maxLength: ACTS }), async (acts) => {
          const group = await aGroup(app)
          const people = [group.owner]
          while (people.length < ACTORS) people.push(await aMember(app, group))
          for (const manager of people.slice(1, 3)) await giveRole(app, group, manager, { permissions: MANAGING })
          const run = ({ name, actor, target }: (typeof acts)[number]) =>
            ACT_CALLS[name]?.(group, people[actor] ?? group.owner, people[target] ?? group.owner)
          for (let at = 0; at < acts.length; at += AT_ONCE) {
            const answers = await Promise.all(acts.slice(at, at + AT_ONCE).map(run))
            const failed = answers.filter(isExchange).filter(({ status }) => status >= 500)
            expect(failed.map(({ status, body }) => [status, body])).toEqual([])
          }
          expect(await contradictionsOf(app, group)).toEqual([])
          expect(await wrongRows(group)).toEqual([])
          expect(await stateOf(app, group, group.owner)).toBe('member')
        }),
        { numRuns: SEEDS, endOnFailure: true },
      )
      expect(await countDeadlocks(app)).toBe(deadlocks)
    },
    TIMEOUT,
  )
})
