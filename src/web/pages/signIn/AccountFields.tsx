import { PasswordInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

interface Account extends Record<string, unknown> {
  readonly username: string
  readonly email: string
  readonly password: string
}

interface AccountFieldsProps {
  readonly form: Pick<UseFormReturnType<Account>, 'key' | 'getInputProps'>
}

/** Name, address and password of a new account. */
export function AccountFields({ form }: AccountFieldsProps) {
  const { t } = useTranslation('signIn')
  return (
    <>
      <TextInput
        label={t('register.username')}
        description={t('register.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        key={form.key('username')}
        {...form.getInputProps('username')}
      />
      <TextInput
        label={t('register.email')}
        type="email"
        autoComplete="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('register.password')}
        description={t('register.passwordHint')}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </>
  )
}
