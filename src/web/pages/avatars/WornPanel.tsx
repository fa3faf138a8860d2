import { Avatar, Box, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { RowLink } from '../../components/RouteLink.tsx'
import type { WornAvatarsFragment } from '../../generated/graphql.ts'

type Worn = NonNullable<WornAvatarsFragment['currentAvatar']>

/** What the viewer looks like now, and to those who cannot show that. */
export function WornPanel({ worn }: { readonly worn: WornAvatarsFragment | null }) {
  const { t } = useTranslation('avatars')
  if (!worn) return <Skeleton h={88} radius="lg" aria-hidden />
  return (
    <Paper component="section" aria-label={t('worn.label')} withBorder radius="lg" p="sm">
      <Group gap="xl" aria-live="polite">
        <WornAvatar label={t('worn.current')} avatar={worn.currentAvatar} />
        <WornAvatar label={t('worn.fallback')} avatar={worn.fallbackAvatar} />
      </Group>
    </Paper>
  )
}

interface WornAvatarProps {
  readonly label: string
  /** Null for a moment after it was deleted. */
  readonly avatar: Worn | null
}

function WornAvatar({ label, avatar }: WornAvatarProps) {
  const { t } = useTranslation('avatars')
  return (
    <Group gap="sm" wrap="nowrap" miw={0} flex="1 1 220px" pos="relative">
      <Avatar src={avatar && ownUrl(avatar.thumbnailUrl)} radius="md" size={64} alt="" />
      <Box miw={0}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        {avatar ? (
          <RowLink to="/avatars/$avatarId" params={{ avatarId: avatar.id }} className="cardLink">
            {avatar.name}
          </RowLink>
        ) : (
          <Text size="sm">{t('worn.none')}</Text>
        )}
      </Box>
    </Group>
  )
}
