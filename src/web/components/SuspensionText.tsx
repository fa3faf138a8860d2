import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../formats.ts'
import type { Suspension } from '../graph/refusal.ts'

/** Why an account is suspended, and until when. */
export function SuspensionText({ suspension }: { readonly suspension: Suspension }) {
  const { t, i18n } = useTranslation('refusals')
  const { reason, endsAt } = suspension
  return (
    <>
      <Text size="sm">
        {endsAt ? t('suspendedUntil', { time: formatDateTime(i18n.language, endsAt) }) : t('suspendedForGood')}
      </Text>
      {reason && <Text size="sm">{t('suspensionReason', { reason })}</Text>}
    </>
  )
}
