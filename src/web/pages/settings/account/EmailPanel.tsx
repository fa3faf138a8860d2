import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useResendConfirmation } from '../../../components/useResendConfirmation.ts'
import type { SettingsAccountFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { UPDATE_ACCOUNT } from '../documents.ts'
import { DESCRIPTION_BELOW, FieldPair } from '../FieldPair.tsx'
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
          <EmailForm />
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

const EMPTY = { email: '', currentPassword: '' }

function EmailForm() {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE_ACCOUNT)
  const edit = useEditForm({ name: 'email', current: EMPTY }, async (changes) => {
    await update.attempt({ input: { ...EMPTY, ...changes } })
  })
  const { form, onSubmit } = edit
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FieldPair>
          <TextInput
            label={t('email.new')}
            description={t('email.hint')}
            inputWrapperOrder={DESCRIPTION_BELOW}
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        </FieldPair>
        <EditFormFooter
          edit={edit}
          submit={t('email.submit')}
          labelOf={(field) => (field === 'email' ? t('email.new') : t('currentPassword'))}
        />
      </Stack>
    </form>
  )
}
