import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { AuditEntry as Row } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { countAuditLog, readAuditLog } from '../../audit/adminAct.ts'
import { AuditAct } from './auditActs.ts'
import { userRef } from './user.ts'

const auditEntriesById = createLoader<Row>(
  async (scope, ids) => (isAdmin(scope) ? scope.db.auditEntry.findMany({ where: { id: { in: [...ids] } } }) : []),
  ({ id }) => id,
)

/** The reports area adds the subject and the report. */
export const AuditEntry = builder.objectRef<Row>('AuditEntry')

builder.node(AuditEntry, {
  description:
    'One act of an admin, or of the operator by the command line, which admins see. Entries are never changed or deleted.',
  ...nodeBy(auditEntriesById),
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the act.' }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'Id of the admin who did it; null for the command line.',
    }),
    actor: t.field(userRef('actorId', 'Admin who did it; null for the command line and for erased accounts.')),
    act: t.expose('act', { type: AuditAct, description: 'What was done.' }),
    subjectId: t.exposeID('subjectId', { description: 'Id, or name of the setting, that was acted upon.' }),
    reportId: t.exposeID('reportId', {
      nullable: true,
      description: 'Id of the report that led to it; null for none.',
    }),
    details: t.expose('details', { type: 'JSON', description: 'Further details: ids and numbers.' }),
  }),
})

export const AuditEntryConnection = builder.connectionObject({ type: AuditEntry, name: 'AuditEntryConnection' })

const AuditFilter = builder.inputType('AuditFilter', {
  description: 'Which entries of the audit log to list. Conditions that are left out do not apply.',
  fields: (t) => ({
    acts: t.field({ type: [AuditAct], description: 'Only these acts.' }),
    actorId: t.id({ description: 'Only acts of this admin.' }),
    subjectId: t.id({ description: 'Only acts upon this id or setting.' }),
    since: t.field({ type: 'DateTime', description: 'Only acts at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only acts before this time.' }),
  }),
})

builder.queryField('auditLog', (t) =>
  t.connection(
    {
      type: AuditEntry,
      ...FOR_ADMINS,
      description: 'Audit log of admin acts, latest first. Admins only.',
      args: { filter: t.arg({ type: AuditFilter, description: 'Which entries to list.' }) },
      resolve: (_root, { filter, ...args }, { viewerScope: scope }) => {
        const given = omitNullish(filter ?? {})
        return keysetConnection(args, {
          order: latestFirst(['at', 'id']),
          totalCount: () => countAuditLog(scope, given),
          read: (page) => readAuditLog(scope, given, page),
        })
      },
    },
    AuditEntryConnection,
  ),
)
