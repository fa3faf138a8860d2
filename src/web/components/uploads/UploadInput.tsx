import { Group, Image, Input, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadPurpose } from '../../generated/graphql.ts'
import { ownUrl } from '../ownUrl.ts'
import { acceptedFor } from './accepted.ts'
import { FileChoice } from './FileChoice.tsx'
import { QueuedFiles } from './QueuedFiles.tsx'
import { useUploadQueue } from './useUploadQueue.ts'

export interface UploadInputProps {
  readonly purpose: UploadPurpose
  readonly label: string
  readonly description?: string
  readonly required?: boolean
  /** The picture that the server has; null for none. */
  readonly pictureUrl?: string | null
  readonly error?: React.ReactNode
  /** What the form holds of the file: the id of the upload, or what `toValue` makes of it; empty for none. */
  readonly value?: string
  readonly onChange: (value: string) => void
  /** Makes the value of the field of an upload. Throws a Refusal. */
  readonly toValue?: (uploadId: string) => Promise<string>
  /** Whether the picture is shown as a square. */
  readonly isSquare?: boolean
  /** By which the form finds the field. */
  readonly 'data-path'?: string
}

/** A file that has arrived, and the value that stands for it. */
interface SentFile {
  readonly value: string
  readonly file: File
}

/**
 * A field of a form that takes one file. It is sent when it is chosen, before the form, which waits for it. Until it has
 * arrived the field keeps what it had.
 */
export function UploadInput({ purpose, value = '', onChange, pictureUrl = null, ...field }: UploadInputProps) {
  const { t } = useTranslation('uploads')
  const [sent, setSent] = useState<SentFile | null>(null)
  const queue = useUploadQueue(purpose, async (uploadId, arrived) => {
    const made = (await field.toValue?.(uploadId)) ?? uploadId
    setSent({ value: made, file: arrived })
    onChange(made)
  })
  // Else the form has gone back to what it was.
  const file = sent?.value === value ? sent.file : null
  const shown = usePicture(file) ?? pictureUrl
  return (
    <Input.Wrapper
      label={field.label}
      description={field.description}
      error={field.error}
      withAsterisk={field.required ?? false}
      labelElement="div"
      data-sending={queue.isBusy}
    >
      <Stack gap="xs" mt={4}>
        <Group gap="sm">
          {shown && <Image src={ownUrl(shown)} alt="" w={96} h={field.isSquare ? 96 : 64} radius="md" fit="cover" />}
          <FileChoice
            accept={acceptedFor(purpose)}
            onFiles={queue.add}
            loading={queue.isBusy}
            aria-label={t('choose', { label: field.label })}
            aria-invalid={Boolean(field.error)}
            data-path={field['data-path']}
          >
            {t('chooseFile')}
          </FileChoice>
          {file && (
            <Text size="sm" truncate>
              {file.name}
            </Text>
          )}
        </Group>
        <QueuedFiles queue={queue} />
      </Stack>
    </Input.Wrapper>
  )
}

/** An address that shows a picture of this computer; null for other files. */
function usePicture(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
