import { Button, PasswordInput, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { request } from '../../graph/request.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { RESET_PASSWORD } from './documents.ts'
import { SignInFrame } from './SignInFrame.tsx'

/** Sets a new password by the link of a mail. */
export function ResetPasswordPage() {
  const { t } = useTranslation('signIn')
  const { token } = useSearch({ from: '/reset-password' })
  const navigate = useNavigate()
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { initialValues: { password: '' } },
    async ({ password }) => {
      await request(RESET_PASSWORD, { input: { token, password } })
      await navigate({ to: '/sign-in', search: { notice: 'passwordChanged' }, replace: true })
    },
  )
  return (
    <SignInFrame
      title={t('reset.title')}
      intro={t('reset.intro')}
      links={
        <RouteLink to="/forgot-password" size="sm">
          {t('reset.newLink')}
        </RouteLink>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <PasswordInput
            label={t('reset.password')}
            description={t('register.passwordHint')}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  )
}
