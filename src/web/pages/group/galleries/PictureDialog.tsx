import { ActionIcon, Alert, Box, Button, Group, Image, Modal, Stack, Text } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { ownUrl } from '../../../components/ownUrl.ts'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import type { GalleryFragment, GalleryPictureFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { GALLERY_PICTURE, ORDER_PICTURES } from './documents.ts'
import { usePictureActs } from './usePictureActs.ts'

interface PictureDialogProps {
  readonly gallery: GalleryFragment
  readonly pictureId: string
  /** Shows another picture, or none. */
  readonly onShow: (pictureId: string | undefined) => void
}

/** A picture as large as the window; the arrow keys lead to those beside it. */
export function PictureDialog({ gallery, pictureId, onShow }: PictureDialogProps) {
  const { t } = useTranslation(['groups', 'common'])
  const isPhone = useMediaQuery('(max-width: 48em)')
  const pictures = gallery.images.edges.map(({ node }) => getFragmentData(GALLERY_PICTURE, node))
  const index = pictures.findIndex(({ id }) => id === pictureId)
  const picture = pictures[index]
  const go = (step: number) => {
    const next = pictures[index + step]
    if (next) onShow(next.id)
  }
  useHotkeys([
    ['ArrowLeft', () => go(-1)],
    ['ArrowRight', () => go(1)],
  ])
  return (
    <Modal
      opened
      size="xl"
      fullScreen={isPhone ?? false}
      title={gallery.name}
      onClose={() => onShow(undefined)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {picture ? (
        <Stack gap="sm">
          <LargePicture picture={picture} number={index + 1} />
          <PictureSteps
            number={index + 1}
            count={gallery.images.totalCount}
            isLast={index === pictures.length - 1}
            onGo={go}
          />
          <PictureFoot
            picture={picture}
            gallery={gallery}
            onGone={() => onShow(pictures[index + 1]?.id ?? pictures[index - 1]?.id)}
          />
        </Stack>
      ) : (
        <Alert variant="light">{t('pictures.gone')}</Alert>
      )}
    </Modal>
  )
}

interface LargePictureProps {
  readonly picture: GalleryPictureFragment
  /** Place in the gallery, from 1. */
  readonly number: number
}

function LargePicture({ picture, number }: LargePictureProps) {
  const { t } = useTranslation('groups')
  return (
    <Box style={{ display: 'grid', placeItems: 'center' }} bg="var(--mantine-color-default-hover)">
      <Image
        src={ownUrl(picture.imageUrl)}
        alt={t('pictures.alt', { number, name: picture.submittedBy?.displayName ?? '' })}
        mah="70vh"
        w="auto"
        maw="100%"
        fit="contain"
      />
    </Box>
  )
}

interface PictureStepsProps {
  /** Place of the shown picture in the gallery, from 1. */
  readonly number: number
  readonly count: number
  /** Whether no later picture has been read. */
  readonly isLast: boolean
  /** Shows the picture that is so many places later. */
  readonly onGo: (step: number) => void
}

/** Leads to the pictures beside the shown one, and says which one that is. */
function PictureSteps({ number, count, isLast, onGo }: PictureStepsProps) {
  const { t } = useTranslation('groups')
  return (
    <Group justify="space-between" wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('pictures.previous')}
        disabled={number === 1}
        onClick={() => onGo(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Text size="sm" role="status">
        {t('pictures.place', { number, count })}
      </Text>
      <ActionIcon variant="default" size="lg" aria-label={t('pictures.next')} disabled={isLast} onClick={() => onGo(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

interface PictureFootProps extends Pick<PictureDialogProps, 'gallery'> {
  readonly picture: GalleryPictureFragment
  readonly onGone: () => void
}

/** Who has submitted a picture, and what the viewer can do with it. */
function PictureFoot({ picture, gallery, onGone }: PictureFootProps) {
  const { t } = useTranslation('groups')
  const acts = usePictureActs(picture)
  const { submittedBy, createdAt, viewerCanDelete } = picture
  const when = <Ago time={createdAt} />
  const remove = async () => {
    if (await acts.remove()) onGone()
  }
  return (
    <Group justify="space-between" gap="sm">
      <Box flex={1} miw={160}>
        {submittedBy ? <PersonChip person={submittedBy} below={when} /> : when}
      </Box>
      <Group gap="xs">
        {gallery.viewerCanManageImages && <OrderButtons picture={picture} gallery={gallery} />}
        {viewerCanDelete && (
          <Button size="xs" variant="default" loading={acts.isBusy} onClick={() => void remove()}>
            {t('pictures.delete')}
          </Button>
        )}
      </Group>
    </Group>
  )
}

function OrderButtons({ picture, gallery }: Omit<PictureFootProps, 'onGone'>) {
  const { t } = useTranslation('groups')
  const order = useAct(ORDER_PICTURES)
  const ids = gallery.images.edges.map(({ node }) => getFragmentData(GALLERY_PICTURE, node).fileId)
  const index = ids.indexOf(picture.fileId)
  const move = (step: number) => {
    const moved = ids.filter((id) => id !== picture.fileId)
    moved.splice(index + step, 0, picture.fileId)
    void order.act({ input: { galleryId: gallery.id, ids: moved }, galleryId: gallery.id })
  }
  const button = (name: 'earlier' | 'later', step: number, isAtEnd: boolean) => (
    <Button size="xs" variant="default" disabled={isAtEnd || order.isBusy} onClick={() => move(step)}>
      {t(`pictures.${name}`)}
    </Button>
  )
  return (
    <>
      {button('earlier', -1, index <= 0)}
      {button('later', 1, index === ids.length - 1)}
    </>
  )
}
