import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Count } from '../../components/Count.tsx'
import { InstanceRow } from '../../components/instances/InstanceRow.tsx'
import { Panel } from '../../components/Panel.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { WORLD_CHANGES, WORLD_INSTANCES, WORLD_PEOPLE } from './documents.ts'

/** The live instances of a world that the viewer may see, and which friends are in them. */
export function WorldPeoplePanel({ worldId }: { readonly worldId: string }) {
  const { t } = useTranslation('worlds')
  useLive(WORLD_CHANGES, { worldId })
  const { data, refusal, reload } = usePanel(WORLD_PEOPLE, { worldId })
  const world = getFragmentData(WORLD_INSTANCES, data?.world)
  const instances = world?.instances.edges
  return (
    <Panel
      title={t('people.title')}
      aside={world && <Count value={world.occupantCount} />}
      isLoading={!data && !refusal}
      refusal={refusal}
      onRetry={reload}
      empty={instances?.length === 0 && t('people.empty')}
    >
      <Stack component="ul" gap="md" className="plainList">
        {instances?.map(({ node }) => (
          <li key={node.id}>
            <InstanceRow instance={node} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
