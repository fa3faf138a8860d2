import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '../graph/refusal.ts'
import { refusalText } from '../refusalTexts.ts'
import { SuspensionText } from './SuspensionText.tsx'

function RefusalText({ refusal }: { readonly refusal: Refusal }) {
  const { t } = useTranslation('refusals')
  return (
    <>
      <Text size="sm">{refusalText(t, refusal)}</Text>
      {refusal.suspension && <SuspensionText suspension={refusal.suspension} />}
      {refusal.requestId && (
        <Text size="xs" c="dimmed">
          {t('requestId', { id: refusal.requestId })}
        </Text>
      )}
    </>
  )
}

/** Says at the edge of the page why an act was refused. */
export const showRefusal = (refusal: Refusal): string =>
  notifications.show({ color: 'red', autoClose: 10_000, message: <RefusalText refusal={refusal} /> })
