import { Box, Button, FileButton, Group, Image, Progress, Stack, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { ownUrl } from '../../../components/ownUrl.ts'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { UploadPurpose } from '../../../generated/graphql.ts'
import { Refusal, refusalOf } from '../../../graph/refusal.ts'
import { useUpload } from '../../../graph/useUpload.ts'

const TYPES = 'image/png,image/jpeg,image/webp,image/gif'
const MEBIBYTE = 1_048_576
const MOST_MEBIBYTES = 20

interface PictureRowProps {
  readonly kind: 'icon' | 'picture'
  readonly purpose: UploadPurpose
  /** Null for none. */
  readonly url: string | null
  /** Makes an upload the picture. Throws a Refusal. */
  readonly use: (uploadId: string) => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

/** One picture of the profile, with what can be done with it. */
export function PictureRow({ kind, purpose, url, use, remove }: PictureRowProps) {
  const { t } = useTranslation(['settings', 'common'])
  const { upload, progress } = useUpload()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = async (file: File | null) => {
    if (!file) return
    setRefusal(null)
    setBusy(true)
    try {
      assertSize(file)
      await use(await upload(file, purpose))
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  const ask = async () => {
    const texts = { title: t(`pictures.${kind}.removeTitle`), text: t('pictures.removeText') }
    if (await askFirst({ ...texts, confirm: t('pictures.remove'), cancel: t('common:cancel') })) await remove()
  }
  return (
    <Stack gap="xs">
      <Group align="center" gap="md" wrap="nowrap">
        <Preview kind={kind} url={url} />
        <Stack gap={6} flex={1} miw={0}>
          <Text fw={600} size="sm">
            {t(`pictures.${kind}.label`)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`pictures.${kind}.hint`, { size: MOST_MEBIBYTES })}
          </Text>
          <PictureActs
            kind={kind}
            isSet={url !== null}
            isBusy={isBusy}
            onFile={(file) => void change(file)}
            onRemove={() => void ask()}
          />
        </Stack>
      </Group>
      {progress !== null && <Progress value={progress} aria-label={t('pictures.progress')} />}
      {refusal && <RefusalAlert refusal={refusal} />}
    </Stack>
  )
}

interface PictureActsProps {
  readonly kind: 'icon' | 'picture'
  readonly isSet: boolean
  readonly isBusy: boolean
  readonly onFile: (file: File | null) => void
  readonly onRemove: () => void
}

function PictureActs({ kind, isSet, isBusy, onFile, onRemove }: PictureActsProps) {
  const { t } = useTranslation('settings')
  const reset = useRef<() => void>(null)
  // Else the same file could not be chosen again.
  const choose = (file: File | null) => {
    onFile(file)
    reset.current?.()
  }
  return (
    <Group gap="xs">
      <FileButton accept={TYPES} resetRef={reset} onChange={choose}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            loading={isBusy}
            aria-label={isSet ? t(`pictures.${kind}.change`) : t(`pictures.${kind}.add`)}
          >
            {isSet ? t('pictures.change') : t('pictures.add')}
          </Button>
        )}
      </FileButton>
      {isSet && (
        <Button size="xs" variant="subtle" color="red" aria-label={t(`pictures.${kind}.remove`)} onClick={onRemove}>
          {t('pictures.remove')}
        </Button>
      )}
    </Group>
  )
}

function assertSize(file: File): void {
  const issue = { path: ['input', 'sizeInBytes'], reason: 'TOO_LARGE', max: MOST_MEBIBYTES * MEBIBYTE }
  if (file.size > MOST_MEBIBYTES * MEBIBYTE)
    throw new Refusal('the file is too large', { code: 'BAD_INPUT', reason: 'FILE_TOO_LARGE', issues: [issue] })
}

const SIZES = { icon: { w: 72, h: 72 }, picture: { w: 96, h: 72 } }

function Preview({ kind, url }: Pick<PictureRowProps, 'kind' | 'url'>) {
  const size = SIZES[kind]
  const radius = kind === 'icon' ? '50%' : 'md'
  if (url) return <Image src={ownUrl(url)} alt="" radius={radius} flex="none" {...size} />
  return (
    <Box
      {...size}
      flex="none"
      bg="var(--mantine-color-default-hover)"
      style={{
        borderRadius: kind === 'icon' ? '50%' : 'var(--mantine-radius-md)',
        display: 'grid',
        placeItems: 'center',
      }}
    >
      <IconPhoto size={24} stroke={1.4} aria-hidden color="var(--mantine-color-dimmed)" />
    </Box>
  )
}
