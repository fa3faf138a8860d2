import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { AccountForm } from '../AccountForm.tsx'
import { ACCOUNT, SETTINGS_ACCOUNT } from './documents.ts'

/** The name to sign in with. */
export function UsernamePanel() {
  const { t } = useTranslation('settings')
  const { data, refusal, isLoading, reload } = usePanel(ACCOUNT, {})
  const viewer = getFragmentData(SETTINGS_ACCOUNT, data?.viewer)
  return (
    <Panel
      title={t('username.title')}
      isLoading={isLoading && !viewer}
      refusal={refusal}
      onRetry={reload}
      empty={!viewer}
    >
      {viewer && (
        <AccountForm
          field="username"
          current={viewer.username}
          label={t('username.label')}
          hint={t('username.hint')}
          submit={t('username.submit')}
        />
      )}
    </Panel>
  )
}
