import { Stack } from '@mantine/core'
import { OwnSubscriptionsPanel } from './OwnSubscriptionsPanel.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { PlansPanel } from './PlansPanel.tsx'
import { useStartPayment } from './useStartPayment.ts'

/** What the person is subscribed to, and what there is to subscribe to. */
export function SubscriptionsTab() {
  const payment = useStartPayment()
  return (
    <Stack gap="md">
      <OwnSubscriptionsPanel />
      <PlansPanel payment={payment} />
      {payment.paymentId && <PaymentDialog paymentId={payment.paymentId} onClose={payment.close} />}
    </Stack>
  )
}
