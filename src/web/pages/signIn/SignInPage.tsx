import { Alert, Skeleton, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime } from '../../formats.ts'
import type { SecondFactor } from '../../generated/graphql.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { type SignInState, useSignInState } from './useSignInState.ts'

/** The steps of signing in. A login that was left half-way goes on with its second factor. */
export function SignInPage() {
  const { t } = useTranslation('signIn')
  const { to } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const { state, refusal, reload } = useSignInState()
  const [factors, setFactors] = useState<readonly SecondFactor[]>([])
  const pending = factors.length > 0 ? factors : (state?.session?.pendingFactors ?? [])

  const finish = () => {
    document.documentElement.dataset.session = 'present'
    void navigate({ href: to ?? '/', replace: true })
  }
  const goOn = (owed: readonly SecondFactor[]) => (owed.length > 0 ? setFactors(owed) : finish())
  const isSignedIn = Boolean(state?.viewer)
  const isFresh = Boolean(state?.setup.needsFirstAdmin)
  useEffect(() => {
    if (isFresh) void navigate({ to: '/first-run', replace: true })
  }, [isFresh, navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is signed in already leaves once.
  useEffect(() => {
    if (isSignedIn) finish()
  }, [isSignedIn])

  if (isSignedIn || pending.length === 0)
    return <PasswordStep state={state} refusal={refusal} reload={reload} onSignedIn={goOn} />
  return (
    <SignInFrame title={t('secondFactor.title')} intro={t('secondFactor.intro')}>
      <SecondFactorForm
        factors={pending}
        onDone={finish}
        onRestart={() => {
          setFactors([])
          reload()
        }}
      />
    </SignInFrame>
  )
}

interface PasswordStepProps extends SignInState {
  readonly onSignedIn: (pendingFactors: readonly SecondFactor[]) => void
}

function PasswordStep({ state, refusal, reload, onSignedIn }: PasswordStepProps) {
  const { t } = useTranslation('signIn')
  return (
    <SignInFrame
      title={t('signIn.title')}
      links={<SignInLinks isOpen={state?.serverInfo.isRegistrationOpen === true} />}
    >
      <NoticeAlert />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {state || refusal ? (
        <PasswordForm onSignedIn={onSignedIn} demoLogins={state?.setup.demoLogins ?? []} />
      ) : (
        <FormSkeleton />
      )}
    </SignInFrame>
  )
}

/** `isOpen` says whether anybody can register. */
function SignInLinks({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation('signIn')
  return (
    <>
      {isOpen && (
        <RouteLink to="/register" size="sm">
          {t('signIn.register')}
        </RouteLink>
      )}
      <RouteLink to="/forgot-password" size="sm">
        {t('signIn.forgot')}
      </RouteLink>
    </>
  )
}

/** Why the page is shown, or what a mailed link has done. */
function NoticeAlert() {
  const { t, i18n } = useTranslation('signIn')
  const { notice, at = '' } = useSearch({ from: '/sign-in' })
  if (!notice) return null
  return (
    <Alert color={notice === 'ACCOUNT_SUSPENDED' ? 'red' : 'plaza'} role="status">
      {t(`notices.${notice}`, { time: at && formatDateTime(i18n.language, at) })}
    </Alert>
  )
}

const FormSkeleton = () => (
  <Stack aria-hidden>
    <Skeleton h={58} />
    <Skeleton h={58} />
    <Skeleton h={36} />
  </Stack>
)
