import { createHash } from 'node:crypto'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { PurchaseContext } from './snapshot.ts'

/** What a person asks to buy. */
export interface PurchaseRequest {
  readonly listingId: string
  /** A variant of the listing, whose price counts. */
  readonly listingVariantId?: string | undefined
  /** 1 by default. */
  readonly quantity?: number | undefined
  /** The friend for whom it is; the buyer by default. */
  readonly receiverId?: string | undefined
  /** Tokens that the buyer expects to pay for all. */
  readonly totalPrice: number
  /** Where the buyer is. Of it, what the server knows is kept. */
  readonly context?: PurchaseContext | undefined
  /** Names the purchase among those of the buyer, so that a repeated request answers the first one. */
  readonly idempotencyKey?: string | undefined
}

/** A request with its defaults, and what tells it from others. */
export interface PurchaseInput extends PurchaseRequest {
  readonly quantity: number
  readonly receiverId: string
  readonly isGift: boolean
  readonly context: PurchaseContext
  /** Key of the purchase among all; null without an idempotency key. */
  readonly purchaseKey: string | null
  readonly inputHash: string | null
}

export function purchaseInput({ viewer }: ViewerScope, request: PurchaseRequest): PurchaseInput {
  const { quantity = 1, receiverId = viewer.id, context = {}, idempotencyKey } = request
  const input = { ...request, quantity, receiverId, context, isGift: receiverId !== viewer.id }
  if (idempotencyKey === undefined) return { ...input, purchaseKey: null, inputHash: null }
  return { ...input, purchaseKey: `purchase:${viewer.id}:${idempotencyKey}`, inputHash: hashOf(input) }
}

const hashOf = ({ listingId, listingVariantId, quantity, receiverId, totalPrice, context }: PurchaseRequest) => {
  const { locationType, storeId, worldId } = context ?? {}
  const given = [listingId, listingVariantId, quantity, receiverId, totalPrice, locationType, storeId, worldId]
  return createHash('sha256').update(JSON.stringify(given)).digest('base64url')
}
