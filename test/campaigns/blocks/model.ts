import { userPairKey } from '../../../src/areas/users/locks.ts'

/** A notification that its recipient can see. */
export interface SentNotification {
  readonly id: string
  readonly type: string
  readonly from: string
  readonly to: string
  answered: boolean
}

/** The relationships between the users, as the answers so far imply. */
export interface FriendshipModel {
  /** `userPairKey` of each pair of friends. */
  readonly friends: Set<string>
  /** `directionKey` of each block: from the blocking to the blocked user. */
  readonly blocks: Set<string>
  /** `directionKey` of each favorite: from the owner to the favorite user. */
  readonly favorites: Set<string>
  /** Locations by user id; users in no instance have no entry. */
  readonly locations: Map<string, string>
  readonly sent: Set<SentNotification>
}

export const aFriendshipModel = (): FriendshipModel => ({
  friends: new Set(),
  blocks: new Set(),
  favorites: new Set(),
  locations: new Map(),
  sent: new Set(),
})

export const directionKey = (from: string, to: string) => `${from} ${to}`

export const areFriends = ({ friends }: FriendshipModel, one: string, other: string) =>
  friends.has(userPairKey(one, other))
export const isBlocked = ({ blocks }: FriendshipModel, one: string, other: string) =>
  blocks.has(directionKey(one, other)) || blocks.has(directionKey(other, one))
export const areUnblockedFriends = (model: FriendshipModel, one: string, other: string) =>
  areFriends(model, one, other) && !isBlocked(model, one, other)

export const requestFrom = ({ sent }: FriendshipModel, from: string, to: string) =>
  [...sent].find((one) => one.type === 'friendRequest' && one.from === from && one.to === to)

export function befriend(model: FriendshipModel, one: string, other: string): void {
  for (const request of [requestFrom(model, one, other), requestFrom(model, other, one)])
    if (request) model.sent.delete(request)
  model.friends.add(userPairKey(one, other))
}

/** Ends a friendship, and with it the favorites that depend on it. */
export function endFriendship(model: FriendshipModel, one: string, other: string): void {
  model.friends.delete(userPairKey(one, other))
  for (const favorite of [directionKey(one, other), directionKey(other, one)]) model.favorites.delete(favorite)
}

/** Blocks a user. Deletes the notifications between the two for good; friendship and favorites are only hidden. */
export function block(model: FriendshipModel, one: string, other: string): void {
  model.blocks.add(directionKey(one, other))
  for (const each of model.sent)
    if (userPairKey(each.from, each.to) === userPairKey(one, other)) model.sent.delete(each)
}

export const unblock = ({ blocks }: FriendshipModel, one: string, other: string) =>
  void blocks.delete(directionKey(one, other))

/** The type of a notification as REST names it, from its value in the graph. */
export const restTypeOf = (type: string): string =>
  type.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
