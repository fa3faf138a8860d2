import type { PaymentEvent, Prisma } from '../../../generated/prisma/client.ts'
import { PAYMENT_EVENT_TYPES, type PaymentEventType } from '../../../kernel/payments.ts'

/** What a stored event tells beside its type. */
export interface StoredNotice {
  readonly providerRef: string | null
  readonly periodEnd: Date | null
  readonly error: string | null
  readonly externalStoreId: string | null
  readonly details: Prisma.JsonObject
}

const isObject = (value: Prisma.JsonValue | undefined): value is Prisma.JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOrNull = (value: Prisma.JsonValue | undefined) => (typeof value === 'string' && value !== '' ? value : null)

export const jsonObjectOf = (value: Prisma.JsonValue | undefined): Prisma.JsonObject => (isObject(value) ? value : {})

/** What a stored event tells. */
export function noticeOf({ payload }: Pick<PaymentEvent, 'payload'>): StoredNotice {
  const told = jsonObjectOf(payload)
  const periodEnd = textOrNull(told.periodEnd)
  return {
    providerRef: textOrNull(told.providerRef),
    periodEnd: periodEnd === null ? null : new Date(periodEnd),
    error: textOrNull(told.error),
    externalStoreId: textOrNull(told.externalStoreId),
    details: jsonObjectOf(told.details),
  }
}

export const isPaymentEventType = (text: string): text is PaymentEventType =>
  PAYMENT_EVENT_TYPES.some((type) => type === text)
