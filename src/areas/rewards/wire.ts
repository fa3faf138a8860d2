import type { RewardRedemption, RewardRedemptionResult } from '../../contract/shapes/reward.ts'
import type { Badge } from '../../generated/prisma/client.ts'
import { PLATFORM_USER_ID } from '../../kernel/ids.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import { templateWire } from '../inventory/wire.ts'
import type { GivenReward } from './give.ts'

/** The code is that of the request, as it is stored nowhere. */
export const redemptionWire = (
  options: UrlOptions,
  code: string,
  given: readonly GivenReward[],
): RewardRedemptionResult => ({
  redeemedRewards: given.map((one) => givenWire(options, one)),
  redemptionCode: code,
})

function givenWire(options: UrlOptions, given: GivenReward): RewardRedemption {
  if (given.type === 'item') return { data: { item: templateWire(options, given.template) }, type: given.type }
  if (given.type === 'badge') return { data: { badge: badgeWire(options, given.badge) }, type: given.type }
  return { data: {}, type: given.type }
}

/** Badges here have no author, file or translations of their own. */
const badgeWire = (options: UrlOptions, badge: Badge) => ({
  createdAt: badge.createdAt.toISOString(),
  createdBy: PLATFORM_USER_ID,
  description: badge.description,
  fileName: '',
  hidden: false,
  id: badge.id,
  imageUrl: shownUrl(options, badge.imageUrl),
  isLocalizationEnabled: false,
  name: badge.name,
  type: 'badge',
  updatedAt: badge.updatedAt.toISOString(),
})
