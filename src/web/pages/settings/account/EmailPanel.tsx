import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { useResendConfirmation } from '../../../components/useResendConfirmation.ts'
import type { SettingsAccountFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { AccountForm } from '../AccountForm.tsx'
import { ACCOUNT, ACCOUNT_CHANGES, SETTINGS_ACCOUNT } from './documents.ts'

/** The address of the account, one that waits for its confirmation, and the form to change it. */
export function EmailPanel() {
  const { t } = useTranslation('settings')
  useLive(ACCOUNT_CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(ACCOUNT, {})
  const viewer = getFragmentData(SETTINGS_ACCOUNT, data?.viewer)
  return (
    <Panel title={t('email.title')} isLoading={isLoading && !viewer} refusal={refusal} onRetry={reload} empty={!viewer}>
      {viewer && (
        <Stack gap="md">
          <Addresses viewer={viewer} />
          <AccountForm
            field="email"
            current=""
            label={t('email.new')}
            hint={t('email.hint')}
            submit={t('email.submit')}
          />
        </Stack>
      )}
    </Panel>
  )
}

function Addresses({ viewer }: { readonly viewer: SettingsAccountFragment }) {
  const { t } = useTranslation('settings')
  const { email, isEmailVerified, pendingEmail } = viewer
  const resend = useResendConfirmation()
  return (
    <Stack gap="xs" aria-live="polite">
      {email && (
        <Group gap="xs">
          <Text size="sm">{email}</Text>
          <Badge variant="light" color={isEmailVerified ? 'green' : 'yellow'}>
            {isEmailVerified ? t('email.confirmed') : t('email.unconfirmed')}
          </Badge>
        </Group>
      )}
      {pendingEmail && <Text size="sm">{t('email.pending', { email: pendingEmail })}</Text>}
      {(pendingEmail || !isEmailVerified) && (
        <Group>
          <Button size="xs" variant="default" loading={resend.isBusy} onClick={() => void resend.send()}>
            {t('email.resend')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
