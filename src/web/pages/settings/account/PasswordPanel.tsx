import { PasswordInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { UPDATE_ACCOUNT } from '../documents.ts'
import { DESCRIPTION_BELOW, FieldPair } from '../FieldPair.tsx'

const EMPTY = { password: '', currentPassword: '' }

/** A new password, which ends all other sessions. */
export function PasswordPanel() {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE_ACCOUNT)
  const edit = useEditForm({ name: 'password', current: EMPTY }, async (changes) => {
    await update.attempt({ input: { ...EMPTY, ...changes } })
  })
  const { form, onSubmit } = edit
  return (
    <Panel title={t('password.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FieldPair>
            <PasswordInput
              label={t('password.new')}
              description={t('password.hint')}
              inputWrapperOrder={DESCRIPTION_BELOW}
              autoComplete="new-password"
              {...form.getInputProps('password')}
            />
            <PasswordInput
              label={t('currentPassword')}
              autoComplete="current-password"
              {...form.getInputProps('currentPassword')}
            />
          </FieldPair>
          <EditFormFooter
            edit={edit}
            submit={t('password.submit')}
            labelOf={(field) => (field === 'password' ? t('password.new') : t('currentPassword'))}
          />
        </Stack>
      </form>
    </Panel>
  )
}
