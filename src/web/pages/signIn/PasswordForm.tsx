import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { SecondFactor } from '../../generated/graphql.ts'
import { request } from '../../graph/request.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { DemoLogins } from './DemoLogins.tsx'
import { SIGN_IN } from './documents.ts'

interface PasswordFormProps {
  /** Called with the second factors of which one is still needed. */
  readonly onSignedIn: (pendingFactors: readonly SecondFactor[]) => void
  /** Accounts that anybody may use. */
  readonly demoLogins: readonly Login[]
}

interface Login {
  readonly username: string
  readonly password: string
}

export function PasswordForm({ onSignedIn, demoLogins }: PasswordFormProps) {
  const { t } = useTranslation('signIn')
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { initialValues: { username: '', password: '' } },
    async (values) => {
      const { signIn } = await request(SIGN_IN, { input: { ...values, endOldestSession: true } })
      onSignedIn(signIn.session?.pendingFactors ?? [])
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('signIn.username')}
          autoComplete="username"
          autoCapitalize="none"
          data-autofocus
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={t('signIn.password')}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <DemoLogins logins={demoLogins} onChoose={({ username, password }) => form.setValues({ username, password })} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}
