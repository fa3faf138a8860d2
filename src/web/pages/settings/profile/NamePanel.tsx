import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { AccountForm } from '../AccountForm.tsx'

const SETTINGS_NAME = graphql(`
  fragment SettingsName on User {
    id
    displayName
  }
`)

const NAME = graphql(`
  query SettingsDisplayName {
    viewer {
      id
      user {
        ...SettingsName
      }
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsDisplayNameChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      id
      user {
        ...SettingsName
      }
    }
  }
`)

/** The name that others see. */
export function NamePanel() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(NAME, {})
  const user = getFragmentData(SETTINGS_NAME, data?.viewer?.user)
  return (
    <Panel title={t('name.title')} isLoading={isLoading && !user} refusal={refusal} onRetry={reload} empty={!user}>
      {user && (
        <AccountForm
          field="displayName"
          current={user.displayName}
          label={t('name.displayName')}
          hint={t('name.hint')}
          submit={t('name.submit')}
        />
      )}
    </Panel>
  )
}
