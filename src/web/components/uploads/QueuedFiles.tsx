import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../formats.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import type { QueuedFile, UploadQueue } from './useUploadQueue.ts'

/** The files that are being sent, and those that failed. */
export const QueuedFiles = ({ queue }: { readonly queue: UploadQueue }) =>
  queue.files.length > 0 && (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {queue.files.map((queued) => (
        <QueuedFileRow key={queued.id} queued={queued} queue={queue} />
      ))}
    </Stack>
  )

interface QueuedFileRowProps {
  readonly queued: QueuedFile
  readonly queue: UploadQueue
}

function QueuedFileRow({ queued: { id, file, progress, refusal }, queue }: QueuedFileRowProps) {
  const { t, i18n } = useTranslation('uploads')
  return (
    <Stack component="li" gap={4}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" truncate>
          {file.name}{' '}
          <Text span size="xs" c="dimmed">
            {formatBytes(i18n.language, file.size)}
          </Text>
        </Text>
        {refusal && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('remove', { name: file.name })}
            onClick={() => queue.remove(id)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {refusal ? (
        <RefusalAlert refusal={refusal} onRetry={() => queue.retry(id)} />
      ) : (
        <Progress value={progress} aria-label={t('progress', { name: file.name })} />
      )}
    </Stack>
  )
}
