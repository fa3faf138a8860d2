import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePanel } from '../../graph/hooks.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { REPORT_OPTIONS } from './documents.ts'
import { ReportForm } from './ReportForm.tsx'

export interface ReportedSubject {
  /** A type of the report options of the graph. */
  readonly type: 'user' | 'world' | 'avatar' | 'group' | 'prop'
  readonly contentId: string
  /** As it is shown to the person who reports. */
  readonly name: string
}

interface ReportDialogProps extends ReportedSubject {
  readonly onClose: () => void
}

/** What is wrong, and thanks for telling. */
export function ReportDialog({ type, contentId, onClose }: ReportDialogProps) {
  const { t } = useTranslation('report')
  const { data, refusal, isLoading, reload } = usePanel(REPORT_OPTIONS, {})
  const [isDone, setDone] = useState(false)
  if (isDone) return <Thanks onClose={onClose} />
  const categories = data?.reportOptions.find((option) => option.type === type)?.categories ?? []
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (isLoading && !data) return <Skeleton h={180} aria-hidden />
  if (categories.length === 0) return <Text size="sm">{t('closed')}</Text>
  return (
    <ReportForm
      type={type}
      contentId={contentId}
      categories={categories}
      onDone={() => setDone(true)}
      onCancel={onClose}
    />
  )
}

function Thanks({ onClose }: Pick<ReportDialogProps, 'onClose'>) {
  const { t } = useTranslation('report')
  const { t: common } = useTranslation()
  return (
    <Stack role="status">
      <Group wrap="nowrap" gap="sm">
        <IconCircleCheck size={36} color="var(--mantine-color-green-7)" aria-hidden />
        <Stack gap={2}>
          <Text fw={600}>{t('thanks.title')}</Text>
          <Text size="sm">{t('thanks.text')}</Text>
        </Stack>
      </Group>
      <Group justify="flex-end">
        <Button autoFocus onClick={onClose}>
          {common('close')}
        </Button>
      </Group>
    </Stack>
  )
}
