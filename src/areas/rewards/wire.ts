import type { RewardRedemption, RewardRedemptionResult } from '../../contract/shapes/reward.ts'
import type { Badge } from '../../generated/prisma/client.ts'
import { PLATFORM_USER_ID } from '../../kernel/ids.ts'
import { templateWire } from '../inventory/wire.ts'
import type { GivenReward } from './give.ts'

/** The code is that of the request, as it is stored nowhere. */
export const redemptionWire = (code: string, given: readonly GivenReward[]): RewardRedemptionResult => ({
  redeemedRewards: given.map(givenWire),
  redemptionCode: code,
})

function givenWire(given: GivenReward): RewardRedemption {
  if (given.type === 'item') return { data: { item: templateWire(given.template) }, type: given.type }
  if (given.type === 'badge') return { data: { badge: badgeWire(given.badge) }, type: given.type }
  return { data: {}, type: given.type }
}

/** Badges here have no author, file or translations of their own. */
const badgeWire = (badge: Badge) => ({
  createdAt: badge.createdAt.toISOString(),
  createdBy: PLATFORM_USER_ID,
  description: badge.description,
  fileName: '',
  hidden: false,
  id: badge.id,
  imageUrl: badge.imageUrl,
  isLocalizationEnabled: false,
  name: badge.name,
  type: 'badge',
  updatedAt: badge.updatedAt.toISOString(),
})
