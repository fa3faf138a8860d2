import { useState } from 'react'
import { showRefusal } from '../../components/showRefusal.tsx'
import type { StartStorePurchaseInput } from '../../generated/graphql.ts'
import { attemptOnce } from '../../graph/attemptKeys.ts'
import { refusalOf } from '../../graph/refusal.ts'
import { useAct } from '../../graph/useAct.ts'
import { START_PAYMENT } from './payments.ts'

type Order = Omit<StartStorePurchaseInput, 'idempotencyKey'>

/** Starts payments; what was started last is shown until it is closed. */
export function useStartPayment() {
  const start = useAct(START_PAYMENT)
  const [paymentId, setPaymentId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Throws a Refusal, for forms. */
  const attempt = async (order: Order) => {
    const { startStorePurchase } = await attemptOnce('pay', order, (input) => start.attempt({ input }))
    setPaymentId(startStorePurchase.transaction?.id ?? null)
  }
  const begin = async (order: Order) => {
    setBusy(true)
    await attempt(order)
      .catch((error: unknown) => showRefusal(refusalOf(error)))
      .finally(() => setBusy(false))
  }
  return { begin, attempt, isBusy, paymentId, open: setPaymentId, close: () => setPaymentId(null) }
}
