import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../formats.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { useStorage } from './useStorage.ts'
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
        <>
          <RefusalAlert refusal={refusal} onRetry={() => queue.retry(id)} />
          {refusal.reason === 'STORAGE_FULL' && <StorageLeft />}
        </>
      ) : (
        <Progress value={progress} aria-label={t('progress', { name: file.name })} />
      )}
    </Stack>
  )
}

/** How much a file may still have, after one was refused for its size. */
function StorageLeft() {
  const { t, i18n } = useTranslation('uploads')
  const { leftBytes } = useStorage()
  if (leftBytes === null) return null
  return <Text size="sm">{t('left', { size: formatBytes(i18n.language, leftBytes) })}</Text>
}
