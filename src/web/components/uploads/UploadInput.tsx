import { Group, Image, Input, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadPurpose } from '../../generated/graphql.ts'
import { ownUrl } from '../ownUrl.ts'
import { acceptedFor } from './accepted.ts'
import { FileChoice } from './FileChoice.tsx'
import { QueuedFiles } from './QueuedFiles.tsx'
import { useUploadQueue } from './useUploadQueue.ts'

interface UploadInputProps {
  readonly purpose: UploadPurpose
  readonly label: string
  readonly description?: string
  readonly required?: boolean
  /** The picture that the server has; null for none. */
  readonly pictureUrl?: string | null
  readonly error?: React.ReactNode
  /** Id of the upload that is to be used; empty for none. */
  readonly value?: string
  readonly onChange: (uploadId: string) => void
  /** By which the form finds the field. */
  readonly 'data-path'?: string
}

/** A field of a form that takes one file. It is sent when it is chosen, before the form, which waits for it. */
export function UploadInput({ purpose, value = '', onChange, pictureUrl = null, ...field }: UploadInputProps) {
  const { t } = useTranslation('uploads')
  const [sent, setSent] = useState<File | null>(null)
  const queue = useUploadQueue(purpose, async (uploadId, file) => {
    setSent(file)
    onChange(uploadId)
  })
  const choose = (files: readonly File[]) => {
    // Else the form would be sent with the file before, while this one is on its way.
    onChange('')
    queue.add(files)
  }
  const file = value === '' ? null : sent
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
          {shown && <Image src={ownUrl(shown)} alt="" w={96} h={64} radius="md" fit="cover" />}
          <FileChoice
            accept={acceptedFor(purpose)}
            onFiles={choose}
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
