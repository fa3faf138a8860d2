import { Stack } from '@mantine/core'
import {
  IconBan,
  IconDevices,
  IconKey,
  IconMail,
  IconMessage,
  IconPalette,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RouteNavLink } from '../../components/RouteLink.tsx'
import { SECTIONS, type SettingsSection } from './sections.ts'

const ICONS = {
  profile: IconUser,
  account: IconMail,
  privacy: IconShieldLock,
  blocked: IconBan,
  sessions: IconDevices,
  'second-factor': IconKey,
  'invite-messages': IconMessage,
  appearance: IconPalette,
} as const

/** The parts of the settings, beside the one that is shown. */
export function SettingsMenu({ active }: { readonly active: SettingsSection }) {
  const { t } = useTranslation('settings')
  return (
    <Stack component="nav" gap={4} aria-label={t('menu')}>
      {SECTIONS.map((section) => {
        const Icon = ICONS[section]
        return (
          <RouteNavLink
            key={section}
            to="/settings/$section"
            params={{ section }}
            label={t(`sections.${section}`)}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            active={section === active}
            {...(section === active && { 'aria-current': 'page' as const })}
            variant="light"
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        )
      })}
    </Stack>
  )
}
