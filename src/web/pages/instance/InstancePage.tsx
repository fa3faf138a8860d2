import { Grid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { InstancePageFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { AboutPanel } from './AboutPanel.tsx'
import { INSTANCE, INSTANCE_AT, INSTANCE_BY_NAME, INSTANCE_CHANGES, OWN_QUEUE_PLACE } from './documents.ts'
import { HiddenInstance } from './HiddenInstance.tsx'
import { InstanceHead } from './InstanceHead.tsx'
import { InstancePeoplePanel, type PeopleCursor } from './InstancePeoplePanel.tsx'
import { ManagePanel } from './ManagePanel.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { useClosingTime } from './useClosingTime.ts'

/** An instance: where it is, who is in it, and what one can do there. Its address has its location or its short name. */
export function InstancePage() {
  const { instanceId } = useParams({ from: '/shell/instances/$instanceId' })
  const isLocation = instanceId.includes(':')
  const byLocation = usePanel(INSTANCE_AT, { location: instanceId }, { skip: !isLocation })
  const byName = usePanel(INSTANCE_BY_NAME, { shortName: instanceId }, { skip: isLocation })
  usePanel(OWN_QUEUE_PLACE, {})
  const { data, refusal, reload, fetchMore } = isLocation ? byLocation : byName
  const instance = getFragmentData(INSTANCE, data?.instance)
  useLive(INSTANCE_CHANGES, instance ? { location: instance.id } : null, ({ instanceChanged }) => {
    if (!instanceChanged.instance) reload()
  })
  useClosingTime(instance?.closedAt ?? null, reload)
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !instance) return <NotFoundPage />
  if (!instance) return <DetailSkeleton />
  if (!instance.shortName) return <HiddenInstance instance={instance} />
  return <VisibleInstance instance={instance} fetchMore={fetchMore} />
}

interface VisibleInstanceProps {
  readonly instance: InstancePageFragment
  /** Reads a further page of occupants or friends. */
  readonly fetchMore: (after: PeopleCursor) => Promise<void>
}

const VisibleInstance = ({ instance, fetchMore }: VisibleInstanceProps) => (
  <Stack gap="md">
    <PageTitle>{`${instance.displayName ?? instance.world.name} · Plaza`}</PageTitle>
    <InstanceHead instance={instance} />
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <InstancePeoplePanel instance={instance} onMore={fetchMore} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <QueuePanel instance={instance} />
          <AboutPanel instance={instance} />
          {instance.viewerCanClose && <ManagePanel instance={instance} />}
        </Stack>
      </Grid.Col>
    </Grid>
  </Stack>
)
