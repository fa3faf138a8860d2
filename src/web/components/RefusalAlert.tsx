import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '../graph/refusal.ts'
import { refusalText } from '../refusalTexts.ts'
import { RefusalDetails } from './RefusalDetails.tsx'

interface RefusalAlertProps {
  readonly refusal: Refusal
  /** Without it there is nothing to repeat. */
  readonly onRetry?: (() => void) | undefined
}

/** What happened, what to do, and the id under which the server has logged the request. */
export function RefusalAlert({ refusal, onRetry }: RefusalAlertProps) {
  const { t } = useTranslation('refusals')
  return (
    <Alert color="red" variant="light" role="alert" title={refusalText(t, refusal)}>
      <RefusalDetails refusal={refusal} />
      {onRetry && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
