import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { AccountForm } from '../AccountForm.tsx'

/** A new password, which ends all other sessions. */
export function PasswordPanel() {
  const { t } = useTranslation('settings')
  return (
    <Panel title={t('password.title')}>
      <AccountForm
        field="password"
        current=""
        label={t('password.new')}
        hint={t('password.hint')}
        submit={t('password.submit')}
      />
    </Panel>
  )
}
