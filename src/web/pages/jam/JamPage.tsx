import { Grid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useReadAtPhases } from '../../components/jams/dates.ts'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { JamDetailsQuery } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { JAM, JAM_CHANGES, JAM_DETAILS, JAM_ENTRY_LIST } from './documents.ts'
import { EntriesPanel } from './EntriesPanel.tsx'
import { HeadSkeleton, JamHead } from './JamHead.tsx'
import { OwnEntriesPanel } from './OwnEntriesPanel.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'
import { WinnersPanel } from './WinnersPanel.tsx'

/** A jam: what it is about, when what happens, the entries, and who has won. */
export function JamPage() {
  const { jamId } = useParams({ from: '/shell/jams/$jamId' })
  const { data, refusal, reload } = usePanel(JAM_DETAILS, { jamId })
  const entries = usePanel(JAM_ENTRY_LIST, { jamId })
  const reloadAll = () => {
    reload()
    entries.reload()
  }
  useLive(JAM_CHANGES, data?.jam ? { jamId } : null, ({ jamChanged }) => {
    if (!jamChanged.jam) reload()
  })
  const phases = getFragmentData(JAM, data?.jam)
  useReadAtPhases(phases ? [phases] : [], reloadAll)
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !data.jam) return <NotFoundPage />
  return (
    <Stack gap="md">
      {data?.jam ? <JamParts jam={data.jam} /> : <HeadSkeleton />}
      <EntriesPanel
        jam={entries.data?.jam}
        refusal={entries.refusal}
        onRetry={entries.reload}
        onMore={(more) => entries.fetchMore({ jamId, more })}
      />
    </Stack>
  )
}

/** What is read of a jam at once. */
function JamParts({ jam }: { readonly jam: NonNullable<JamDetailsQuery['jam']> }) {
  const page = getFragmentData(JAM, jam)
  return (
    <>
      <PageTitle>{`${page.title} · Plaza`}</PageTitle>
      <JamHead jam={page} />
      <WinnersPanel jam={jam} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <OwnEntriesPanel jam={jam} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <SchedulePanel jam={page} />
        </Grid.Col>
      </Grid>
    </>
  )
}
