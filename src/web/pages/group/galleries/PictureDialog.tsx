import { ActionIcon, Alert, Box, Button, Group, Image, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { ownUrl } from '../../../components/ownUrl.ts'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { showRefusal } from '../../../components/showRefusal.tsx'
import type { GalleryFragment, GalleryPictureFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { refusalOf } from '../../../graph/refusal.ts'
import { useAct } from '../../../graph/useAct.ts'
import { GALLERY_PICTURE, ONE_PICTURE, ORDER_PICTURES } from './documents.ts'
import { usePictureActs } from './usePictureActs.ts'

interface PictureDialogProps {
  readonly gallery: GalleryFragment
  readonly pictureId: string
  /** Shows another picture, or none. */
  readonly onShow: (pictureId: string | undefined) => void
  /** Reads the page after a cursor. */
  readonly onMore: (after: string) => Promise<void>
}

/** A picture as large as the window; the arrow keys lead to those beside it. */
export function PictureDialog({ gallery, pictureId, onShow, onMore }: PictureDialogProps) {
  const { t } = useTranslation(['groups', 'common'])
  const isPhone = useMediaQuery('(max-width: 48em)')
  const pictures = gallery.images.edges.map(({ node }) => getFragmentData(GALLERY_PICTURE, node))
  const index = pictures.findIndex(({ id }) => id === pictureId)
  const { data, refusal, reload } = usePanel(ONE_PICTURE, { pictureId })
  const read = data?.node?.__typename === 'GroupGalleryImage' ? data.node : null
  const picture = pictures[index] ?? getFragmentData(GALLERY_PICTURE, read)
  const { go, isBusy } = useSteps({ gallery, index, onShow, onMore })
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
      {refusal && !picture && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!data && !refusal && !picture && <Skeleton h={320} aria-hidden />}
      {data && !picture && <Alert variant="light">{t('pictures.gone')}</Alert>}
      {picture && (
        <Stack gap="sm">
          <LargePicture picture={picture} number={index === -1 ? null : index + 1} />
          {index !== -1 && (
            <PictureSteps number={index + 1} count={gallery.images.totalCount} isBusy={isBusy} onGo={go} />
          )}
          <PictureFoot
            picture={picture}
            gallery={gallery}
            onGone={() => onShow(pictures[index + 1]?.id ?? pictures[index - 1]?.id)}
          />
        </Stack>
      )}
    </Modal>
  )
}

interface StepsOptions extends Omit<PictureDialogProps, 'pictureId'> {
  /** Place of the shown picture among those that were read. */
  readonly index: number
}

/** Leads to the pictures beside the shown one; at the end of what was read, the next page is read first. */
function useSteps({ gallery: { images }, index, onShow, onMore }: StepsOptions) {
  const [isBusy, setBusy] = useState(false)
  const after = index === -1 ? undefined : images.edges[index + 1]?.node.id
  useEffect(() => {
    if (!isBusy || !after) return
    setBusy(false)
    onShow(after)
  })
  const { hasNextPage, endCursor } = images.pageInfo
  const readOn = (cursor: string) => {
    setBusy(true)
    onMore(cursor).catch((error: unknown) => {
      setBusy(false)
      showRefusal(refusalOf(error))
    })
  }
  const go = (step: 1 | -1) => {
    const next = index === -1 ? undefined : images.edges[index + step]?.node.id
    if (next) onShow(next)
    else if (step === 1 && index !== -1 && hasNextPage && endCursor && !isBusy) readOn(endCursor)
  }
  return { go, isBusy }
}

interface LargePictureProps {
  readonly picture: GalleryPictureFragment
  /** Place in the gallery, from 1; null where it is not known. */
  readonly number: number | null
}

function LargePicture({ picture, number }: LargePictureProps) {
  const { t } = useTranslation('groups')
  const name = picture.submittedBy?.displayName ?? ''
  return (
    <Box style={{ display: 'grid', placeItems: 'center' }} bg="var(--mantine-color-default-hover)">
      <Image
        src={ownUrl(picture.imageUrl)}
        alt={number === null ? t('pictures.altOf', { name }) : t('pictures.alt', { number, name })}
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
  /** Whether the next one is being read. */
  readonly isBusy: boolean
  /** Shows the picture that is so many places later. */
  readonly onGo: (step: 1 | -1) => void
}

/** Leads to the pictures beside the shown one, and says which one that is. */
function PictureSteps({ number, count, isBusy, onGo }: PictureStepsProps) {
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
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('pictures.next')}
        aria-busy={isBusy}
        disabled={number >= count}
        onClick={() => onGo(1)}
      >
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
  const isListed = gallery.images.edges.some(({ node }) => node.id === picture.id)
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
        {gallery.viewerCanManageImages && isListed && <OrderButtons picture={picture} gallery={gallery} />}
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
