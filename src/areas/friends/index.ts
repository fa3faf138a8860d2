import { friends } from '../../contract/friends.ts'
import { defineArea } from '../area.ts'
import { friendResponders } from './boops.ts'
import { friendEvents } from './events.ts'
import { friendFrames } from './frames.ts'
import { eraseFriendships } from './friendships.ts'
import { friendsRest } from './rest.ts'
import './graph/friend.ts'
import './graph/friendActivity.ts'
import './graph/accountFriends.ts'
import './graph/friendList.ts'
import './graph/friendMutations.ts'
import './graph/friendRequest.ts'
import { personalData } from './personalData.ts'

export const friendsArea = defineArea({
  tag: 'Friends',
  contract: friends,
  rest: friendsRest,
  personalData,
  nodeTypes: { friendRequest: 'FriendRequest' },
  events: friendEvents,
  accountErasure: { place: 10, erase: eraseFriendships },
  frames: { friend: friendFrames },
  responders: friendResponders,
})
