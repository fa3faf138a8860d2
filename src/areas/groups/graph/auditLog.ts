import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { GroupAuditEntry as Row } from '../../../generated/prisma/client.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { userRef } from '../../users/graph/user.ts'
import { auditCondition, type GroupAuditFilter, visibleAuditData } from '../auditLog/auditLog.ts'
import { auditTypesOf } from '../auditLog/queries.ts'
import { hasPermission } from '../policy.ts'
import { GroupAuditEventType, isAuditEvent } from './enums.ts'
import { Group, loadGroup } from './group.ts'
import { createGroupListLoader, createThingLoader } from './loaders.ts'

const entriesById = createThingLoader<Row>(
  ({ db }, ids) => db.groupAuditEntry.findMany({ where: { id: { in: [...ids] } } }),
  (access) => hasPermission(access, 'group-audit-view'),
)

function eventTypeOf({ eventType }: Row): string {
  if (!isAuditEvent(eventType)) throw new Error(`'${eventType}' is no type of entries of audit logs of groups`)
  return eventType
}

const GroupAuditEntry = builder.objectRef<Row>('GroupAuditEntry')

builder.node(GroupAuditEntry, {
  description: 'An entry of the audit log of a group, kept for 365 days, which holders of AUDIT_VIEW see.',
  ...nodeBy(entriesById),
  fields: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    type: t.field({ type: GroupAuditEventType, description: 'What the entry tells.', resolve: eventTypeOf }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'Id of the person who did it; null after the account was erased.',
    }),
    actor: t.field(userRef('actorId', 'Person who did it; null for the platform and for erased accounts.')),
    targetId: t.exposeID('targetId', {
      nullable: true,
      description: 'Id of the person, role, post, gallery, group or location that it was done to.',
    }),
    targetUser: t.field(
      userRef('targetId', 'Person that it was done to; null for other targets, and after the account was erased.'),
    ),
    ...columns(t, 'GroupAuditEntry', {
      description: 'What was done, in words.',
      createdAt: 'Time of the act.',
    }),
    data: t.field({
      type: 'JSON',
      description:
        'Details: the values of what was created or deleted, and the old and new values of what was changed. Empty for notes that the viewer cannot read, and for posts, galleries and events that the viewer cannot see.',
      resolve: async (entry, _args, context) => {
        const { access } = await loadGroup(context, entry.groupId)
        return visibleAuditData(access, entry, context.viewerScope.viewer.id)
      },
    }),
  }),
})

const GroupAuditEntryConnection = builder.connectionObject({ type: GroupAuditEntry, name: 'GroupAuditEntryConnection' })

const GroupAuditFilterInput = builder.inputType('GroupAuditFilter', {
  description: 'Which entries of the audit log of a group to list. Conditions that are left out do not apply.',
  fields: (t) => ({
    types: t.field({ type: [GroupAuditEventType], description: 'Only entries of these types.' }),
    actorIds: t.idList({ description: 'Only acts of these people.' }),
    targetIds: t.idList({ description: 'Only acts upon these people, roles, posts, galleries or locations.' }),
    since: t.field({ type: 'DateTime', description: 'Only acts at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only acts before this time.' }),
  }),
})

/** Ids rise with time. */
const BY_LATEST_ENTRY = byText('id', 'descending')

const auditLogs = createGroupListLoader<Row, GroupAuditFilter>(
  async ({ db }, { accesses, filter }, page) => {
    const pages = accesses.map(({ group }) =>
      db.groupAuditEntry.findMany({
        where: { AND: [auditCondition(group.id, filter), ...keysetWhere(page, ['id'])] },
        orderBy: keysetOrder(page, ['id']),
        take: page.limit,
      }),
    )
    return (await Promise.all(pages)).flat()
  },
  ({ db }, { accesses, filter }) =>
    Promise.all(
      accesses.map(
        async ({ group: { id } }) =>
          [id, await db.groupAuditEntry.count({ where: auditCondition(id, filter) })] as const,
      ),
    ),
)

builder.objectFields(Group, (t) => ({
  auditLog: t.connection(
    {
      type: GroupAuditEntry,
      nullable: true,
      description: 'Audit log, latest first; null for everybody but holders of AUDIT_VIEW.',
      args: { filter: t.arg({ type: GroupAuditFilterInput, description: 'Which entries to list.' }) },
      resolve: ({ access }, { filter, ...args }, context) => {
        if (!hasPermission(access, 'group-audit-view')) return null
        const { types: eventTypes, ...rest } = omitNullish(filter ?? {})
        const given = { ...rest, ...(eventTypes && { eventTypes }) }
        return keysetConnection(args, {
          order: BY_LATEST_ENTRY,
          totalCount: () => auditLogs.count(context, access, given),
          read: (page) => auditLogs.page(context, access, given, page),
        })
      },
    },
    GroupAuditEntryConnection,
  ),
  auditLogTypes: t.field({
    type: [GroupAuditEventType],
    nullable: true,
    description: 'Types of entries that are in the audit log; null for everybody but holders of AUDIT_VIEW.',
    resolve: async ({ id, access }, _args, { viewerScope }) =>
      hasPermission(access, 'group-audit-view') ? (await auditTypesOf(viewerScope, id)).filter(isAuditEvent) : null,
  }),
}))
