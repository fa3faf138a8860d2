import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { SecondFactor } from '../../generated/graphql.ts'
import { request } from '../../graph/request.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { LOGOUT, VERIFY_2FA, VERIFY_2FA_EMAIL_CODE, VERIFY_RECOVERY_CODE } from './documents.ts'
import { useFinishedElsewhere } from './useFinishedElsewhere.ts'

const VERIFY: Readonly<Record<SecondFactor, (code: string) => Promise<unknown>>> = {
  TOTP: (code) => request(VERIFY_2FA, { input: { code } }),
  RECOVERY_CODE: (code) => request(VERIFY_RECOVERY_CODE, { input: { code } }),
  EMAIL_CODE: (code) => request(VERIFY_2FA_EMAIL_CODE, { input: { code } }),
}

interface SecondFactorFormProps {
  /** Second factors of which one must be given; at least one. */
  readonly factors: readonly SecondFactor[]
  readonly onDone: () => void
  /** Called when the login was given up. */
  readonly onRestart: () => void
}

/** Asks for one of the second factors. A login from a new place may also be approved by the link of its mail. */
export function SecondFactorForm({ factors, onDone, onRestart }: SecondFactorFormProps) {
  const { t } = useTranslation('signIn')
  const [chosen, setChosen] = useState<SecondFactor | null>(null)
  const factor = chosen ?? factors[0] ?? 'TOTP'
  const { form, refusal, isBusy, onSubmit } = useGraphForm({ initialValues: { code: '' } }, async ({ code }) => {
    await VERIFY[factor](code.trim())
    onDone()
  })
  useFinishedElsewhere(factors.includes('EMAIL_CODE'), onDone)
  const restart = async () => {
    await request(LOGOUT, { input: {} }).catch(() => null)
    onRestart()
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {factors.length > 1 && (
          <SegmentedControl
            fullWidth
            aria-label={t('secondFactor.method')}
            value={factor}
            data={factors.map((value) => ({ value, label: t(`secondFactor.methods.${value}`) }))}
            onChange={(value) => {
              setChosen(factors.find((one) => one === value) ?? null)
              form.reset()
            }}
          />
        )}
        <Text size="sm">{t(`secondFactor.hints.${factor}`)}</Text>
        <TextInput
          label={t(`secondFactor.labels.${factor}`)}
          autoComplete="one-time-code"
          inputMode={factor === 'RECOVERY_CODE' ? 'text' : 'numeric'}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t('secondFactor.submit')}
        </Button>
        <Button variant="subtle" color="gray" fullWidth onClick={() => void restart()}>
          {t('secondFactor.restart')}
        </Button>
      </Stack>
    </form>
  )
}
