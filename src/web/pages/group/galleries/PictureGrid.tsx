import { SimpleGrid, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../components/Picture.tsx'
import type { GalleryFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { GALLERY_PICTURE } from './documents.ts'

interface PictureGridProps {
  readonly gallery: GalleryFragment
  /** Shows a picture large. */
  readonly onOpen: (pictureId: string) => void
}

/** The pictures of a gallery. */
export function PictureGrid({ gallery, onOpen }: PictureGridProps) {
  const { t } = useTranslation('groups')
  return (
    <SimpleGrid
      component="ul"
      className="plainList"
      cols={{ base: 2, sm: 3, lg: 4 }}
      spacing="xs"
      verticalSpacing="xs"
      aria-label={t('galleries.list')}
    >
      {gallery.images.edges.map(({ node }, index) => {
        const { id, thumbnailUrl, submittedBy } = getFragmentData(GALLERY_PICTURE, node)
        const label = t('pictures.open', { number: index + 1, name: submittedBy?.displayName ?? '' })
        return (
          <li key={id}>
            <UnstyledButton w="100%" aria-label={label} onClick={() => onOpen(id)}>
              <Picture url={thumbnailUrl} ratio={4 / 3} radius="md" />
            </UnstyledButton>
          </li>
        )
      })}
    </SimpleGrid>
  )
}
