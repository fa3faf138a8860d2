import { userNotFound } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { PresenceStatus } from '../../../kernel/presence.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { presenceVisibleToFriends } from '../policy.ts'
import { loadOwnUser, type OwnUserRow } from '../queries.ts'

/** Tags that everybody's own record has, so that no profile stores them. */
export const CREATOR_TAGS = ['system_world_access', 'system_avatar_access']

/** A person's own record. */
export type CurrentUserRecord = Omit<OwnUserRow, 'account' | 'friendships'> & {
  readonly account: NonNullable<OwnUserRow['account']>
  readonly standing: PresenceStatus
  readonly friends: readonly CurrentUserFriend[]
}
/** A friend with the presence that the person sees: offline when either has blocked the other. */
export interface CurrentUserFriend {
  readonly id: string
  readonly standing: PresenceStatus
}

/** Reads a person's own record, for that person or an admin. Throws `missing` when there is none. */
export async function readCurrentUser(scope: Scope, id: UserId): Promise<CurrentUserRecord> {
  const user = await loadOwnUser(scope, id)
  if (!user?.account) throw userNotFound(id)
  const { account, friendships, ...profile } = user
  const people = [id, ...friendships.map(({ friendId }) => trusted<'user'>(friendId))]
  const standings: ReadonlyMap<string, PresenceStatus> = await scope.presence.statuses(people, scope.now)
  const friends = friendships.map(({ friendId, blocked, friend: { status } }) => ({
    id: friendId,
    standing: blocked ? ('offline' as const) : presenceVisibleToFriends(status, standings.get(friendId)),
  }))
  return { ...profile, account, friends, standing: standings.get(id) ?? 'offline' }
}

/** The avatar of the platform, which everybody wears who has chosen no other. It is always there, and public. */
export const DEFAULT_AVATAR_ID = trusted<'avatar'>('avtr_00000000-0000-4000-8000-000000000001')

/** Columns of a person who wears the avatar of the platform, as it looks now. */
export async function defaultAvatarColumns(scope: Pick<Scope, 'db' | 'now' | 'rules'>) {
  const avatar = await scope.db.avatar.findUnique({
    where: { id: DEFAULT_AVATAR_ID },
    select: { imageUrl: true, tags: true },
  })
  const { imageUrl = '', tags = [] } = avatar ?? {}
  return {
    currentAvatar: DEFAULT_AVATAR_ID,
    currentAvatarImageUrl: imageUrl,
    currentAvatarThumbnailImageUrl: storedUrl(scope, thumbnailUrl(scope, imageUrl)),
    currentAvatarTags: tags,
    fallbackAvatar: DEFAULT_AVATAR_ID,
  }
}
