import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { ProfileForm, SETTINGS_PROFILE } from './ProfileForm.tsx'

const PROFILE = graphql(`
  query SettingsProfileTexts {
    viewer {
      id
      user {
        ...SettingsProfile
      }
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsProfileChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      id
      user {
        ...SettingsProfile
      }
    }
  }
`)

/** Status and texts of the profile. */
export function ProfilePanel() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(PROFILE, {})
  const profile = getFragmentData(SETTINGS_PROFILE, data?.viewer?.user)
  return (
    <Panel
      title={t('profile.title')}
      isLoading={isLoading && !profile}
      refusal={refusal}
      onRetry={reload}
      empty={!profile}
    >
      {profile && <ProfileForm profile={profile} />}
    </Panel>
  )
}
