import { Button, Group, Image, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { Count } from '../../../components/Count.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { ownUrl } from '../../../components/ownUrl.ts'
import { Panel } from '../../../components/Panel.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import type { GalleryFragment } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { GALLERY_PICTURE } from './documents.ts'
import { usePictureActs } from './usePictureActs.ts'

interface WaitingPanelProps {
  readonly gallery: GalleryFragment
  /** Reads the page after a cursor. */
  readonly onMore: (after: string) => Promise<void>
}

/** Pictures that wait for approval: those of the viewer, and for managers all. */
export function WaitingPanel({ gallery: { waiting }, onMore }: WaitingPanelProps) {
  const { t } = useTranslation('groups')
  return (
    <Panel title={t('pictures.waiting')} aside={<Count value={waiting.totalCount} />}>
      <Stack component="ul" className="plainList" gap="md" aria-live="polite">
        {waiting.edges.map(({ node }) => (
          <WaitingPicture key={node.id} picture={node} />
        ))}
      </Stack>
      <LoadMore pageInfo={waiting.pageInfo} onMore={onMore} />
    </Panel>
  )
}

function WaitingPicture({ picture }: { readonly picture: FragmentType<typeof GALLERY_PICTURE> }) {
  const { t } = useTranslation('groups')
  const data = getFragmentData(GALLERY_PICTURE, picture)
  const acts = usePictureActs(data)
  const { thumbnailUrl, submittedBy, createdAt, viewerCanApprove, viewerCanDelete } = data
  const when = <Ago time={createdAt} />
  return (
    <Group component="li" gap="sm">
      <Image src={ownUrl(thumbnailUrl)} alt="" w={112} h={84} radius="md" fit="cover" />
      <Stack gap={4} flex={1} miw={140}>
        {submittedBy ? <PersonChip person={submittedBy} below={when} /> : when}
      </Stack>
      <Group gap="xs">
        {viewerCanApprove && (
          <Button size="xs" loading={acts.isBusy} onClick={acts.approve}>
            {t('pictures.approve')}
          </Button>
        )}
        {viewerCanDelete && (
          <Button size="xs" variant="default" loading={acts.isBusy} onClick={() => void acts.remove()}>
            {t('pictures.delete')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
