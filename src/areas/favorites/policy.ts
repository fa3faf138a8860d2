import { Failure } from '../../kernel/failure.ts'
import { FAVORITE_TYPE_RULES, type FavoriteType } from './favoriteTypes.ts'

/** Legacy clients know this message and that of `notAFriend`. */
export const favoriteNotFound = () =>
  new Failure('missing', "404 couldn't find that favorite", { reason: 'favorite_not_found' })
export const notAFriend = () =>
  new Failure('forbidden', 'you are not friends with that user!', { reason: 'friends_only', field: 'favoriteId' })
export const alreadyFavorited = (type: FavoriteType) =>
  new Failure('conflict', `You already have that ${TARGET_NOUN[type]} favorited`, {
    reason: 'already_favorited',
    field: 'favoriteId',
  })

const TARGET_NOUN: Readonly<Record<FavoriteType, string>> = {
  avatar: 'avatar',
  friend: 'friend',
  vrcPlusWorld: 'world',
  world: 'world',
}

export const favoriteGroupNotFound = () =>
  new Failure('missing', 'Favorite group not found', { reason: 'favorite_group_not_found' })
export const avatarNotFound = () =>
  new Failure('missing', 'Avatar Not Found', { reason: 'avatar_not_found', field: 'favoriteId' })

export const favoriteGroupFull = (type: FavoriteType) =>
  new Failure(
    'conflict',
    `You can have at most ${FAVORITE_TYPE_RULES[type].capacity} favorites in a group of ${TARGET_NOUN[type]}s`,
    { reason: 'favorite_group_full', field: 'group' },
  )

/** The failure for a group that a type does not have; its message is for legacy clients, which send it as the first tag. */
export function invalidFavoriteGroup(type: FavoriteType) {
  const reason = 'unknown_value'
  const names = FAVORITE_TYPE_RULES[type].groups.join(', ') || `${type} has none`
  const issues = [{ path: ['group'], reason, message: `group must be one for ${TARGET_NOUN[type]}s` } as const]
  return new Failure('invalid', `tags must begin with the name of a group: ${names}`, { reason, issues })
}
