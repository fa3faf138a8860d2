import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import type { Exchange } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { contradictionsOf, putInState, STATES, stateOf } from './membershipStates.ts'

const app = await sharedApp()

const MEMBER = "400 You're already a member!"
const NO_REQUESTS = "403 You can't ask to join this group."
const BANNED = "403 You're banned from this group."
const BLOCKED = "400 You've blocked this group."
const ASKED = "400 You've already asked to join this group."
const BY_INVITE = '403 You need an invite to join this group.'
const CLOSED = '403 This group is closed.'
const OUTSIDER = "403 You're not a member."
const NO_REQUEST = "400 You can't cancel a join request if you didn't request to join."
const NOT_INVITED = "400 You can't decline an invite that wasn't sent to you."
const NOT_ASKING = "400 You can't accept a join request for a user who hasn't requested to join."
const NO_INVITE = "400 You can't uninvite a user who wasn't invited."
const UNINVITABLE = "403 You can't invite that user."
const NOT_BANNED = '400 User is not banned.'
const TWICE = '400 User is already banned.'
const MUST_LEAVE = '403 You must leave a group before blocking it.'
const IS_MEMBER = '400 User NAME is already a member of this group.'
const IS_INVITED = '400 User NAME is already invited.'

type JoinState = 'open' | 'request' | 'invite' | 'closed'

interface Act {
  readonly joinState?: JoinState
  /** Whether the person acts, or the manager upon the person. */
  readonly call: (group: TestGroup, person: TestUser, manager: TestUser) => Promise<Exchange>
  /** For each state in its order: the state afterwards, or the refusal. */
  readonly outcomes: readonly [string, string, string, string, string, string, string]
}

const same = (outcome: string) => [outcome, outcome, outcome, outcome, outcome, outcome, outcome] as const
/** One outcome for all states but one. */
const only = (state: (typeof STATES)[number], outcome: string, others: string): Act['outcomes'] => {
  const [none, requested, invited, member, reqblocked, banned, userblocked] = same(others)
  const all = { none, requested, invited, member, reqblocked, banned, userblocked, [state]: outcome }
  return [all.none, all.requested, all.invited, all.member, all.reqblocked, all.banned, all.userblocked]
}

const join =
  (confirmOverrideBlock?: boolean): Act['call'] =>
  ({ id: groupId }, { api }) =>
    api.try('joinGroup', { groupId, query: confirmOverrideBlock ? { confirmOverrideBlock } : {}, body: {} })
const respond =
  (body: object): Act['call'] =>
  ({ id: groupId }, { id: userId }, { api }) =>
    api.try('respondGroupJoinRequest', { groupId, userId, body })
const invite =
  (given: object): Act['call'] =>
  ({ id: groupId }, { id: userId }, { api }) =>
    api.try('createGroupInvite', { groupId, body: { userId, ...given } })

