import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { countMutualFriends } from '../../friends/mutualFriends.ts'
import { countMutualGroups } from './profile.ts'

/** Numbers of friends and groups that the viewer has in common with a person. */
interface MutualCounts {
  readonly friends: number
  readonly groups: number
}

/** Throws `missing` for an unknown person. */
export async function countMutuals(scope: ViewerScope, userId: UserId): Promise<MutualCounts> {
  const [friends, groups] = await Promise.all([countMutualFriends(scope, userId), countMutualGroups(scope, userId)])
  return { friends, groups }
}
