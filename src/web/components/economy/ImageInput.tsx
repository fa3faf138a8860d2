import { Group, Image, Input, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { ownUrl } from '../ownUrl.ts'
import { acceptedFor } from '../uploads/accepted.ts'
import { FileChoice } from '../uploads/FileChoice.tsx'
import { QueuedFiles } from '../uploads/QueuedFiles.tsx'
import { useUploadQueue } from '../uploads/useUploadQueue.ts'

const UPLOAD_IMAGE = graphql(`
  mutation UploadCatalogueImage($input: UploadImageInput!) {
    uploadImage(input: $input) {
      file {
        id
        url
      }
    }
  }
`)

interface ImageInputProps {
  readonly label: string
  readonly description: string
  readonly required?: boolean
  /** The picture that the server has; null for none. */
  readonly pictureUrl: string | null
  /** Calls back with the id of a file. */
  readonly onChange: (fileId: string) => void
  readonly error?: React.ReactNode
  /** By which the form finds the field. */
  readonly 'data-path'?: string
}

/** A field of a form for a picture of what is sold, which becomes a file of the person as soon as it is chosen. */
export function ImageInput({ pictureUrl, onChange, ...field }: ImageInputProps) {
  const { t } = useTranslation('uploads')
  const upload = useAct(UPLOAD_IMAGE)
  const [sentUrl, setSentUrl] = useState<string | null>(null)
  const queue = useUploadQueue('PRODUCT', async (uploadId) => {
    const { file } = (await upload.attempt({ input: { uploadId, purpose: 'PRODUCT' } })).uploadImage
    setSentUrl(file.url ?? null)
    onChange(file.id)
  })
  const shown = sentUrl ?? pictureUrl
  return (
    <Input.Wrapper
      label={field.label}
      description={field.description}
      error={field.error}
      withAsterisk={field.required ?? false}
      labelElement="div"
    >
      <Stack gap="xs" mt={4}>
        <Group gap="sm">
          {shown && <Image src={ownUrl(shown)} alt="" w={96} h={96} radius="md" fit="cover" />}
          <FileChoice
            accept={acceptedFor('PRODUCT')}
            onFiles={queue.add}
            loading={queue.isBusy}
            aria-label={t('choose', { label: field.label })}
            aria-invalid={Boolean(field.error)}
            data-path={field['data-path']}
          >
            {t('chooseFile')}
          </FileChoice>
        </Group>
        <QueuedFiles queue={queue} />
      </Stack>
    </Input.Wrapper>
  )
}
