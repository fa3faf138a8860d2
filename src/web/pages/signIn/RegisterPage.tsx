import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { request } from '../../graph/request.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { AccountFields } from './AccountFields.tsx'
import { REGISTER_USER_ACCOUNT } from './documents.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useSignInState } from './useSignInState.ts'

const EMPTY = { username: '', email: '', password: '', birthday: '', subscribe: false, terms: false }

export function RegisterPage() {
  const { t } = useTranslation('signIn')
  const { state, refusal, reload } = useSignInState()
  const isClosed = state?.serverInfo.isRegistrationOpen === false
  const texts = isClosed ? 'closed' : 'open'
  return (
    <SignInFrame
      title={t(`register.${texts}.title`)}
      intro={t(`register.${texts}.intro`)}
      links={
        <RouteLink to="/sign-in" size="sm">
          {t('register.haveAccount')}
        </RouteLink>
      }
    >
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!isClosed && <RegisterForm termsVersion={state?.serverInfo.termsVersion ?? null} />}
    </SignInFrame>
  )
}

interface RegisterFormProps {
  /** Null until it was read. */
  readonly termsVersion: number | null
}

function RegisterForm({ termsVersion }: RegisterFormProps) {
  const { t } = useTranslation('signIn')
  const navigate = useNavigate()
  const validate = {
    birthday: (value: string) => (value === '' ? t('register.birthdayMissing') : null),
    terms: (value: boolean) => (value ? null : t('register.termsMissing')),
  }
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { initialValues: EMPTY, validate },
    async ({ terms: _accepted, ...account }) => {
      await request(REGISTER_USER_ACCOUNT, { input: { ...account, acceptedTOSVersion: termsVersion ?? 0 } })
      document.documentElement.dataset.session = 'present'
      await navigate({ to: '/', replace: true })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <AccountFields form={form} />
        <TextInput
          label={t('register.birthday')}
          description={t('register.birthdayHint')}
          type="date"
          autoComplete="bday"
          key={form.key('birthday')}
          {...form.getInputProps('birthday')}
        />
        <Checkbox
          label={t('register.terms')}
          key={form.key('terms')}
          {...form.getInputProps('terms', { type: 'checkbox' })}
        />
        <Checkbox
          label={t('register.subscribe')}
          key={form.key('subscribe')}
          {...form.getInputProps('subscribe', { type: 'checkbox' })}
        />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Button type="submit" loading={isBusy} disabled={termsVersion === null} fullWidth>
          {t('register.submit')}
        </Button>
      </Stack>
    </form>
  )
}
