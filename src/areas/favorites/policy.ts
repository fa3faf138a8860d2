import { Failure, invalid } from '../../kernel/failure.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Relation } from '../users/relations.ts'
import { type FavoriteType, KINDS } from './kinds.ts'

export type Visibility = 'friends' | 'private' | 'public'

interface Owned {
  readonly ownerId: string
  readonly visibility: Visibility
}

/** Own groups, public ones, and those of friends for friends; nothing across a block. Admins see all. */
export function canSeeGroup({ viewer }: SignedScope, group: Owned, relation: Relation | undefined): boolean {
  if (viewer.admin || viewer.id === group.ownerId) return true
  if (relation?.isBlocked || group.visibility === 'private') return false
  return group.visibility === 'public' || relation?.isFriend === true
}

/** Clients know these texts; those of friends stand in their documents. */
export const noSuchFavorite = () => new Failure('missing', "404 couldn't find that favorite")
export const notAFriend = () =>
  new Failure('forbidden', 'you are not friends with that user!', { code: 'not_friends', field: 'favoriteId' })
export const alreadyFavorited = (type: FavoriteType) =>
  new Failure('conflict', `You already have that ${WORD[type]} favorited`, { code: 'already_favorited' })

const WORD: Readonly<Record<FavoriteType, string>> = {
  avatar: 'avatar',
  friend: 'friend',
  vrcPlusWorld: 'world',
  world: 'world',
}

export const noSuchGroup = () => new Failure('missing', 'Favorite group not found')
export const noSuchAvatar = () => new Failure('missing', 'Avatar Not Found')

export const groupFull = (type: FavoriteType) =>
  new Failure('conflict', `You can have at most ${KINDS[type].most} favorites in a group of ${WORD[type]}s`, {
    code: 'favorite_group_full',
  })

/** The refusal of a group that a type does not have; legacy clients name it by the first of their tags. */
export const notAGroup = (type: FavoriteType) =>
  invalid('group', `tags must begin with the name of a group: ${KINDS[type].groups.join(', ') || `${type} has none`}`)
