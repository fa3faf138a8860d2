import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useResendConfirmation } from '../components/useResendConfirmation.ts'
import { useConnectionState } from '../graph/connectionState.ts'
import { usePageOutdated } from '../version.ts'

interface BannersProps {
  /** The address that is not confirmed yet; null if none waits. */
  readonly email: string | null
}

/** What concerns every page: a lost connection, a new version of the server, an address that is not confirmed. */
export function Banners({ email }: BannersProps) {
  const { t } = useTranslation()
  const isLost = useConnectionState() === 'lost'
  const isOutdated = usePageOutdated()
  const resend = useResendConfirmation()
  return (
    <Stack gap="xs" mb={isLost || isOutdated || email ? 'md' : 0} aria-live="polite">
      {isLost && (
        <Alert color="yellow" variant="light" p="xs">
          {t('banners.offline')}
        </Alert>
      )}
      {isOutdated && (
        <Alert color="plaza" variant="light" p="xs">
          <Group justify="space-between">
            {t('banners.newVersion')}
            <Button size="compact-sm" onClick={() => location.reload()}>
              {t('fault.reload')}
            </Button>
          </Group>
        </Alert>
      )}
      {email && (
        <Alert color="plaza" variant="light" p="xs">
          <Group justify="space-between">
            {t('banners.unconfirmed', { email })}
            <Button size="compact-sm" variant="default" loading={resend.isBusy} onClick={() => void resend.send()}>
              {t('banners.sendAgain')}
            </Button>
          </Group>
        </Alert>
      )}
    </Stack>
  )
}
