import type { z } from 'zod'
import type { avatarListRows } from '../../../contract/avatars.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf, splitList } from '../../../contract/shapes/queryParameters.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import { DEFAULT_AVATAR_ID } from '../../accounts/account/defaultAvatar.ts'
import { loadAvatarRow } from '../queries.ts'
import { favoriteAvatarsSource } from '../search/favorites.ts'
import type { AvatarFilter } from '../search/filters.ts'
import { type AvatarList, listAvatars } from '../search/list.ts'
import { listedAvatarWire, unreadableAvatarWire } from '../wire.ts'

type ListQuery = Omit<z.output<typeof avatarListRows.getFavoritedAvatars.query>, 'ownerId' | 'userId'> &
  Pick<AvatarFilter, 'mine' | 'authorId'>
type PageQuery = Parameters<typeof pageOf>[0]

const avatarFilterOf = ({ tag, notag, platform, order, ...query }: ListQuery): AvatarFilter => ({
  ...query,
  tags: splitList(tag),
  withoutTags: splitList(notag),
  platforms: splitList(platform),
  ascending: order === 'ascending',
})

async function readAvatars(scope: ViewerScope, list: AvatarList, query: PageQuery) {
  const found = await listAvatars(scope, list, pageOf(query))
  return found.flatMap(({ seen }) => (seen ? [listedAvatarWire(scope, seen)] : []))
}

async function readFavoriteAvatars(scope: ViewerScope, userId: UserId, query: ListQuery & PageQuery) {
  const filter = avatarFilterOf(query)
  const source = { ...(await favoriteAvatarsSource(scope, userId, filter)), withUnreadable: true }
  const [found, standIn] = await Promise.all([
    listAvatars(scope, { source, filter }, pageOf(query)),
    loadAvatarRow(scope, DEFAULT_AVATAR_ID),
  ])
  return found.map(({ id, seen }) =>
    seen ? listedAvatarWire(scope, seen) : unreadableAvatarWire(scope, id, standIn?.imageUrl),
  )
}

export const avatarListRest: Handlers<typeof avatarListRows, ScopeByAccess> = {
  searchAvatars: (scope, { query }) => {
    const mine = query.user === 'me' || query.userId === scope.viewer.id
    const filter = avatarFilterOf({ ...query, mine, authorId: query.userId })
    return readAvatars(scope, { source: { kind: 'all' }, filter }, query)
  },
  getFavoritedAvatars: (scope, { query: { ownerId, userId = ownerId ?? scope.viewer.id, ...query } }) =>
    readFavoriteAvatars(scope, userId, query),
  getLicensedAvatars: (scope, { query }) => readAvatars(scope, { source: { kind: 'licensed' }, filter: {} }, query),
}
