import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MOST_IMAGE_MEBIBYTES } from '../../components/uploads/accepted.ts'
import { UploadArea } from '../../components/uploads/UploadArea.tsx'
import { FileGrid } from './FileGrid.tsx'
import { FILTERS, PURPOSES } from './kinds.ts'
import { useFiles } from './useFiles.ts'

interface PicturesTabProps {
  readonly kind: 'gallery' | 'icons'
}

/** Pictures that need nothing but themselves. */
export function PicturesTab({ kind }: PicturesTabProps) {
  const { t } = useTranslation('files')
  const files = useFiles(FILTERS[kind])
  return (
    <Stack gap="lg">
      <UploadArea
        purpose={PURPOSES[kind]}
        label={t('choose')}
        hint={t(`hints.${kind}`, { size: MOST_IMAGE_MEBIBYTES })}
        use={(uploadId) => files.upload({ uploadId })}
      />
      <FileGrid kind={kind} files={files} />
    </Stack>
  )
}
