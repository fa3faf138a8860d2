import { ActionIcon, Badge, Card, Group, Text, Tooltip } from '@mantine/core'
import { IconHanger, IconHeart, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../formats.ts'
import type { AvatarCardFragment, WornAvatarsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { Picture } from '../Picture.tsx'
import { CardLink } from '../RouteLink.tsx'
import { AVATAR_PLATFORMS, PLATFORM_ICONS } from './platforms.ts'
import { useWearActs } from './useWearActs.ts'

export const AVATAR_CARD = graphql(`
  fragment AvatarCard on Avatar {
    id
    name
    thumbnailUrl
    releaseStatus
    isLocked
    isUploadPending
    lowestPrice
    favoriteCount
    viewerCanWear
    packages {
      id
      platform
    }
    author {
      id
      displayName
    }
  }
`)

export const AVATAR_LIST = graphql(`
  fragment AvatarList on AvatarConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...AvatarCard
      }
    }
  }
`)

interface AvatarCardProps {
  readonly avatar: FragmentType<typeof AVATAR_CARD>
  /** What the viewer wears; null while it is unknown. */
  readonly worn: WornAvatarsFragment | null
}

/** An avatar in a grid: its picture is the point, and it can be worn at once. */
export function AvatarCard({ avatar, worn }: AvatarCardProps) {
  const { t: common } = useTranslation()
  const data = getFragmentData(AVATAR_CARD, avatar)
  const { id, name, thumbnailUrl, author } = data
  return (
    <Card padding="xs" radius="md" withBorder pos="relative">
      <Card.Section pos="relative">
        <Picture url={thumbnailUrl} ratio={1} />
        <Marks avatar={data} worn={worn} />
      </Card.Section>
      <CardLink to="/avatars/$avatarId" params={{ avatarId: id }} size="sm" mt="xs" truncate>
        {name}
      </CardLink>
      <Text size="xs" c="dimmed" truncate>
        {author ? common('world.by', { name: author.displayName }) : ' '}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap={4} mt={4} mih={28}>
        <Numbers avatar={data} />
        <WearIcon avatar={data} worn={worn} />
      </Group>
    </Card>
  )
}

interface PartProps {
  readonly avatar: AvatarCardFragment
  readonly worn: WornAvatarsFragment | null
}

/** What the avatar is to the viewer, on its picture. */
function Marks({ avatar: { id, releaseStatus, isUploadPending }, worn }: PartProps) {
  const { t } = useTranslation('avatars')
  const isPublic = releaseStatus === 'PUBLIC'
  return (
    <Group gap={4} pos="absolute" top={8} left={8} right={8}>
      {worn?.currentAvatar?.id === id && <Badge size="sm">{t('marks.worn')}</Badge>}
      {worn?.fallbackAvatar?.id === id && (
        <Badge size="sm" color="dark">
          {t('marks.fallback')}
        </Badge>
      )}
      {!isPublic && (
        <Badge size="sm" variant="default">
          {t(`status.${releaseStatus}`)}
        </Badge>
      )}
      {isUploadPending && (
        <Badge size="sm" variant="default">
          {t('marks.pending')}
        </Badge>
      )}
    </Group>
  )
}

/** Where it can be shown, how many like it, and what it costs. */
function Numbers({ avatar: { packages, favoriteCount, isLocked, lowestPrice } }: Pick<PartProps, 'avatar'>) {
  const { t, i18n } = useTranslation('avatars')
  const { t: common } = useTranslation()
  const platforms = AVATAR_PLATFORMS.filter((one) => packages.some(({ platform }) => platform === one))
  return (
    <Group gap={8} wrap="nowrap">
      {platforms.map((platform) => {
        const PlatformIcon = PLATFORM_ICONS[platform]
        return <PlatformIcon key={platform} size={14} role="img" aria-label={t(`platforms.${platform}`)} />
      })}
      <Group gap={4} wrap="nowrap" aria-label={common('world.favorites', { count: favoriteCount })} role="img">
        <IconHeart size={14} aria-hidden />
        <Text size="xs">{formatNumber(i18n.language, favoriteCount)}</Text>
      </Group>
      {isLocked && (
        <Group
          gap={4}
          wrap="nowrap"
          role="img"
          aria-label={t('marks.price', { number: formatNumber(i18n.language, lowestPrice ?? 0) })}
        >
          <IconLock size={14} aria-hidden />
          <Text size="xs">{formatNumber(i18n.language, lowestPrice ?? 0)}</Text>
        </Group>
      )}
    </Group>
  )
}

/** Above the link that covers the card. */
function WearIcon({ avatar, worn }: PartProps) {
  const { t } = useTranslation('avatars')
  const { isBusy, wear } = useWearActs(avatar)
  if (!avatar.viewerCanWear || worn?.currentAvatar?.id === avatar.id) return null
  const label = t('wear.name', { name: avatar.name })
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="light"
        aria-label={label}
        loading={isBusy}
        onClick={() => void wear()}
        style={{ position: 'relative', zIndex: 1 }}
      >
        <IconHanger size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
