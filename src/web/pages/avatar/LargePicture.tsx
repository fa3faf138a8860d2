import { ActionIcon, Group, Image, Modal, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'

interface LargePictureProps {
  readonly urls: readonly string[]
  /** Index of the picture that is shown. */
  readonly at: number
  /** Name of the avatar. */
  readonly name: string
  readonly onMove: (next: number) => void
  readonly onClose: () => void
}

/** One picture of a gallery in its whole size; arrow keys lead to the next and back. */
export function LargePicture({ urls, at, name, onMove, onClose }: LargePictureProps) {
  const { t } = useTranslation(['avatars', 'common'])
  const position = { number: at + 1, count: urls.length }
  const move = (step: number) => onMove((at + step + urls.length) % urls.length)
  useHotkeys([
    ['ArrowLeft', () => move(-1)],
    ['ArrowRight', () => move(1)],
  ])
  return (
    <Modal opened size="xl" title={name} onClose={onClose} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Image
        src={ownUrl(urls[at] ?? '')}
        alt={t('gallery.picture', { ...position, name })}
        radius="md"
        mah="70vh"
        fit="contain"
      />
      {urls.length > 1 && (
        <Group justify="center" mt="sm">
          <ActionIcon variant="default" size="lg" aria-label={t('gallery.previous')} onClick={() => move(-1)}>
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
          <Text size="sm" role="status">
            {t('gallery.position', position)}
          </Text>
          <ActionIcon variant="default" size="lg" aria-label={t('gallery.next')} onClick={() => move(1)}>
            <IconArrowRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Modal>
  )
}
