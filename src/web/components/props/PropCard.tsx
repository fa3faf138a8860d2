import { Badge, Card, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { AVATAR_PLATFORMS, PLATFORM_ICONS } from '../avatars/platforms.ts'
import { Picture } from '../Picture.tsx'
import { CardLink } from '../RouteLink.tsx'
import { PROP_PACKAGES } from './packages.ts'

const PROP_CARD = graphql(`
  fragment PropCard on Prop {
    id
    name
    thumbnailUrl
    isPublic
    ...PropPackages
  }
`)

interface PropCardProps {
  readonly prop: FragmentType<typeof PROP_CARD>
}

/** A prop in a grid. */
export function PropCard({ prop }: PropCardProps) {
  const { t } = useTranslation(['props', 'avatars'])
  const data = getFragmentData(PROP_CARD, prop)
  const { packages } = getFragmentData(PROP_PACKAGES, data)
  const platforms = AVATAR_PLATFORMS.filter((one) => packages.some(({ platform }) => platform === one))
  return (
    <Card padding="xs" radius="md" withBorder pos="relative">
      <Card.Section pos="relative">
        <Picture url={data.thumbnailUrl} ratio={1} />
        {!data.isPublic && (
          <Badge size="sm" variant="default" pos="absolute" top={8} left={8}>
            {t('marks.private')}
          </Badge>
        )}
      </Card.Section>
      <CardLink to="/props/$propId" params={{ propId: data.id }} size="sm" mt="xs" truncate>
        {data.name}
      </CardLink>
      <Group gap={8} wrap="nowrap" mih={20} mt={4}>
        {platforms.map((platform) => {
          const PlatformIcon = PLATFORM_ICONS[platform]
          return <PlatformIcon key={platform} size={14} role="img" aria-label={t(`avatars:platforms.${platform}`)} />
        })}
      </Group>
    </Card>
  )
}
