import {
  IconAward,
  IconBan,
  IconBrush,
  IconDevices,
  IconFlag,
  IconKey,
  IconMail,
  IconMessage,
  IconNote,
  IconPalette,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { SectionsPage } from '../../components/SectionsPage.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { AccountSection } from './account/AccountSection.tsx'
import { BadgesSection } from './badges/BadgesSection.tsx'
import { BlockedSection } from './blocked/BlockedSection.tsx'
import { InviteMessagesSection } from './inviteMessages/InviteMessagesSection.tsx'
import { NotesSection } from './notes/NotesSection.tsx'
import { PrivacySection } from './privacy/PrivacySection.tsx'
import { ProfileSection } from './profile/ProfileSection.tsx'
import { ReportsSection } from './reports/ReportsSection.tsx'
import { SecondFactorSection } from './secondFactor/SecondFactorSection.tsx'
import { isSettingsSection, SECTIONS, type SettingsSection } from './sections.ts'
import { SessionsSection } from './sessions/SessionsSection.tsx'
import { ThemesSection } from './themes/ThemesSection.tsx'

const CONTENT: Readonly<Record<SettingsSection, ComponentType>> = {
  profile: ProfileSection,
  themes: ThemesSection,
  badges: BadgesSection,
  account: AccountSection,
  privacy: PrivacySection,
  blocked: BlockedSection,
  notes: NotesSection,
  reports: ReportsSection,
  sessions: SessionsSection,
  'second-factor': SecondFactorSection,
  'invite-messages': InviteMessagesSection,
  appearance: AppearanceSection,
}

const ICONS = {
  profile: IconUser,
  themes: IconBrush,
  badges: IconAward,
  account: IconMail,
  privacy: IconShieldLock,
  blocked: IconBan,
  notes: IconNote,
  reports: IconFlag,
  sessions: IconDevices,
  'second-factor': IconKey,
  'invite-messages': IconMessage,
  appearance: IconPalette,
} as const

/** What people set for themselves, one part at a time. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const params = useParams({ from: '/shell/settings/$section' })
  const active = isSettingsSection(params.section) ? params.section : 'profile'
  const Content = CONTENT[active]
  const sections = SECTIONS.map((section) => ({
    name: section,
    label: t(`sections.${section}`),
    Icon: ICONS[section],
    link: { to: '/settings/$section', params: { section } } as const,
  }))
  return (
    <>
      <PageTitle>{t('pageTitle', { section: t(`sections.${active}`) })}</PageTitle>
      <SectionsPage menu={t('menu')} sections={sections} active={active}>
        <Content key={active} />
      </SectionsPage>
    </>
  )
}
