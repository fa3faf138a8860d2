import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { z } from 'zod'
import { SessionId } from '../../../contract/ids.ts'
import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation, NO_FIELDS } from '../../../edges/graphql/resolvers/mutation.ts'
import { latestFirst, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { confirmedUntil } from '../../../kernel/access.ts'
import { confirmIdentity } from '../sessions/confirmation.ts'
import { isSecondFactor } from '../sessions/sessionCache.ts'
import {
  canRevokeSession,
  readVisibleSessions,
  revokeSession,
  revokeSessions,
  type SessionRow,
} from '../sessions/sessions.ts'
import { Viewer } from './viewer.ts'

const SecondFactor = enumOf(
  'SecondFactor',
  'A method of two-factor authentication.',
  {
    totp: 'Time-based code of an authenticator app.',
    otp: 'One of the recovery codes.',
    emailOtp: 'Code sent by e-mail.',
  },
  { otp: 'RECOVERY_CODE', emailOtp: 'EMAIL_CODE' },
)

const sessionsById = createLoader<SessionRow>(
  forViewer((scope, ids) => readVisibleSessions(scope, { id: { in: [...ids] } })),
  ({ id }) => id,
)

/** An account has few sessions, so that those of a whole page of accounts are read by one statement. */
const sessionsByUser = createListLoader<SessionRow>(
  forViewer((scope, ids) => readVisibleSessions(scope, { userId: { in: [...ids] } })),
  ({ userId }) => userId,
)

const Session = builder.objectRef<SessionRow>('Session')

builder.node(Session, {
  description: 'A login, which its person and admins see.',
  ...nodeBy(sessionsById),
  fields: (t) => ({
    ...columns(t, 'Session', {
      createdAt: 'Time of the login.',
      lastUsedAt: 'Time of the last request, to the hour.',
      expiresAt: 'When it ends unless it is used again, and at the latest: 180 days after the login.',
      address: 'Network address that the login came from.',
      userAgent: 'User-Agent header of the login.',
    }),
    confirmationExpiresAt: t.field({
      type: 'DateTime',
      description:
        'When acts that need a confirmed identity are refused again: 10 minutes after login or confirmation.',
      resolve: confirmedUntil,
    }),
    isCurrent: t.boolean({
      description: 'Whether this request belongs to the session.',
      resolve: ({ id }, _args, { scope }) => id === scope.viewer?.sessionId,
    }),
    viewerCanRevoke: t.boolean({
      description:
        'Whether the viewer can end the session by `revokeSession`: staff with `PEOPLE` ends those of others by `endSessions`.',
      resolve: (session, _args, { anySessionScope }) => canRevokeSession(anySessionScope, session),
    }),
    pendingFactors: t.field({
      type: [SecondFactor],
      description: 'Second factors of which one must be given to finish the login; empty once it is finished.',
      resolve: ({ owes }) => owes.filter(isSecondFactor),
    }),
  }),
})

/** The session of the request for a field; null for none. */
export const currentSession = (description: string) => ({
  type: Session,
  nullable: true as const,
  description,
  resolve: (_parent: unknown, _args: unknown, context: GraphContext) => {
    const { viewer } = context.scope
    return viewer && sessionsById(context).load(viewer.sessionId)
  },
})

export const SessionConnection = builder.connectionObject({ type: Session, name: 'SessionConnection' })

/** Options of a field with the sessions of the person in `userId`, to be used with SessionConnection. */
export const sessionsOfUser = {
  type: Session,
  description: 'Live sessions, latest login first.',
  resolve: async ({ userId }: { readonly userId: string }, args: DefaultConnectionArguments, context: GraphContext) =>
    listConnection(args, latestFirst(['createdAt', 'id']), await sessionsByUser(context).load(userId)),
}

builder.prismaObjectFields(Viewer, (t) => ({ sessions: t.connection(sessionsOfUser, SessionConnection) }))

builder.queryField('session', (t) =>
  t.field({
    ...FOR_ANYONE,
    ...currentSession('The session of this request, which may still need its second factor; null for none.'),
  }),
)

const session = currentSession('The session of this request.')

mutation('confirmIdentity', {
  description:
    'Confirms the identity of the viewer for 10 minutes, by a password or a code, not both. Needed for all that concerns two-factor authentication, such as enabling or disabling it and reading the recovery codes, and by admins for most of what only admins can do.',
  input: z.object({
    password: z.string().optional().describe('Password of the viewer.'),
    code: z
      .string()
      .optional()
      .describe(
        'Time-based code or recovery code, which is used up. Two-factor authentication that was enabled, and recovery codes that were shown, after the login of the session confirm nothing in it.',
      ),
  }),
  fieldNames: { currentPassword: 'password' },
  run: async (scope, proof) => {
    await confirmIdentity(scope, proof)
    return {}
  },
  payload: (t) => ({ session: t.field(session) }),
})

mutation('revokeSession', {
  description: "Ends one of the viewer's sessions and closes its sockets.",
  input: z.object({ sessionId: SessionId.describe("One of the viewer's sessions.") }),
  run: async (scope, { sessionId }) => {
    await revokeSession(scope, sessionId)
    return { deletedSessionId: sessionId }
  },
  payload: (t) => ({
    deletedSessionId: t.exposeID('deletedSessionId', { description: 'Id of the session, which has ended.' }),
  }),
})

mutation('revokeOtherSessions', {
  description: "Ends all of the viewer's sessions but this one, and closes their sockets.",
  input: NO_FIELDS,
  run: async (scope) => ({
    deletedSessionIds: await revokeSessions(scope, scope.viewer.id, { except: scope.viewer.sessionId }),
  }),
  payload: (t) => ({
    deletedSessionIds: t.idList({
      description: 'Ids of the sessions, which have ended.',
      resolve: ({ deletedSessionIds }) => deletedSessionIds,
    }),
  }),
})
