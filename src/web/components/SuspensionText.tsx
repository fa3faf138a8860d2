import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../formats.ts'
import type { Suspension } from '../graph/refusal.ts'
import { RouteLink } from './RouteLink.tsx'

/** Why an account is suspended, until when, and the way to appeal for who has given the right password. */
export function SuspensionText({ suspension }: { readonly suspension: Suspension }) {
  const { t, i18n } = useTranslation('refusals')
  const { reason, endsAt, appealToken } = suspension
  return (
    <>
      <Text size="sm">
        {endsAt ? t('suspendedUntil', { time: formatDateTime(i18n.language, endsAt) }) : t('suspendedForGood')}
      </Text>
      {reason && <Text size="sm">{t('suspensionReason', { reason })}</Text>}
      {appealToken && (
        <RouteLink to="/appeal" search={{ token: appealToken }} size="sm">
          {t('appealSuspension')}
        </RouteLink>
      )}
    </>
  )
}
