import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { UPDATE_ACCOUNT } from '../documents.ts'
import { DESCRIPTION_BELOW, FieldPair } from '../FieldPair.tsx'
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
      {viewer && <UsernameForm username={viewer.username} />}
    </Panel>
  )
}

function UsernameForm({ username }: { readonly username: string }) {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE_ACCOUNT)
  const edit = useEditForm({ name: 'username', current: { username, currentPassword: '' } }, async (changes) => {
    await update.attempt({ input: changes })
  })
  const { form, onSubmit } = edit
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FieldPair>
          <TextInput
            label={t('username.label')}
            description={t('username.hint')}
            inputWrapperOrder={DESCRIPTION_BELOW}
            autoComplete="username"
            autoCapitalize="none"
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        </FieldPair>
        <EditFormFooter
          edit={edit}
          submit={t('username.submit')}
          labelOf={(field) => (field === 'username' ? t('username.label') : t('currentPassword'))}
        />
      </Stack>
    </form>
  )
}
