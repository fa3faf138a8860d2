import { Alert, Button, Stack, Textarea } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { request } from '../../graph/request.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { APPEAL_SUSPENSION } from './documents.ts'
import { SignInFrame } from './SignInFrame.tsx'

/** Appeals against a suspension, by the link of a mail or of the page to sign in. */
export function AppealPage() {
  const { t } = useTranslation('signIn')
  const { token } = useSearch({ from: '/appeal' })
  const [isSent, setSent] = useState(false)
  const { form, refusal, isBusy, onSubmit } = useGraphForm({ initialValues: { text: '' } }, async ({ text }) => {
    await request(APPEAL_SUSPENSION, { input: { token, text } })
    setSent(true)
  })
  return (
    <SignInFrame
      title={t('appeal.title')}
      intro={t('appeal.intro')}
      links={
        <RouteLink to="/sign-in" size="sm">
          {t('backToSignIn')}
        </RouteLink>
      }
    >
      {isSent ? (
        <Alert role="status">{t('appeal.sent')}</Alert>
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            <Textarea
              label={t('appeal.text')}
              description={t('appeal.textHint')}
              autosize
              minRows={4}
              maxRows={12}
              key={form.key('text')}
              {...form.getInputProps('text')}
            />
            {refusal && <RefusalAlert refusal={refusal} />}
            <Button type="submit" loading={isBusy} fullWidth>
              {t('appeal.submit')}
            </Button>
          </Stack>
        </form>
      )}
    </SignInFrame>
  )
}
