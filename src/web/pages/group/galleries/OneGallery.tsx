import { Alert, Skeleton, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { MOST_IMAGE_MEBIBYTES } from '../../../components/uploads/accepted.ts'
import { UploadArea } from '../../../components/uploads/UploadArea.tsx'
import { useImageFile } from '../../../components/uploads/useImageFile.ts'
import type { GalleryFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ADD_PICTURE, GALLERY, ONE_GALLERY, ONE_GALLERY_CHANGES } from './documents.ts'
import { GalleryHead } from './GalleryHead.tsx'
import { PictureDialog } from './PictureDialog.tsx'
import { PictureGrid } from './PictureGrid.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

interface OneGalleryProps {
  readonly groupId: string
  readonly galleryId: string
}

/** A gallery: its pictures, those that wait for approval, and the way to add some. */
export function OneGallery({ groupId, galleryId }: OneGalleryProps) {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(ONE_GALLERY, { galleryId })
  const node = data?.node?.__typename === 'GroupGallery' ? data.node : null
  useLive(ONE_GALLERY_CHANGES, node ? { groupId, galleryId } : null)
  const gallery = getFragmentData(GALLERY, node)
  return (
    <Stack gap="md">
      <RouteLink to="/groups/$groupId" params={{ groupId }} search={{ tab: 'galleries' }} resetScroll={false} size="sm">
        {t('galleries.back')}
      </RouteLink>
      {refusal && !gallery && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!data && !refusal && <Skeleton h={300} radius="lg" aria-hidden />}
      {data && !gallery && <Alert variant="light">{t('galleries.gone')}</Alert>}
      {gallery && <Content gallery={gallery} groupId={groupId} onMore={(page) => fetchMore({ galleryId, ...page })} />}
    </Stack>
  )
}

interface ContentProps {
  readonly gallery: GalleryFragment
  readonly groupId: string
  /** Reads the page after a cursor of the pictures, or of those that wait. */
  readonly onMore: (page: { readonly more: string } | { readonly moreWaiting: string }) => Promise<void>
}

function Content({ gallery, groupId, onMore }: ContentProps) {
  const { picture } = useSearch({ from: '/shell/groups/$groupId' })
  const navigate = useNavigate({ from: '/groups/$groupId' })
  const { images, waiting, viewerCanSubmit } = gallery
  const show = (id: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, picture: id }), replace: true, resetScroll: false })
  return (
    <>
      <GalleryHead gallery={gallery} groupId={groupId} />
      {viewerCanSubmit && <AddPictures gallery={gallery} />}
      {waiting.edges.length > 0 && <WaitingPanel gallery={gallery} onMore={(moreWaiting) => onMore({ moreWaiting })} />}
      <PictureGrid gallery={gallery} onOpen={show} />
      <LoadMore pageInfo={images.pageInfo} onMore={(more) => onMore({ more })} />
      {picture && (
        <PictureDialog gallery={gallery} pictureId={picture} onShow={show} onMore={(more) => onMore({ more })} />
      )}
    </>
  )
}

function AddPictures({ gallery: { id: galleryId, viewerNeedsApproval } }: Pick<ContentProps, 'gallery'>) {
  const { t } = useTranslation('groups')
  const add = useAct(ADD_PICTURE)
  const fileOf = useImageFile()
  const hint = t('galleries.most', { size: MOST_IMAGE_MEBIBYTES })
  return (
    <UploadArea
      purpose="GALLERY"
      label={t('galleries.add')}
      hint={viewerNeedsApproval ? `${hint} ${t('galleries.needsApproval')}` : hint}
      use={async (uploadId) => add.attempt({ input: { galleryId, fileId: await fileOf(uploadId) } })}
    />
  )
}
