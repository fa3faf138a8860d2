import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_IMAGE_MEBIBYTES } from '../../components/uploads/accepted.ts'
import { UploadArea } from '../../components/uploads/UploadArea.tsx'
import type { ImageMask } from '../../generated/graphql.ts'
import { FileGrid } from './FileGrid.tsx'
import { FILTERS, PURPOSES } from './kinds.ts'
import { MASKS } from './styles.ts'
import { useFiles } from './useFiles.ts'

/** Stickers, which are cut to a shape. */
export function StickersTab() {
  const { t } = useTranslation('files')
  const [mask, setMask] = useState<ImageMask>('SQUARE')
  const files = useFiles(FILTERS.stickers)
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <NativeSelect
          label={t('fields.mask')}
          maw={240}
          value={mask}
          data={MASKS.map((value) => ({ value, label: t(`masks.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setMask(MASKS.find((one) => one === value) ?? 'SQUARE')}
        />
        <UploadArea
          purpose={PURPOSES.stickers}
          label={t('choose')}
          hint={t('hints.stickers', { size: MOST_IMAGE_MEBIBYTES })}
          use={(uploadId) => files.upload({ uploadId, mask })}
        />
      </Stack>
      <FileGrid kind="stickers" files={files} />
    </Stack>
  )
}
