import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PLATFORM_ICONS, platformOf, uploadedPackages } from '../../components/avatars/platforms.ts'
import { Panel } from '../../components/Panel.tsx'
import { formatDate } from '../../formats.ts'
import type { AvatarPageFragment, PerformanceRating } from '../../generated/graphql.ts'

/** The bundles of an avatar, one a platform, and how well clients can show them. */
export function PlatformsPanel({ avatar }: { readonly avatar: AvatarPageFragment }) {
  const { t } = useTranslation('avatars')
  const packages = uploadedPackages(avatar.packages)
  return (
    <Panel
      title={t('bundles.title')}
      empty={packages.length === 0 && t(avatar.viewerCanUpdate ? 'bundles.ownEmpty' : 'bundles.empty')}
    >
      <Stack component="ul" className="plainList" gap="sm">
        {packages.map((one) => (
          <li key={one.id}>
            <PackageRow of={one} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}

interface PackageRowProps {
  readonly of: AvatarPageFragment['packages'][number]
}

const COLORS: Readonly<Record<PerformanceRating, string>> = {
  EXCELLENT: 'green',
  GOOD: 'green',
  MEDIUM: 'yellow',
  POOR: 'orange',
  VERY_POOR: 'red',
  NONE: 'gray',
}

/** A bundle: its platform, versions, date, and how well it can be shown. */
export function PackageRow({
  of: { platform, unityVersion, assetVersion, performanceRating, scanStatus, createdAt },
}: PackageRowProps) {
  const { t, i18n } = useTranslation('avatars')
  const known = platformOf(platform)
  const PlatformIcon = known ? PLATFORM_ICONS[known] : IconDeviceDesktop
  return (
    <Group wrap="nowrap" gap="sm">
      <PlatformIcon size={24} stroke={1.5} aria-hidden />
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600} truncate>
          {known ? t(`platforms.${known}`) : platform}
        </Text>
        <Text size="xs" c="dimmed">
          {t('bundles.versions', { version: assetVersion, unity: unityVersion })} ·{' '}
          {formatDate(i18n.language, createdAt)}
        </Text>
      </Stack>
      {scanStatus === 'FAILED' && <Badge color="red.9">{t('bundles.unreadable')}</Badge>}
      <Badge variant="light" color={COLORS[performanceRating]}>
        {t(`ratings.${performanceRating}`)}
      </Badge>
    </Group>
  )
}
