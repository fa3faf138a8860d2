import { Paper, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadPurpose } from '../../generated/graphql.ts'
import { acceptedFor } from './accepted.ts'
import { FileChoice } from './FileChoice.tsx'
import { QueuedFiles } from './QueuedFiles.tsx'
import { type UploadQueue, type UseOfUpload, useUploadQueue } from './useUploadQueue.ts'

interface UploadAreaProps {
  readonly purpose: UploadPurpose
  /** What the button says. */
  readonly label: string
  /** Which files, and how large. */
  readonly hint: string
  /** Makes use of each upload. Throws a Refusal. */
  readonly use: UseOfUpload
}

/** Takes files by drag and drop, or by the file dialog, and sends them one after the other. */
export function UploadArea({ purpose, label, hint, use }: UploadAreaProps) {
  const { t } = useTranslation('uploads')
  const queue = useUploadQueue(purpose, use)
  const { isOver, handlers } = useDrop(queue.add)
  return (
    <Stack gap="sm">
      <Paper
        p="md"
        radius="md"
        {...handlers}
        bg={isOver ? 'var(--mantine-primary-color-light)' : 'var(--mantine-color-default-hover)'}
        style={{ border: '1px dashed var(--mantine-color-default-border)' }}
      >
        <Stack align="center" gap={6}>
          <IconUpload size={24} stroke={1.4} aria-hidden />
          <Text size="sm" ta="center">
            {t('drop')}
          </Text>
          <FileChoice accept={acceptedFor(purpose)} multiple onFiles={queue.add}>
            {label}
          </FileChoice>
          <Text size="xs" c="dimmed" ta="center">
            {hint}
          </Text>
        </Stack>
      </Paper>
      <UploadStatus queue={queue} />
      <QueuedFiles queue={queue} />
    </Stack>
  )
}

/** How far the files are that were dropped together. */
function UploadStatus({ queue: { files, doneCount } }: { readonly queue: UploadQueue }) {
  const { t } = useTranslation('uploads')
  const waiting = files.filter(({ refusal }) => refusal === null).length
  const refused = files.length - waiting
  const parts = [
    ...(waiting > 0 ? [t('status.waiting', { count: waiting })] : []),
    ...(doneCount > 0 ? [t('status.done', { count: doneCount })] : []),
    ...(refused > 0 ? [t('status.refused', { count: refused })] : []),
  ]
  return (
    <Text size="sm" c="dimmed" role="status">
      {parts.join(' · ')}
    </Text>
  )
}

/** Takes files that are dropped on an element. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    // It is also sent where the pointer goes on to a part of the element.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  return { isOver, handlers: { onDragOver: over, onDragLeave: leave, onDrop: drop } }
}
