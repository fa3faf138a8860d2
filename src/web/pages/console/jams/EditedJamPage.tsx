import { Button, Grid, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { useReadAtPhases } from '../../../components/jams/dates.ts'
import { NotFoundPage } from '../../../components/NotFoundPage.tsx'
import { PageTitle } from '../../../components/PageTitle.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import type { JamPageFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { JAM, JAM_ENTRY_LIST } from '../../jam/documents.ts'
import { EntriesPanel } from '../../jam/EntriesPanel.tsx'
import { HeadSkeleton, JamHead } from '../../jam/JamHead.tsx'
import { SchedulePanel } from '../../jam/SchedulePanel.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CLOSE_JAM, CONSOLE_EDITED_JAM, CONSOLE_JAM, CONSOLE_WINNER_CHOICES, DELETE_JAM } from './documents.ts'
import { JamForm } from './JamForm.tsx'
import { WinnersForm } from './WinnersForm.tsx'

/** A jam as the staff holds it: its plan, its entries, which are rated here, and its winners. */
export function EditedJamPage() {
  const { t } = useTranslation('console')
  const { jamId } = useParams({ from: '/shell/console/jams/$jamId' })
  const { data, refusal, reload } = usePanel(CONSOLE_JAM, { jamId })
  const entries = usePanel(JAM_ENTRY_LIST, { jamId })
  const choices = usePanel(CONSOLE_WINNER_CHOICES, { jamId })
  const readAgain = () => {
    for (const panel of [{ reload }, entries, choices]) panel.reload()
  }
  useRepeatedly(readAgain)
  const edited = getFragmentData(CONSOLE_EDITED_JAM, data?.jam)
  const jam = getFragmentData(JAM, edited)
  useReadAtPhases(jam ? [jam] : [], readAgain)
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <HeadSkeleton />
  if (!data.jam || !edited || !jam) return <NotFoundPage />
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle', { page: jam.title })}</PageTitle>
      <JamHead jam={jam} />
      <Acts jam={jam} entryCount={data.jam.submissions.totalCount} onChange={readAgain} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <JamForm key={jam.id} jam={edited} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <SchedulePanel jam={jam} />
        </Grid.Col>
      </Grid>
      <WinnersForm key={`winners ${jam.id}`} jam={data.jam} state={jam.state} read={choices} onChange={readAgain} />
      <EntriesPanel
        jam={entries.data?.jam}
        refusal={entries.data ? null : entries.refusal}
        onRetry={entries.reload}
        onMore={(more) => entries.fetchMore({ jamId, more })}
      />
    </Stack>
  )
}

interface ActsProps {
  readonly jam: JamPageFragment
  readonly entryCount: number
  readonly onChange: () => void
}

/** What ends a jam: one with entries is closed, and one without can be deleted. */
function Acts({ jam: { id, title, state }, entryCount, onChange }: ActsProps) {
  const { t } = useTranslation(['staffJams', 'common'])
  const navigate = useNavigate()
  const closing = useAct(CLOSE_JAM)
  const deletion = useAct(DELETE_JAM)
  const ask = (act: 'close' | 'delete') =>
    askFirst({
      title: t(`staffJams:${act}.title`, { title }),
      text: t(`staffJams:${act}.text`),
      confirm: t(`staffJams:${act}.confirm`),
      cancel: t('common:cancel'),
    })
  const close = async () => {
    if ((await ask('close')) && (await closing.act({ input: { jamId: id } }))) onChange()
  }
  const remove = async () => {
    if (!((await ask('delete')) && (await deletion.act({ input: { jamId: id } })))) return
    notifications.show({ message: t('staffJams:delete.done', { title }) })
    await navigate({ to: '/console/jams' })
  }
  return (
    <Group gap="xs">
      <RouteButton to="/jams/$jamId" params={{ jamId: id }} variant="default">
        {t('staffJams:publicPage')}
      </RouteButton>
      {state !== 'CLOSED' && (
        <Button variant="default" loading={closing.isBusy} onClick={() => void close()}>
          {t('staffJams:close.act')}
        </Button>
      )}
      {entryCount === 0 && (
        <Button variant="default" loading={deletion.isBusy} onClick={() => void remove()}>
          {t('staffJams:delete.act')}
        </Button>
      )}
    </Group>
  )
}
