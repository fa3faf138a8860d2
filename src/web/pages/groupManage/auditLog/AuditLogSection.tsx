import { Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../components/ListPanel.tsx'
import type { GroupAuditFilter } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import type { ManageSearch, ManageSectionProps } from '../search.ts'
import { AuditEntryRow } from './AuditEntryRow.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AUDIT_ENTRY, AUDIT_LOG, AUDIT_LOG_CHANGES, AUDIT_LOG_QUERY } from './documents.ts'

/** Midnight at the begin of a day, such as 2026-11-30, in the zone of the person; `later` days after it. ISO 8601. */
function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

const filterOf = ({ types, actor, from, to }: ManageSearch): GroupAuditFilter => ({
  ...(types && { types: [...types] }),
  ...(actor && { actorIds: [actor] }),
  ...(from && { since: startOf(from) }),
  ...(to && { until: startOf(to, 1) }),
})

/** Who has done what in the group. */
export function AuditLogSection({ groupId, isAllowed }: ManageSectionProps) {
  const { t } = useTranslation('groupManage')
  const search = useSearch({ from: '/shell/groups/$groupId/manage/$section' })
  const filter = filterOf(search)
  const { data, refusal, reload, fetchMore } = usePanel(AUDIT_LOG_QUERY, { groupId, filter })
  useLive(AUDIT_LOG_CHANGES, isAllowed ? { groupId, filter } : null)
  const group = getFragmentData(AUDIT_LOG, data?.group)
  const entries = getFragmentData(AUDIT_ENTRY, group?.auditLog?.edges.map(({ node }) => node) ?? [])
  const roles = data?.group?.roles?.edges.map(({ node }) => node) ?? []
  return (
    <>
      <AuditFilters search={search} known={group?.auditLogTypes ?? []} />
      <ListPanel
        title={t('audit.title')}
        list={group?.auditLog}
        refusal={group ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ groupId, filter, more })}
        empty={t('audit.noMatch')}
      >
        <Stack component="ol" className="plainList" gap="md">
          {entries.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} roles={roles} />
          ))}
        </Stack>
      </ListPanel>
    </>
  )
}
