import { Grid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { WORLD, WORLD_DETAIL_CHANGES, WORLD_DETAILS } from './documents.ts'
import { PersistencePanel } from './PersistencePanel.tsx'
import { WorldFacts } from './WorldFacts.tsx'
import { WorldHead } from './WorldHead.tsx'
import { WorldPeoplePanel } from './WorldPeoplePanel.tsx'

/** A world: what it looks like, who is in it, and what one can do with it. */
export function WorldPage() {
  const { worldId } = useParams({ from: '/shell/worlds/$worldId' })
  const { data, refusal, reload } = usePanel(WORLD_DETAILS, { worldId })
  useLive(WORLD_DETAIL_CHANGES, data?.world ? { worldId } : null, ({ worldChanged }) => {
    if (!worldChanged.world) reload()
  })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !data.world) return <NotFoundPage />
  const world = getFragmentData(WORLD, data?.world)
  return (
    <Stack gap="md">
      <PageTitle>{world ? `${world.name} · Plaza` : 'Plaza'}</PageTitle>
      {world ? <WorldHead world={world} /> : <DetailSkeleton />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <WorldPeoplePanel worldId={worldId} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            {world && <WorldFacts world={world} />}
            <PersistencePanel worldId={worldId} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
