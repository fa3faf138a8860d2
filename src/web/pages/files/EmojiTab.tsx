import { Paper, SegmentedControl, Stack, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_IMAGE_MEBIBYTES } from '../../components/uploads/accepted.ts'
import { UploadArea } from '../../components/uploads/UploadArea.tsx'
import type { ImageAnimationStyle, ImageMask } from '../../generated/graphql.ts'
import { AnimatedEmojiForm } from './AnimatedEmojiForm.tsx'
import { EmojiStyleFields } from './EmojiStyleFields.tsx'
import { FileGrid } from './FileGrid.tsx'
import { FILTERS, PURPOSES } from './kinds.ts'
import { type FilesOfKind, useFiles } from './useFiles.ts'

const SORTS = ['still', 'animated'] as const

/** Emoji: pictures, and sheets of frames that are played one after the other. */
export function EmojiTab() {
  const { t } = useTranslation('files')
  const [sort, setSort] = useState<(typeof SORTS)[number]>('still')
  const files = useFiles(FILTERS.emoji)
  const id = useId()
  return (
    <Stack gap="lg">
      <Paper component="section" aria-labelledby={id} withBorder p="md" radius="lg">
        <Stack gap="md">
          <Title order={2} size="h4" id={id}>
            {t('emoji.title')}
          </Title>
          <SegmentedControl
            aria-label={t('emoji.sort')}
            value={sort}
            data={SORTS.map((value) => ({ value, label: t(`emoji.sorts.${value}`) }))}
            onChange={(value) => setSort(SORTS.find((one) => one === value) ?? 'still')}
          />
          {sort === 'still' ? <StillEmojiForm files={files} /> : <AnimatedEmojiForm files={files} />}
        </Stack>
      </Paper>
      <FileGrid kind="emoji" files={files} />
    </Stack>
  )
}

/** Makes an emoji of each picture, all in the same style. */
function StillEmojiForm({ files }: { readonly files: FilesOfKind }) {
  const { t } = useTranslation('files')
  const [mask, setMask] = useState<ImageMask>('SQUARE')
  const [animationStyle, setAnimationStyle] = useState<ImageAnimationStyle | null>(null)
  return (
    <Stack gap="sm">
      <EmojiStyleFields
        mask={mask}
        animationStyle={animationStyle}
        onMask={setMask}
        onAnimationStyle={setAnimationStyle}
      />
      <UploadArea
        purpose={PURPOSES.emoji}
        label={t('choose')}
        hint={t('hints.emoji', { size: MOST_IMAGE_MEBIBYTES })}
        use={(uploadId) => files.upload({ uploadId, mask, ...(animationStyle && { animationStyle }) })}
      />
    </Stack>
  )
}
