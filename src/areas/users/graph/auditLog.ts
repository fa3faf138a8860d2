import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { AuditEntry as Row } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { STAFF_PERMISSIONS } from '../../../kernel/staff.ts'
import { countAuditLog, readAuditLog, readableEntries } from '../../audit/staffAct.ts'
import { findIdsByName } from '../queries.ts'
import { AuditAct, actsLike } from './auditActs.ts'
import { userRef } from './user.ts'

const auditEntriesById = createLoader<Row>(
  (scope, ids) => scope.db.auditEntry.findMany({ where: { AND: [{ id: { in: [...ids] } }, readableEntries(scope)] } }),
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
    actWords: t.stringList({
      description: 'Only acts whose name contains one of these words, such as `suspend`. With `acts`, both hold.',
    }),
    actorId: t.id({ description: 'Only acts of this admin.' }),
    subjectId: t.id({ description: 'Only acts upon this id or setting.' }),
    actor: t.string({ description: 'Only acts of the people with this id or name.' }),
    about: t.string({
      description: 'Only acts upon this id or setting, or upon the people with this name. With `actor`, both hold.',
    }),
    since: t.field({ type: 'DateTime', description: 'Only acts at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only acts before this time.' }),
  }),
})

type GivenFilter = ReturnType<typeof omitNullish<typeof AuditFilter.$inferInput>>

/** Names of people become their ids. */
async function withIds(scope: ViewerScope, { actor, about, actWords, ...filter }: GivenFilter) {
  const idsOf = async (text: string) => [text, ...(await findIdsByName(scope, text))]
  return {
    ...filter,
    ...(actWords && { acts: actsLike(actWords).filter((act) => filter.acts?.includes(act) ?? true) }),
    ...(actor !== undefined && { actorIds: await idsOf(actor) }),
    ...(about !== undefined && { subjectIds: await idsOf(about) }),
  }
}

builder.queryField('auditLog', (t) =>
  t.connection(
    {
      type: AuditEntry,
      ...forStaff(...STAFF_PERMISSIONS),
      description:
        'Audit log of admin acts, latest first. Staff only: with `OPERATIONS` all acts, otherwise those for which the viewer has a permission.',
      args: { filter: t.arg({ type: AuditFilter, description: 'Which entries to list.' }) },
      resolve: async (_root, { filter, ...args }, { viewerScope: scope }) => {
        const given = await withIds(scope, omitNullish(filter ?? {}))
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
