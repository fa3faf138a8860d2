import { Button, List, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { IconCheck, IconTool } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { SetupStepsQuery } from '../../generated/graphql.ts'
import { refusalOf } from '../../graph/refusal.ts'
import { request } from '../../graph/request.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { AccountFields } from './AccountFields.tsx'
import { CREATE_FIRST_ADMIN, SETUP_STEPS } from './documents.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useSignInState } from './useSignInState.ts'

type Steps = NonNullable<SetupStepsQuery['setup']['steps']>

/** Makes the first admin of a fresh server, and then shows what is still to set up. */
export function FirstRunPage() {
  const { t } = useTranslation('signIn')
  const { state, refusal, reload } = useSignInState()
  const [steps, setSteps] = useState<Steps | null>(null)
  const readSteps = useCallback(async () => {
    const { setup } = await request(SETUP_STEPS, {})
    setSteps(setup.steps ?? null)
  }, [])
  const isSignedIn = Boolean(state?.viewer)
  useEffect(() => {
    if (isSignedIn) void readSteps().catch(() => {})
  }, [isSignedIn, readSteps])

  if (steps) return <StepList steps={steps} />
  if (state && !state.setup.needsFirstAdmin)
    return (
      <SignInFrame title={t('firstRun.doneTitle')} intro={t('firstRun.doneIntro')}>
        <RouteLink to="/sign-in">{t('signIn.title')}</RouteLink>
      </SignInFrame>
    )
  return (
    <SignInFrame title={t('firstRun.title')} intro={t('firstRun.intro')}>
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      <AdminForm onDone={readSteps} onTaken={reload} />
    </SignInFrame>
  )
}

interface AdminFormProps {
  readonly onDone: () => Promise<void>
  /** Called when somebody else has become the first admin meanwhile. */
  readonly onTaken: () => void
}

function AdminForm({ onDone, onTaken }: AdminFormProps) {
  const { t } = useTranslation('signIn')
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { initialValues: { code: '', username: '', email: '', password: '' } },
    async (input) => {
      await request(CREATE_FIRST_ADMIN, { input }).catch((error: unknown) => {
        if (refusalOf(error).reason === 'ALREADY_EXISTS') onTaken()
        throw error
      })
      document.documentElement.dataset.session = 'present'
      await onDone()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('firstRun.code')}
          description={t('firstRun.codeHint')}
          autoComplete="off"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <AccountFields form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t('firstRun.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** What is set, and what an operator should still set. */
function StepList({ steps }: { readonly steps: Steps }) {
  const { t } = useTranslation('signIn')
  const navigate = useNavigate()
  return (
    <SignInFrame title={t('firstRun.stepsTitle')} intro={t('firstRun.stepsIntro')}>
      <List spacing="sm" listStyleType="none" center>
        {steps.map(({ kind, isDone }) => (
          <List.Item
            key={kind}
            icon={
              <ThemeIcon color={isDone ? 'green.8' : 'orange.8'} radius="xl" size={26}>
                {isDone ? <IconCheck size={16} aria-hidden /> : <IconTool size={16} aria-hidden />}
              </ThemeIcon>
            }
          >
            <Text size="sm">{t(`firstRun.steps.${kind}.${isDone ? 'done' : 'open'}`)}</Text>
          </List.Item>
        ))}
      </List>
      <Text size="sm">{t('firstRun.howTo')}</Text>
      <Button onClick={() => void navigate({ to: '/', replace: true })}>{t('firstRun.goOn')}</Button>
    </SignInFrame>
  )
}
