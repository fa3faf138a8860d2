import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { AuditEntry as Row } from '../../../generated/prisma/client.ts'
import { readAuditLog } from '../../audit/auditLog.ts'
import { userRef } from './user.ts'

export const AuditEntry = builder.objectRef<Row>('AuditEntry').implement({
  description: 'One act of an admin, or of the operator by the command line. Entries are never changed or deleted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the entry.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the act.' }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'Id of the admin who did it; null for the command line.',
    }),
    actor: t.field(userRef('actorId', 'Admin who did it; null for the command line and for erased accounts.')),
    act: t.exposeString('act', { description: 'Name of the operation, mutation or command.' }),
    subjectId: t.exposeID('subjectId', { description: 'Id, or name of the setting, that was acted upon.' }),
    reportId: t.exposeID('reportId', { nullable: true, description: 'Id of the report that led to it.' }),
    details: t.expose('details', { type: 'JSON', description: 'Further details: ids and numbers.' }),
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
      ...FOR_ADMINS,
      description: 'Audit log of admin acts, latest first. Admins only.',
      args: {
        actorId: t.arg.id({ description: 'Only acts of this admin.' }),
        subjectId: t.arg.id({ description: 'Only acts upon this id or setting.' }),
        act: t.arg.string({ description: 'Only acts of this name.' }),
      },
      resolve: (_root, { actorId, subjectId, act, ...args }, context) =>
        keysetConnection(args, {
          order: latestFirst(['at', 'id']),
          read: (page) => readAuditLog(context.viewerScope, omitNullish({ actorId, subjectId, act }), page),
        }),
    },
    AuditEntryConnection,
  ),
}))
