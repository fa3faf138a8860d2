import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '../graph/refusal.ts'
import { refusalText } from '../refusalTexts.ts'
import { RefusalDetails } from './RefusalDetails.tsx'

function RefusalText({ refusal }: { readonly refusal: Refusal }) {
  const { t } = useTranslation('refusals')
  return (
    <>
      <Text size="sm">{refusalText(t, refusal)}</Text>
      <RefusalDetails refusal={refusal} />
    </>
  )
}

/** Says at the edge of the page why an act was refused. */
export const showRefusal = (refusal: Refusal): string =>
  notifications.show({ color: 'red', autoClose: 10_000, message: <RefusalText refusal={refusal} /> })
