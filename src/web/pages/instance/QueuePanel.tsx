import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import type { InstancePageFragment, QueuePlaceFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { LEAVE_QUEUE, OWN_QUEUE_CHANGES, OWN_QUEUE_PLACE, QUEUE_PLACE } from './documents.ts'

/** How many wait for a place, and where the viewer stands among them. */
export function QueuePanel({ instance }: { readonly instance: InstancePageFragment }) {
  const { t } = useTranslation('instances')
  const { data, refusal, reload } = usePanel(OWN_QUEUE_PLACE, {})
  useLive(OWN_QUEUE_CHANGES, {})
  const place = getFragmentData(QUEUE_PLACE, data?.viewer)?.queuePlace
  const own = place?.instance?.id === instance.id ? place : null
  if (!instance.hasQueue) return null
  return (
    <Panel title={t('queue.title')} refusal={refusal} onRetry={reload}>
      <Stack gap="sm" aria-live="polite">
        <Text size="sm">
          {instance.queueSize === 0 ? t('queue.empty') : t('queue.size', { count: instance.queueSize })}
        </Text>
        {own && <OwnPlace place={own} />}
      </Stack>
    </Panel>
  )
}

/** A time of today, to the second. */
const timeOf = (language: string, time: string) =>
  new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(new Date(time))

type Place = NonNullable<QueuePlaceFragment['queuePlace']>

function OwnPlace({ place: { position, keptUntil } }: { readonly place: Place }) {
  const { t, i18n } = useTranslation('instances')
  const leave = useAct(LEAVE_QUEUE)
  const title = keptUntil
    ? t('queue.kept', { time: timeOf(i18n.language, keptUntil) })
    : t('queue.place', { position: position ?? 1 })
  return (
    <Alert color={keptUntil ? 'green' : 'plaza'} variant="light" title={title}>
      <Text size="sm">{keptUntil ? t('queue.keptText') : t('queue.placeText')}</Text>
      <Group mt="xs">
        <Button size="xs" variant="default" loading={leave.isBusy} onClick={() => void leave.act({})}>
          {t('queue.leave')}
        </Button>
      </Group>
    </Alert>
  )
}
