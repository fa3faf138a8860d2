import { Box, Button, Group, Image, Stack, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { UploadPurpose } from '../../generated/graphql.ts'
import { askFirst } from '../askFirst.tsx'
import { ownUrl } from '../ownUrl.ts'
import { acceptedFor, MOST_IMAGE_MEBIBYTES } from './accepted.ts'
import { FileChoice } from './FileChoice.tsx'
import { QueuedFiles } from './QueuedFiles.tsx'
import { useUploadQueue } from './useUploadQueue.ts'

interface PictureFieldProps {
  readonly label: string
  /** Where it is shown. */
  readonly hint: string
  readonly shape: 'round' | 'wide'
  readonly purpose: UploadPurpose
  /** Null for none. */
  readonly url: string | null
  /** Makes an upload the picture. Throws a Refusal. */
  readonly use: (uploadId: string) => Promise<unknown>
  /** Without it the picture can only be replaced. */
  readonly remove?: () => Promise<unknown>
  /** What is said before it is removed. */
  readonly removeText?: string
}

/** A picture that is there for itself: it changes as soon as another one is chosen. */
export function PictureField({ label, hint, shape, purpose, url, use, remove, removeText = '' }: PictureFieldProps) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue(purpose, use)
  const ask = async () => {
    const texts = { title: t('picture.removeTitle', { label }), text: removeText }
    if (await askFirst({ ...texts, confirm: t('picture.remove'), cancel: t('common:cancel') })) await remove?.()
  }
  return (
    <Stack gap="xs">
      <Group align="center" gap="md" wrap="nowrap">
        <Preview shape={shape} url={url} />
        <Stack gap={6} flex={1} miw={0}>
          <Text fw={600} size="sm">
            {label}
          </Text>
          <Text size="xs" c="dimmed">
            {hint} {t('picture.most', { size: MOST_IMAGE_MEBIBYTES })}
          </Text>
          <Group gap="xs">
            <FileChoice
              accept={acceptedFor(purpose)}
              onFiles={queue.add}
              loading={queue.isBusy}
              aria-label={url ? t('change', { label }) : t('choose', { label })}
            >
              {url ? t('picture.change') : t('chooseFile')}
            </FileChoice>
            {url && remove && (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={t('remove', { name: label })}
                onClick={() => void ask()}
              >
                {t('picture.remove')}
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
      <QueuedFiles queue={queue} />
    </Stack>
  )
}

const SIZES = { round: { w: 72, h: 72 }, wide: { w: 96, h: 72 } }

function Preview({ shape, url }: Pick<PictureFieldProps, 'shape' | 'url'>) {
  const radius = shape === 'round' ? '50%' : 'md'
  if (url) return <Image src={ownUrl(url)} alt="" radius={radius} flex="none" {...SIZES[shape]} />
  return (
    <Box
      {...SIZES[shape]}
      flex="none"
      bg="var(--mantine-color-default-hover)"
      style={{
        borderRadius: shape === 'round' ? '50%' : 'var(--mantine-radius-md)',
        display: 'grid',
        placeItems: 'center',
      }}
    >
      <IconPhoto size={24} stroke={1.4} aria-hidden color="var(--mantine-color-dimmed)" />
    </Box>
  )
}
