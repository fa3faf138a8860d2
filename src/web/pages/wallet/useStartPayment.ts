import { useState } from 'react'
import { useAttemptKeys } from '../../components/economy/useAttemptKeys.ts'
import type { StartStorePurchaseInput } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { START_PAYMENT } from './payments.ts'

type Order = Omit<StartStorePurchaseInput, 'idempotencyKey'>

/** Starts payments; what was started last is shown until it is closed. */
export function useStartPayment() {
  const start = useAct(START_PAYMENT)
  const keys = useAttemptKeys()
  const [paymentId, setPaymentId] = useState<string | null>(null)
  const show = (id: string | undefined) => {
    keys.forget()
    setPaymentId(id ?? null)
  }
  const inputOf = (order: Order) => ({ input: { ...order, idempotencyKey: keys.keyOf(order) } })
  /** Throws a Refusal, for forms. */
  const attempt = async (order: Order) => show((await start.attempt(inputOf(order))).startStorePurchase.transaction?.id)
  const begin = async (order: Order) => {
    const result = await start.act(inputOf(order))
    if (result) show(result.startStorePurchase.transaction?.id)
  }
  return { begin, attempt, isBusy: start.isBusy, paymentId, open: setPaymentId, close: () => setPaymentId(null) }
}
