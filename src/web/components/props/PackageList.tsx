import { Group, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PropPackagesFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { PLATFORM_ICONS, platformOf } from '../avatars/platforms.ts'
import { PROP_PACKAGES } from './packages.ts'

/** The bundles of a prop, one a platform. */
export const PackageList = ({ prop }: { readonly prop: FragmentType<typeof PROP_PACKAGES> }) => (
  <Stack component="ul" className="plainList" gap="sm">
    {getFragmentData(PROP_PACKAGES, prop).packages.map((one) => (
      <li key={`${one.platform} ${one.variant}`}>
        <PackageRow of={one} />
      </li>
    ))}
  </Stack>
)

interface PackageRowProps {
  readonly of: PropPackagesFragment['packages'][number]
}

function PackageRow({ of: { platform, variant, unityVersion, assetVersion, propSignature } }: PackageRowProps) {
  const { t } = useTranslation(['props', 'avatars'])
  const known = platformOf(platform)
  const PlatformIcon = known ? PLATFORM_ICONS[known] : IconDeviceDesktop
  const name = known ? t(`avatars:platforms.${known}`) : platform
  return (
    <Group wrap="nowrap" gap="sm">
      <PlatformIcon size={24} stroke={1.5} aria-hidden />
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600} truncate>
          {variant === 'standard' ? name : `${name} · ${variant}`}
        </Text>
        <Text size="xs" c="dimmed">
          {t('bundles.versions', { version: assetVersion, unity: unityVersion })}
          {propSignature && ` · ${t('bundles.signed')}`}
        </Text>
      </Stack>
    </Group>
  )
}
