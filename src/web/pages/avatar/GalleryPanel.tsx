import { SimpleGrid, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { Picture } from '../../components/Picture.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { AVATAR_GALLERY } from './documents.ts'
import { LargePicture } from './LargePicture.tsx'

interface GalleryPanelProps {
  readonly avatar: FragmentType<typeof AVATAR_GALLERY>
  /** Name of the avatar. */
  readonly name: string
  /** Whether the viewer can add pictures. */
  readonly canUpdate: boolean
}

/** The pictures that the author shows with an avatar; each can be looked at in its whole size. */
export function GalleryPanel({ avatar, name, canUpdate }: GalleryPanelProps) {
  const { t } = useTranslation('avatars')
  const { id, gallery } = getFragmentData(AVATAR_GALLERY, avatar)
  const pictures = gallery.edges.flatMap(({ node }) => (node.url ? [{ ...node, url: node.url }] : []))
  const [shown, setShown] = useState<string | null>(null)
  const at = pictures.findIndex((picture) => picture.id === shown)
  if (pictures.length === 0 && !canUpdate) return null
  const empty = (
    <RouteLink to="/avatars/$avatarId/edit" params={{ avatarId: id }} size="sm">
      {t('gallery.empty')}
    </RouteLink>
  )
  return (
    <Panel title={t('gallery.title')} empty={pictures.length === 0 && empty}>
      <SimpleGrid component="ul" className="plainList" cols={{ base: 3, sm: 4, lg: 5 }} spacing="xs">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <UnstyledButton
              w="100%"
              aria-label={t('gallery.show', { number: index + 1, count: pictures.length, name })}
              onClick={() => setShown(picture.id)}
            >
              <Picture url={picture.thumbnailUrl ?? picture.url} ratio={1} radius="md" />
            </UnstyledButton>
          </li>
        ))}
      </SimpleGrid>
      {at !== -1 && (
        <LargePicture
          urls={pictures.map(({ url }) => url)}
          at={at}
          name={name}
          onMove={(next) => setShown(pictures[next]?.id ?? null)}
          onClose={() => setShown(null)}
        />
      )}
    </Panel>
  )
}
