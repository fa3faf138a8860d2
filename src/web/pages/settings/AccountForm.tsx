import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { UPDATE_ACCOUNT } from './documents.ts'
import { DESCRIPTION_BELOW, FieldPair } from './FieldPair.tsx'

type AccountField = 'displayName' | 'email' | 'password' | 'username'
type AccountValues = Partial<Record<AccountField, string>> & { currentPassword: string }

interface AccountFormProps {
  readonly field: AccountField
  /** Empty for a new value that is not shown, such as a password. */
  readonly current: string
  readonly label: string
  readonly hint: string
  /** What the button says. */
  readonly submit: string
}

const ATTRIBUTES = {
  displayName: { autoComplete: 'nickname' },
  email: { type: 'email', autoComplete: 'email' },
  password: { autoComplete: 'new-password' },
  username: { autoComplete: 'username', autoCapitalize: 'none' },
} as const

/** A form that changes one field of the account, for which the server wants the current password. */
export function AccountForm({ field, current, label, hint, submit }: AccountFormProps) {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE_ACCOUNT)
  const values: AccountValues = { [field]: current, currentPassword: '' }
  const edit = useEditForm({ name: field, current: values }, async (changes) => {
    await update.attempt({ input: { ...values, ...changes } })
  })
  const { form, onSubmit } = edit
  const Input = field === 'password' ? PasswordInput : TextInput
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FieldPair>
          <Input
            label={label}
            description={hint}
            inputWrapperOrder={DESCRIPTION_BELOW}
            {...ATTRIBUTES[field]}
            {...form.getInputProps(field)}
          />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        </FieldPair>
        <EditFormFooter
          edit={edit}
          submit={submit}
          labelOf={(one) => (one === 'currentPassword' ? t('currentPassword') : label)}
        />
      </Stack>
    </form>
  )
}
