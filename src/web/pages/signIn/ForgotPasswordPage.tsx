import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { request } from '../../graph/request.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { REQUEST_PASSWORD_RESET } from './documents.ts'
import { SignInFrame } from './SignInFrame.tsx'

/** Asks for a mail by which a new password can be set. Whether an account has the address is not shown. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('signIn')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, refusal, isBusy, onSubmit } = useGraphForm({ initialValues: { email: '' } }, async ({ email }) => {
    await request(REQUEST_PASSWORD_RESET, { input: { email } })
    setSentTo(email)
  })
  return (
    <SignInFrame
      title={t('forgot.title')}
      intro={t('forgot.intro')}
      links={
        <RouteLink to="/sign-in" size="sm">
          {t('backToSignIn')}
        </RouteLink>
      }
    >
      {sentTo === null ? (
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            <TextInput
              label={t('forgot.email')}
              type="email"
              autoComplete="email"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            {refusal && <RefusalAlert refusal={refusal} />}
            <Button type="submit" loading={isBusy} fullWidth>
              {t('forgot.submit')}
            </Button>
          </Stack>
        </form>
      ) : (
        <Alert role="status">{t('forgot.sent', { email: sentTo })}</Alert>
      )}
    </SignInFrame>
  )
}
