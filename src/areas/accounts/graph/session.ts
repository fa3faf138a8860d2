import { z } from 'zod'
import { SessionId } from '../../../contract/ids.ts'
import { FOR_ANY_SESSION } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { inputOf, noInput } from '../../../edges/graphql/resolvers/input.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { confirmedUntil, confirmIdentity } from '../sessions/confirmation.ts'
import { isSecondFactor } from '../sessions/sessionCache.ts'
import { revokeSession, revokeSessions } from '../sessions/sessions.ts'
import { Viewer, viewerAct } from './viewer.ts'

export const SecondFactor = builder.enumType('SecondFactor', {
  description: 'A method of two-factor authentication.',
  values: {
    TOTP: { value: 'totp', description: 'Time-based code of an authenticator app.' },
    RECOVERY_CODE: { value: 'otp', description: 'One of the recovery codes.' },
    EMAIL_CODE: { value: 'emailOtp', description: 'Code sent by e-mail.' },
  } as const,
})

const liveSessionsWhere = ({ viewer, now }: ViewerScope) => ({ userId: viewer.id, expiresAt: { gt: now } })

const Session = builder.prismaNode('Session', {
  description: 'A login of the viewer.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, ...liveSessionsWhere(context.anySessionScope) }),
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the login.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'Time of the last request, to the hour.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends unless it is used again.' }),
    address: t.exposeString('address', { description: 'Network address that the login came from.' }),
    userAgent: t.exposeString('userAgent', { description: 'User-Agent header of the login.' }),
    confirmedUntil: t.field({
      type: 'DateTime',
      description:
        'Until when acts that need a confirmed identity are accepted: 10 minutes after login or confirmation.',
      select: { createdAt: true, confirmedAt: true },
      resolve: confirmedUntil,
    }),
    isCurrent: t.boolean({
      description: 'Whether this request belongs to the session.',
      resolve: ({ id }, _args, { scope }) => id === scope.viewer?.sessionId,
    }),
    owes: t.field({
      type: [SecondFactor],
      description: 'Second factors of which one must be given to finish the login; empty once it is finished.',
      select: { owes: true },
      resolve: ({ owes }) => owes.filter(isSecondFactor),
    }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  sessions: t.prismaConnection(
    {
      type: Session,
      cursor: 'id',
      description: 'Live sessions, latest login first.',
      resolve: (query, _viewer, _args, context) =>
        context.scope.db.session.findMany({
          ...query,
          where: liveSessionsWhere(context.viewerScope),
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'SessionConnection' },
    { name: 'SessionEdge' },
  ),
}))

builder.queryField('session', (t) =>
  t.prismaField({
    type: Session,
    nullable: true,
    ...FOR_ANY_SESSION,
    description: 'The session of this request, which may still need its second factor.',
    resolve: (query, _root, _args, { anySessionScope: scope }) =>
      scope.db.session.findFirst({ ...query, where: { id: scope.viewer.sessionId, ...liveSessionsWhere(scope) } }),
  }),
)

const RevokeSessionInput = inputOf(
  'RevokeSessionInput',
  'The session to end.',
  z.object({ sessionId: SessionId.describe("One of the viewer's sessions.") }),
)

const ConfirmIdentityInput = inputOf(
  'ConfirmIdentityInput',
  "Proof that the viewer is at the session's device: a password or a code, not both.",
  z.object({
    password: z.string().optional().describe('Password of the viewer.'),
    code: z.string().optional().describe('Time-based code or recovery code, which is used up.'),
  }),
)

builder.mutationFields((t) => ({
  confirmIdentity: t.field({
    description:
      'Confirms the identity for 10 minutes. Admins need it for acts that can take an account from somebody: setting a password, e-mail address or name of another person, deleting another account, disabling two-factor authentication.',
    ...viewerAct(ConfirmIdentityInput, confirmIdentity),
  }),
  revokeSession: t.field({
    description: "Ends one of the viewer's sessions and closes its sockets.",
    ...viewerAct(RevokeSessionInput, (scope, { sessionId }) => revokeSession(scope, sessionId)),
  }),
  revokeOtherSessions: t.field({
    description: "Ends all of the viewer's sessions but this one.",
    ...viewerAct(noInput, (scope) => revokeSessions(scope, scope.viewer.id, { except: scope.viewer.sessionId })),
  }),
}))