const ACTS: Readonly<Record<string, Act>> = {
  'joinGroup, open': {
    call: join(),
    outcomes: ['member', 'member', 'member', MEMBER, NO_REQUESTS, BANNED, BLOCKED],
  },
  'joinGroup, request': {
    joinState: 'request',
    call: join(),
    outcomes: ['requested', ASKED, 'member', MEMBER, NO_REQUESTS, BANNED, BLOCKED],
  },
  'joinGroup, invite': {
    joinState: 'invite',
    call: join(),
    outcomes: [BY_INVITE, BY_INVITE, 'member', MEMBER, NO_REQUESTS, BANNED, BLOCKED],
  },
  'joinGroup, closed': {
    joinState: 'closed',
    call: join(),
    outcomes: [CLOSED, CLOSED, CLOSED, MEMBER, CLOSED, BANNED, CLOSED],
  },
  'joinGroup with confirmOverrideBlock, open': {
    call: join(true),
    outcomes: ['member', 'member', 'member', MEMBER, NO_REQUESTS, BANNED, 'member'],
  },
  'joinGroup with confirmOverrideBlock, request': {
    joinState: 'request',
    call: join(true),
    outcomes: ['requested', ASKED, 'member', MEMBER, NO_REQUESTS, BANNED, 'requested'],
  },
  leaveGroup: {
    call: ({ id: groupId }, { api }) => api.try('leaveGroup', { groupId }),
    outcomes: only('member', 'none', OUTSIDER),
  },
  cancelGroupRequest: {
    call: ({ id: groupId }, { api }) => api.try('cancelGroupRequest', { groupId }),
    outcomes: only('requested', 'none', NO_REQUEST),
  },
  declineGroupInvite: {
    call: ({ id: groupId }, { api }) => api.try('declineGroupInvite', { groupId, body: {} }),
    outcomes: only('invited', 'none', NOT_INVITED),
  },
  'declineGroupInvite with block': {
    call: ({ id: groupId }, { api }) => api.try('declineGroupInvite', { groupId, body: { block: true } }),
    outcomes: only('invited', 'userblocked', NOT_INVITED),
  },
  blockGroup: {
    call: ({ id: groupId }, { api }) => api.try('blockGroup', { groupId }),
    outcomes: [
      'userblocked',
      'userblocked',
      'userblocked',
      MUST_LEAVE,
      'userblocked+reqblocked',
      'banned+userblocked',
      TWICE,
    ],
  },
  'kickGroupMember on oneself': {
    call: ({ id: groupId }, { id: userId, api }) => api.try('kickGroupMember', { groupId, userId }),
    outcomes: [OUTSIDER, OUTSIDER, OUTSIDER, 'none', OUTSIDER, OUTSIDER, 'none'],
  },
  createGroupInvite: {
    call: invite({}),
    outcomes: ['invited', 'member', IS_INVITED, IS_MEMBER, 'invited', 'invited', UNINVITABLE],
  },
  'createGroupInvite without confirmOverrideBlock': {
    call: invite({ confirmOverrideBlock: false }),
    outcomes: ['invited', 'member', IS_INVITED, IS_MEMBER, 'invited', UNINVITABLE, UNINVITABLE],
  },
  'createGroupInvite, closed': {
    joinState: 'closed',
    call: invite({}),
    outcomes: [CLOSED, CLOSED, IS_INVITED, IS_MEMBER, CLOSED, CLOSED, CLOSED],
  },
  deleteGroupInvite: {
    call: ({ id: groupId }, { id: userId }, { api }) => api.try('deleteGroupInvite', { groupId, userId }),
    outcomes: only('invited', 'none', NO_INVITE),
  },
  'respondGroupJoinRequest accept': {
    call: respond({ action: 'accept' }),
    outcomes: only('requested', 'member', NOT_ASKING),
  },
  'respondGroupJoinRequest reject': {
    call: respond({ action: 'reject' }),
    outcomes: only('requested', 'none', NOT_ASKING),
  },
  'respondGroupJoinRequest reject with block': {
    call: respond({ action: 'reject', block: true }),
    outcomes: only('requested', 'reqblocked', NOT_ASKING),
  },
  'kickGroupMember on another': {
    call: ({ id: groupId }, { id: userId }, { api }) => api.try('kickGroupMember', { groupId, userId }),
    outcomes: [OUTSIDER, OUTSIDER, OUTSIDER, 'none', 'none', OUTSIDER, OUTSIDER],
  },
  banGroupMember: {
    call: ({ id: groupId }, { id: userId }, { api }) => api.try('banGroupMember', { groupId, body: { userId } }),
    outcomes: ['banned', 'banned', 'banned', 'banned', 'banned', TWICE, 'banned+userblocked'],
  },
  unbanGroupMember: {
    call: ({ id: groupId }, { id: userId }, { api }) => api.try('unbanGroupMember', { groupId, userId }),
    outcomes: only('banned', 'none', NOT_BANNED),
  },
}

const MANAGING = ['group-bans-manage', 'group-invites-manage', 'group-members-manage', 'group-members-remove']

type Managed = Awaited<ReturnType<typeof aManagedGroup>>

async function aManagedGroup() {
  const group = await aGroup(app)
  const manager = await aMember(app, group)
  // Members hold a role, whose order is their rank.
  await app.scope().db.groupRole.updateMany({ where: { groupId: group.id, name: 'Member' }, data: { order: 50 } })
  await giveRole(app, group, manager, { permissions: MANAGING, order: 5 })
  return { group, manager }
}

const refusalOf = ({ status, body }: Exchange, name: string): string => {
  const { error } = Object(body)
  return `${status} ${String(Object(error).message).replace(name, 'NAME')}`
}

/** Lets an act happen to a new person in a state; a refusal must leave the state. Returns the state, or the refusal. */
async function outcomeOf({ call }: Act, state: (typeof STATES)[number], { group, manager }: Managed): Promise<string> {
  const person = await aUser(app)
  await putInState(app, group, person, state)
  const before = await stateOf(app, group, person)
  const answer = await call(group, person, manager)
  const after = await stateOf(app, group, person)
  if (answer.status < 400) return after
  expect(after, `${state} after a refusal`).toBe(before)
  return refusalOf(answer, person.username)
}

describe('what acts do to what stands between a person and a group', () => {
  let managed: Managed
  beforeAll(async () => {
    managed = await aManagedGroup()
  })

  for (const [name, act] of Object.entries(ACTS))
    it(name, async () => {
      const { joinState = 'open', outcomes } = act
      await app.scope().db.group.update({ where: { id: managed.group.id }, data: { joinState } })
      const seen: Record<string, string> = {}
      for (const state of STATES) seen[state] = await outcomeOf(act, state, managed)
      expect(seen).toEqual(Object.fromEntries(STATES.map((state, at) => [state, outcomes[at]])))
      expect(await contradictionsOf(app, managed.group)).toEqual([])
    })
})

describe('the owner', () => {
  it('is taken out by nobody: no leaving, removal or ban, not even by admins of the platform', async () => {
    const { group, manager } = await aManagedGroup()
    const { owner, id: groupId } = group
    const userId = owner.id
    expect((await owner.api.try('leaveGroup', { groupId })).status).toBe(403)
    expect((await owner.api.try('kickGroupMember', { groupId, userId })).status).toBe(403)
    for (const { api } of [manager, await anAdmin(app)]) {
      expect((await api.try('kickGroupMember', { groupId, userId })).status).toBe(403)
      expect((await api.try('banGroupMember', { groupId, body: { userId } })).status).toBe(403)
    }
    expect(await stateOf(app, group, owner)).toBe('member')
  })
})
