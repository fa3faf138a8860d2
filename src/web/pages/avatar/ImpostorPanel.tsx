import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import type { AvatarImpostorFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { AVATAR_IMPOSTOR, DELETE_IMPOSTOR, ENQUEUE_IMPOSTOR, IMPOSTOR_CHANGES, IMPOSTOR_QUEUE } from './documents.ts'

interface ImpostorPanelProps {
  readonly avatar: FragmentType<typeof AVATAR_IMPOSTOR>
  /** Whether there is a bundle of which it can be made. */
  readonly canBuild: boolean
}

/** The simple stand-in of an avatar: whether there is one, and how far its making is. For whoever may change the avatar. */
export function ImpostorPanel({ avatar, canBuild }: ImpostorPanelProps) {
  const { t } = useTranslation(['avatars', 'common'])
  const { id, packages, impostorJob: job } = getFragmentData(AVATAR_IMPOSTOR, avatar)
  useLive(IMPOSTOR_CHANGES, { avatarId: id })
  const enqueue = useAct(ENQUEUE_IMPOSTOR)
  const removal = useAct(DELETE_IMPOSTOR)
  const input = { avatarId: id }
  const impostors = packages.filter(({ variant }) => variant === 'IMPOSTOR')
  const isOpen = job?.state === 'QUEUED' || job?.state === 'RUNNING'
  const remove = async () => {
    const question = { title: t('impostor.deleteTitle'), text: t('impostor.deleteText') }
    if (await askFirst({ ...question, confirm: t('impostor.delete'), cancel: t('common:cancel') }))
      await removal.act({ input })
  }
  return (
    <Panel title={t('impostor.title')} aside={job && <JobBadge job={job} />}>
      <Text size="sm" c="dimmed">
        {t('impostor.text')}
      </Text>
      <JobState job={job} count={impostors.length} />
      <Group gap="xs">
        {!isOpen && canBuild && (
          <Button size="xs" variant="light" loading={enqueue.isBusy} onClick={() => void enqueue.act({ input })}>
            {t(impostors.length > 0 ? 'impostor.again' : 'impostor.enqueue')}
          </Button>
        )}
        {(isOpen || impostors.length > 0) && (
          <Button size="xs" variant="subtle" color="red" loading={removal.isBusy} onClick={() => void remove()}>
            {t('impostor.delete')}
          </Button>
        )}
      </Group>
      {!canBuild && <Text size="sm">{t('impostor.noBundle')}</Text>}
    </Panel>
  )
}

type Job = AvatarImpostorFragment['impostorJob']

function JobBadge({ job: { state } }: { readonly job: NonNullable<Job> }) {
  const { t } = useTranslation('avatars')
  const color = state === 'FAILED' ? 'red.9' : 'plaza'
  return (
    <Badge variant={state === 'FAILED' ? 'filled' : 'light'} color={color}>
      {t(`impostor.states.${state}`)}
    </Badge>
  )
}

interface JobStateProps {
  readonly job: Job
  /** Number of platforms that have an impostor. */
  readonly count: number
}

function JobState({ job, count }: JobStateProps) {
  const { t } = useTranslation('avatars')
  const isOpen = job?.state === 'QUEUED' || job?.state === 'RUNNING'
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{count > 0 ? t('impostor.there', { count }) : t('impostor.none')}</Text>
      {isOpen && <QueueTime />}
      {job?.state === 'FAILED' && (
        <Alert color="red" variant="light" p="xs" title={t('impostor.failed')}>
          {job.error && (
            <Text size="sm" lang="en">
              {job.error}
            </Text>
          )}
        </Alert>
      )}
      {job && <Ago time={job.updatedAt} />}
    </Stack>
  )
}

const MINUTE = 60

/** About how long the making still takes. */
function QueueTime() {
  const { t } = useTranslation('avatars')
  const { data } = usePanel(IMPOSTOR_QUEUE, {})
  const seconds = data?.viewer?.impostorQueueSeconds ?? 0
  if (seconds === 0) return null
  return <Text size="sm">{t('impostor.wait', { count: Math.ceil(seconds / MINUTE) })}</Text>
}
