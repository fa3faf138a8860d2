import { ADMIN } from '../../edges/graphql/access.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { keyset } from '../../edges/graphql/keyset.ts'
import { momentKey, stretchOf } from '../../edges/graphql/moments.ts'
import type { AuditEntry as Row } from '../../generated/prisma/client.ts'
import { readAudit } from '../accounts/auditLog.ts'
import { people, User } from './graph.ts'

export const AuditEntry = builder.objectRef<Row>('AuditEntry').implement({
  description:
    'Something that an admin has done, or whoever runs the server by its command line. Entries are only added: nobody changes or removes any.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was done.' }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'The id of the admin who did it; null for what was done by the command line.',
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The admin who did it; null when the account was erased, and for the command line.',
      resolve: ({ actorId }, _args, context) => (actorId === null ? null : people(context).load(actorId)),
    }),
    act: t.exposeString('act', { description: 'What was done, by the name of the operation, mutation or command.' }),
    subjectId: t.exposeID('subjectId', { description: 'To what or whom: an id, or the name of a setting.' }),
    reportId: t.exposeID('reportId', { nullable: true, description: 'The report that led to it.' }),
    details: t.expose('details', { type: 'JSON', description: 'What else is known of it, by ids and numbers.' }),
  }),
})

export const AuditEntryConnection = builder.connectionObject(
  { type: AuditEntry, name: 'AuditEntryConnection' },
  { name: 'AuditEntryEdge' },
)

builder.queryFields((t) => ({
  auditLog: t.connection(
    {
      type: AuditEntry,
      nullable: true,
      ...ADMIN,
      description: 'What admins have done, the latest first. Admins only.',
      args: {
        actorId: t.arg.id({ description: 'Only what this admin did.' }),
        subjectId: t.arg.id({ description: 'Only what was done to this.' }),
        act: t.arg.string({ description: 'Only what goes by this name.' }),
      },
      resolve: (_root, { actorId, subjectId, act, ...args }, context) =>
        keyset(args, {
          keyOf: momentKey,
          read: (window) => readAudit(signed(context), given({ actorId, subjectId, act }), stretchOf(window)),
        }),
    },
    AuditEntryConnection,
  ),
}))
