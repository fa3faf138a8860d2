import type { groupRows } from '../../../contract/groups.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf, splitList } from '../../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { readGroupAuditLog, readGroupAuditTypes } from '../auditLog/auditLog.ts'
import { createGroup } from '../group/create.ts'
import { deleteGroup } from '../group/delete.ts'
import { readGroup } from '../group/groups.ts'
import { searchGroups } from '../group/search.ts'
import { updateGroup } from '../group/update.ts'
import { readTransferability } from '../transfer/requirements.ts'
import { cancelGroupTransfer, offerOrAcceptGroup } from '../transfer/transfer.ts'
import { auditPageWire } from '../wire/auditLog.ts'
import { groupWire, limitedGroupWire } from '../wire/group.ts'
import { roleTemplatesWire } from '../wire/role.ts'

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export const groupRecordsRest: Handlers<typeof groupRows, ScopeByAccess> = {
  searchGroups: async (scope, { query }) =>
    limitedGroupWire.texts(scope, await searchGroups(scope, { text: query.query ?? '' }, pageOf(query))),
  strictSearchGroups: async (scope, { query }) =>
    limitedGroupWire.texts(
      scope,
      await searchGroups(scope, { text: query.query ?? '', isStrict: true }, pageOf(query)),
    ),
  createGroup: async (scope, { body }) => groupWire.text(scope, await readGroup(scope, await createGroup(scope, body))),
  getGroupRoleTemplates: () => roleTemplatesWire(),
  getGroup: async (scope, { groupId, query }) =>
    groupWire.text(scope, await readGroup(scope, groupId, { includeRoles: query.includeRoles ?? false })),
  updateGroup: async (scope, { groupId, body }) => {
    await updateGroup(scope, groupId, body ?? {})
    return groupWire.text(scope, await readGroup(scope, groupId))
  },
  deleteGroup: async (scope, { groupId, query }) => {
    await deleteGroup(scope, groupId, query)
    return successResponse('Group deleted!')
  },
  getGroupTransferability: async (scope, { groupId, query }) => ({
    requirements: await readTransferability(scope, groupId, query.transferTargetId),
  }),
  initiateOrAcceptGroupTransfer: async (scope, { groupId, body }) =>
    successResponse(`Group transfer ${await offerOrAcceptGroup(scope, groupId, body?.transferTargetId)}.`),
  cancelGroupTransfer: async (scope, { groupId }) => {
    await cancelGroupTransfer(scope, groupId)
    return successResponse('Group transfer cancelled.')
  },
  getGroupAuditLogEntryTypes: (scope, { groupId }) => readGroupAuditTypes(scope, groupId),
  getGroupAuditLogs: async (scope, { groupId, query }) => {
    const filter = {
      actorIds: splitList(query.actorIds),
      eventTypes: splitList(query.eventTypes),
      targetIds: splitList(query.targetIds),
      since: dateOf(query.startDate),
      until: dateOf(query.endDate),
    }
    return auditPageWire(await readGroupAuditLog(scope, groupId, filter, pageOf(query)))
  },
}
