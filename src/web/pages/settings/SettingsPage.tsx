import { Box, Grid, NativeSelect, Stack, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { AccountSection } from './account/AccountSection.tsx'
import { BlockedSection } from './blocked/BlockedSection.tsx'
import { InviteMessagesSection } from './inviteMessages/InviteMessagesSection.tsx'
import { PrivacySection } from './privacy/PrivacySection.tsx'
import { ProfileSection } from './profile/ProfileSection.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'
import { SecondFactorSection } from './secondFactor/SecondFactorSection.tsx'
import { isSettingsSection, SECTIONS, type SettingsSection } from './sections.ts'
import { SessionsSection } from './sessions/SessionsSection.tsx'

const CONTENT: Readonly<Record<SettingsSection, ComponentType>> = {
  profile: ProfileSection,
  account: AccountSection,
  privacy: PrivacySection,
  blocked: BlockedSection,
  sessions: SessionsSection,
  'second-factor': SecondFactorSection,
  'invite-messages': InviteMessagesSection,
  appearance: AppearanceSection,
}

/** What people set for themselves, one part at a time. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const params = useParams({ from: '/shell/settings/$section' })
  const section = isSettingsSection(params.section) ? params.section : 'profile'
  const Content = CONTENT[section]
  return (
    <>
      <PageTitle>{t('pageTitle', { section: t(`sections.${section}`) })}</PageTitle>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 3 }} visibleFrom="md">
          <SettingsMenu active={section} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Stack gap="md" maw={760}>
            <Box hiddenFrom="md">
              <SectionSelect active={section} />
            </Box>
            <Title order={1} size="h3">
              {t(`sections.${section}`)}
            </Title>
            <Content key={section} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

/** The menu of a phone. */
function SectionSelect({ active }: { readonly active: SettingsSection }) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  return (
    <NativeSelect
      aria-label={t('menu')}
      value={active}
      data={SECTIONS.map((value) => ({ value, label: t(`sections.${value}`) }))}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '/settings/$section', params: { section: value } })
      }
    />
  )
}
