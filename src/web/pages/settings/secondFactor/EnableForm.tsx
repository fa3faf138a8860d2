import { Button, Code, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { CANCEL_PENDING_2FA, ENABLE_2FA, VERIFY_PENDING_2FA } from './documents.ts'

interface EnableFormProps {
  readonly onEnabled: () => void
}

interface Secret {
  readonly qrCodeDataUrl: string
  readonly secret: string
}

/** Shows a new secret, and asks for a first code of the app. */
export function EnableForm({ onEnabled }: EnableFormProps) {
  const { t } = useTranslation('settings')
  const enable = useAct(ENABLE_2FA)
  const cancel = useAct(CANCEL_PENDING_2FA)
  const [pending, setPending] = useState<Secret | null>(null)
  const start = async () => {
    const done = await enable.act({})
    if (done) setPending(done.enable2FA.pendingSecondFactor)
  }
  const giveUp = async () => {
    setPending(null)
    await cancel.act({})
  }
  if (pending) return <FirstCodeForm pending={pending} onEnabled={onEnabled} onCancel={() => void giveUp()} />
  return (
    <Group>
      <Button loading={enable.isBusy} onClick={() => void start()}>
        {t('secondFactor.enable')}
      </Button>
    </Group>
  )
}

interface FirstCodeFormProps extends EnableFormProps {
  readonly pending: Secret
  readonly onCancel: () => void
}

function FirstCodeForm({ pending, onEnabled, onCancel }: FirstCodeFormProps) {
  const { t } = useTranslation(['settings', 'common'])
  const verify = useAct(VERIFY_PENDING_2FA)
  const { form, refusal, isBusy, onSubmit } = useGraphForm({ initialValues: { code: '' } }, async ({ code }) => {
    await verify.attempt({ input: { code } })
    onEnabled()
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Group align="start" gap="lg">
          <Image src={pending.qrCodeDataUrl} alt={t('secondFactor.qrCode')} w={180} h={180} radius="md" flex="none" />
          <Stack gap="xs" flex={1} miw={220}>
            <Text size="sm">{t('secondFactor.scan')}</Text>
            <Group gap="xs">
              <Code fz="sm">{pending.secret}</Code>
              <CopyButton value={pending.secret}>
                {({ copied, copy }) => (
                  <Button size="compact-sm" variant="default" onClick={copy}>
                    {copied ? t('copied') : t('copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </Stack>
        </Group>
        <TextInput
          label={t('secondFactor.code')}
          description={t('secondFactor.codeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maw={320}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {t('secondFactor.finish')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
