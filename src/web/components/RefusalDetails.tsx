import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '../graph/refusal.ts'
import { SuspensionText } from './SuspensionText.tsx'

/** What is told of a refusal beside what it means: a suspension, and the id under which the server has logged it. */
export function RefusalDetails({ refusal: { suspension, requestId } }: { readonly refusal: Refusal }) {
  const { t } = useTranslation('refusals')
  return (
    <>
      {suspension && <SuspensionText suspension={suspension} />}
      {requestId && (
        <Text size="xs" c="dimmed">
          {t('requestId', { id: requestId })}
        </Text>
      )}
    </>
  )
}
