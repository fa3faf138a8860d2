import { newId } from '../../src/kernel/ids.ts'

type Case = readonly [mutation: string, input: () => object, faults: readonly string[]]

const receiverId = newId('user', new Date(0))

/** Inputs of mutations of payments that break several rules, with all faults that are told of them. */
export const paymentCases: readonly Case[] = [
  [
    'startStorePurchase',
    () => ({ bundleId: 'tbdl_tokens-200', subscriptionId: 'nonsense', quantity: 0, idempotencyKey: ' ' }),
    ['idempotencyKey INVALID_CHARACTERS', 'quantity TOO_SMALL', 'subscriptionId SUBSCRIPTION_NOT_FOUND'],
  ],
  [
    'startStorePurchase',
    () => ({ bundleId: 'tbdl_tokens-200', quantity: 2, receiverId, idempotencyKey: '' }),
    ['idempotencyKey INVALID_CHARACTERS', 'quantity WRONG_COMBINATION', 'receiverId WRONG_COMBINATION'],
  ],
]
