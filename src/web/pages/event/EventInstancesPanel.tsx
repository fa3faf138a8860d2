import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Count } from '../../components/Count.tsx'
import { InstanceRow } from '../../components/instances/InstanceRow.tsx'
import { Panel } from '../../components/Panel.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { EVENT_INSTANCE_CHANGES, EVENT_INSTANCES, EVENT_INSTANCES_QUERY } from './documents.ts'

interface EventInstancesPanelProps {
  readonly eventId: string
  /** The group, if its instances can be followed. */
  readonly groupId: string | null
}

/** The open instances in which an event is held; nothing while there are none. */
export function EventInstancesPanel({ eventId, groupId }: EventInstancesPanelProps) {
  const { t } = useTranslation('calendar')
  const { data, refusal, reload } = usePanel(EVENT_INSTANCES_QUERY, { eventId })
  useLive(EVENT_INSTANCE_CHANGES, groupId ? { groupId, eventId } : null)
  const instances = getFragmentData(EVENT_INSTANCES, data?.calendarEvent)?.instances
  if (!refusal && !instances?.edges.length) return null
  return (
    <Panel
      title={t('instances.title')}
      aside={instances && <Count value={instances.totalCount} />}
      refusal={refusal}
      onRetry={reload}
    >
      <Stack component="ul" gap="md" className="plainList">
        {instances?.edges.map(({ node }) => (
          <li key={node.id}>
            <InstanceRow instance={node} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
