import { z } from 'zod'
import { SessionId, UserId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { endUserSessions, markEmailConfirmed, resetSecondFactor } from '../../accounts/account/accountHelp.ts'
import { NAME_BOUNDS } from '../../accounts/account/names.ts'
import { eraseUser, restoreUser } from '../../accounts/account/staffErasure.ts'
import { liftAccountLock, liftNetworkLock, readNetworkLocks } from '../../accounts/login/loginLocks.ts'
import { REASON_BOUNDS } from '../../audit/reasons.ts'
import { renameRules, renameUser } from '../profile/renames.ts'
import { LoginLock } from './accountDetails.ts'
import { userRef } from './user.ts'

const reason = z.string().describe('Why, for the audit log: at most 500 characters.')
const bounds = { reason: REASON_BOUNDS }
const Help = z.object({ userId: UserId.describe('The person.'), reason })
const person = { user: userRef('userId', 'The person after the act.') }

mutation('endSessions', {
  description: 'Ends sessions of a person and closes their sockets. The owner is told by mail.',
  input: Help.extend({
    sessionIds: z
      .array(SessionId)
      .min(1)
      .max(100)
      .optional()
      .describe('The sessions to end, all of the person if left out. Those that have ended already are left out.'),
  }),
  bounds,
  run: async (scope, act) => ({ userId: act.userId, endedSessionIds: await endUserSessions(scope, act) }),
  payload: (t) => ({
    user: t.field(person.user),
    deletedSessionIds: t.idList({
      description: 'Ids of the sessions, which have ended.',
      resolve: ({ endedSessionIds }) => endedSessionIds,
    }),
  }),
})

mutation('resetSecondFactor', {
  description:
    'Disables the two-factor authentication of a person who has lost it, with recovery codes and trusted devices. The owner is told by mail.',
  input: Help,
  bounds,
  run: async (scope, act) => {
    await resetSecondFactor(scope, act)
    return act
  },
  payload: (t) => ({ user: t.field(person.user) }),
})

mutation('markEmailConfirmed', {
  description:
    'Takes the e-mail address that a person has entered for confirmed, as its mailed link would. The owner is told by mail.',
  input: Help,
  bounds,
  run: async (scope, act) => {
    await markEmailConfirmed(scope, act)
    return act
  },
  payload: (t) => ({ user: t.field(person.user) }),
})

mutation('renameUser', {
  description:
    'Gives a person another display name or username. The former display name is kept. The owner is told by mail.',
  input: Help.extend({
    displayName: z.string().optional().describe('The new display name; left out, it stays.'),
    username: z.string().optional().describe('The new username; left out, it stays.'),
  }),
  bounds: { ...bounds, displayName: NAME_BOUNDS, username: NAME_BOUNDS },
  rules: (_scope, act) => renameRules(act),
  run: async (scope, act) => {
    await renameUser(scope, act)
    return act
  },
  payload: (t) => ({ user: t.field(person.user) }),
})

mutation('eraseUser', {
  description:
    'Erases an account at once, for good: its sessions end, nobody can log in to it, and a job deletes its data within minutes. Accounts of admins are not erased.',
  input: Help.extend({ displayName: z.string().describe('The display name of the person, typed as a confirmation.') }),
  bounds,
  run: async (scope, act) => {
    await eraseUser(scope, act)
    return act
  },
  payload: (t) => ({
    user: t.field(userRef('userId', 'The person; null once the job has erased the account.')),
  }),
})

mutation('restoreUser', {
  description: 'Cancels the deletion of an account that was requested and is not due yet.',
  input: Help,
  bounds,
  run: async (scope, act) => {
    await restoreUser(scope, act)
    return act
  },
  payload: (t) => ({ user: t.field(person.user) }),
})

mutation('liftAccountLock', {
  description: 'Lets a person try again at once to log in, after too many wrong passwords or codes.',
  input: Help,
  bounds,
  run: async (scope, act) => {
    await liftAccountLock(scope, act.userId, act.reason)
    return act
  },
  payload: (t) => ({ user: t.field(person.user) }),
})

const address = z.string().describe('An address of the network, or the network as locks show it.')

mutation('liftNetworkLock', {
  description: 'Lets everybody of a network try again at once to log in, after too many wrong passwords.',
  input: z.object({ address, reason }),
  bounds,
  run: async (scope, act) => {
    await liftNetworkLock(scope, act.address, act.reason)
    return act
  },
  payload: (t) => ({
    locks: t.field({
      type: [LoginLock],
      description: 'Attempts from the network that are counted after the act.',
      resolve: ({ address }, _args, { viewerScope }) => readNetworkLocks(viewerScope, address),
    }),
  }),
})

builder.queryField('networkLocks', (t) =>
  t.field({
    type: [LoginLock],
    ...forStaff('people'),
    description: 'Attempts to get into accounts that came from a network and are counted. Staff with `PEOPLE` only.',
    args: { address: t.arg.string({ required: true, description: 'An address of the network, or the network.' }) },
    resolve: (_root, { address }, { viewerScope }) => readNetworkLocks(viewerScope, address),
  }),
)
