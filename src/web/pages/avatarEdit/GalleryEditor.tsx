import { ActionIcon, AspectRatio, Group, Image, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { ownUrl } from '../../components/ownUrl.ts'
import { Panel } from '../../components/Panel.tsx'
import { MOST_IMAGE_MEBIBYTES } from '../../components/uploads/accepted.ts'
import { UploadArea } from '../../components/uploads/UploadArea.tsx'
import type { AvatarGalleryFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { AVATAR_GALLERY } from '../avatar/documents.ts'
import { ADD_GALLERY_IMAGE, DELETE_GALLERY_IMAGE, SET_GALLERY_ORDER } from './documents.ts'

type Picture = AvatarGalleryFragment['gallery']['edges'][number]['node']

/** Most pictures of a gallery. */
const MOST = 20

interface GalleryEditorProps {
  readonly avatar: FragmentType<typeof AVATAR_GALLERY>
}

/** The pictures that are shown with an avatar: adding, ordering and deleting them. */
export function GalleryEditor({ avatar }: GalleryEditorProps) {
  const { t } = useTranslation('avatars')
  const { id: avatarId, gallery } = getFragmentData(AVATAR_GALLERY, avatar)
  const pictures = gallery.edges.map(({ node }) => node)
  const add = useAct(ADD_GALLERY_IMAGE)
  const order = useGalleryOrder(pictures)
  return (
    <Panel
      title={t('gallery.title')}
      aside={<Text size="xs">{t('gallery.count', { count: pictures.length, most: MOST })}</Text>}
    >
      <SimpleGrid component="ol" className="plainList" cols={{ base: 2, xs: 3, sm: 4 }} spacing="sm">
        {order.shown.map((picture, index) => (
          <Paper
            key={picture.id}
            component="li"
            withBorder
            radius="md"
            p={6}
            opacity={order.dragged === picture.id ? 0.5 : 1}
            {...order.dragHandlers(picture.id)}
          >
            <GalleryPicture
              picture={picture}
              avatarId={avatarId}
              place={{ number: index + 1, count: pictures.length }}
              onMove={(step) => order.move(picture.id, index + step)}
            />
          </Paper>
        ))}
      </SimpleGrid>
      {pictures.length < MOST && (
        <UploadArea
          purpose="AVATAR_GALLERY"
          label={t('gallery.add')}
          hint={t('gallery.hint', { size: MOST_IMAGE_MEBIBYTES, most: MOST })}
          use={(uploadId) => add.attempt({ input: { uploadId, avatarId }, avatarId })}
        />
      )}
    </Panel>
  )
}

/** Puts one entry of a list in another place. */
function moved(pictures: readonly Picture[], id: string, to: number): readonly Picture[] {
  const one = pictures.find((picture) => picture.id === id)
  if (!one) return pictures
  return pictures.filter((picture) => picture.id !== id).toSpliced(to, 0, one)
}

/** The order of the pictures, which the person changes by buttons or by dragging; it is shown before it is saved. */
function useGalleryOrder(pictures: readonly Picture[]) {
  const save = useAct(SET_GALLERY_ORDER, { isQueued: true })
  const [wanted, setWanted] = useState<readonly Picture[] | null>(null)
  /** Moves that are not saved yet. */
  const unsaved = useRef(0)
  const [dragged, setDragged] = useState<string | null>(null)
  const shown = wanted ?? pictures
  const move = async (id: string, to: number) => {
    const next = moved(shown, id, to)
    setWanted(next)
    unsaved.current += 1
    await save.act({ input: { fileIds: next.map((picture) => picture.id) } })
    unsaved.current -= 1
    if (unsaved.current === 0) setWanted(null)
  }
  const dragHandlers = (id: string) => ({
    draggable: true,
    onDragStart: () => setDragged(id),
    onDragEnd: () => setDragged(null),
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      void move(
        dragged,
        shown.findIndex((picture) => picture.id === id),
      )
      setDragged(null)
    },
  })
  return { shown, dragged, dragHandlers, move: (id: string, to: number) => void move(id, to) }
}

interface GalleryPictureProps {
  readonly picture: Picture
  readonly avatarId: string
  /** Of how many pictures it is which one. */
  readonly place: { readonly number: number; readonly count: number }
  /** Called with -1 for one place to the front, and 1 for one to the back. */
  readonly onMove: (step: -1 | 1) => void
}

function GalleryPicture({ picture: { id, url, thumbnailUrl }, avatarId, place, onMove }: GalleryPictureProps) {
  const { t } = useTranslation(['avatars', 'common'])
  const removal = useAct(DELETE_GALLERY_IMAGE)
  const shown = thumbnailUrl ?? url
  const remove = async () => {
    const question = { title: t('gallery.deleteTitle'), text: t('gallery.deleteText') }
    if (await askFirst({ ...question, confirm: t('gallery.deleteAct'), cancel: t('common:cancel') }))
      await removal.act({ input: { fileId: id }, avatarId })
  }
  return (
    <>
      <AspectRatio ratio={1}>
        <Image src={shown && ownUrl(shown)} alt={t('gallery.numbered', place)} radius="sm" draggable={false} />
      </AspectRatio>
      <Group justify="space-between" gap={4} mt={6} wrap="nowrap">
        <ActionIcon
          variant="default"
          aria-label={t('gallery.forward', place)}
          disabled={place.number === 1}
          onClick={() => onMove(-1)}
        >
          <IconArrowLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('gallery.delete', place)}
          loading={removal.isBusy}
          onClick={() => void remove()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('gallery.backward', place)}
          disabled={place.number === place.count}
          onClick={() => onMove(1)}
        >
          <IconArrowRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </>
  )
}
