import type { z } from 'zod'
import type { avatarChangeRows, avatarListRows, avatarRows, impostorRows, wearingRows } from '../../contract/avatars.ts'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf, splitList } from '../../contract/shapes/queryParameters.ts'
import type { AvatarId, UserId } from '../../kernel/ids.ts'
import type { Scope, ScopeByAccess, ViewerScope } from '../../kernel/scope.ts'
import { DEFAULT_AVATAR_ID, readCurrentUser } from '../accounts/account/currentUser.ts'
import { currentUserWire } from '../accounts/wire.ts'
import { createAvatar } from './avatar/create.ts'
import { deleteAvatar } from './avatar/delete.ts'
import { listAvatarStyles } from './avatar/styles.ts'
import { updateAvatar } from './avatar/update.ts'
import { deleteImpostor, enqueueImpostor, estimateImpostorSeconds } from './impostor/impostors.ts'
import { seeAvatar } from './policy.ts'
import { loadAvatarRow } from './queries.ts'
import { type AvatarList, listAvatars } from './search/queries.ts'
import { type AvatarFilter, favoriteAvatarsSource } from './search/sorts.ts'
import { readWornAvatar, selectAvatar, selectFallbackAvatar } from './wearing/wornAvatars.ts'
import { avatarWire, impostorJobWire, listedAvatarWire, unreadableAvatarWire } from './wire.ts'

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

/** Answers an avatar after an act. */
async function readAvatarAfter(scope: Scope, id: AvatarId, act: Promise<unknown>) {
  await act
  return avatarWire(scope, await seeAvatar(scope, id))
}

const ownRecordWire = async (scope: ViewerScope) =>
  currentUserWire(scope, await readCurrentUser(scope, scope.viewer.id))

export const avatarsRest: Handlers<
  typeof avatarListRows & typeof impostorRows & typeof avatarRows & typeof avatarChangeRows & typeof wearingRows,
  ScopeByAccess
> = {
  searchAvatars: (scope, { query }) => {
    const mine = query.user === 'me' || query.userId === scope.viewer.id
    const filter = avatarFilterOf({ ...query, mine, authorId: query.userId })
    return readAvatars(scope, { source: { kind: 'all' }, filter }, query)
  },
  getFavoritedAvatars: (scope, { query: { ownerId, userId = ownerId ?? scope.viewer.id, ...query } }) =>
    readFavoriteAvatars(scope, userId, query),
  getLicensedAvatars: (scope, { query }) => readAvatars(scope, { source: { kind: 'licensed' }, filter: {} }, query),
  getImpostorQueueStats: async (scope) => ({ estimatedServiceDurationSeconds: await estimateImpostorSeconds(scope) }),
  enqueueImpostor: async (scope, { avatarId }) => impostorJobWire(await enqueueImpostor(scope, avatarId)),
  deleteImpostor: (scope, { avatarId }) => deleteImpostor(scope, avatarId),
  getAvatarStyles: async (scope) => (await listAvatarStyles(scope)).map(({ id, name }) => ({ id, styleName: name })),
  getAvatar: async (scope, { avatarId }) => avatarWire(scope, await seeAvatar(scope, avatarId)),
  createAvatar: async (scope, { body }) => avatarWire(scope, await seeAvatar(scope, await createAvatar(scope, body))),
  updateAvatar: (scope, { avatarId, body }) => readAvatarAfter(scope, avatarId, updateAvatar(scope, avatarId, body)),
  deleteAvatar: async (scope, { avatarId }) => ({
    ...(await readAvatarAfter(scope, avatarId, deleteAvatar(scope, avatarId))),
    _id: avatarId,
  }),
  selectAvatar: (scope, { avatarId }) => selectAvatar(scope, avatarId).then(() => ownRecordWire(scope)),
  selectFallbackAvatar: (scope, { avatarId }) => selectFallbackAvatar(scope, avatarId).then(() => ownRecordWire(scope)),
  getOwnAvatar: async (scope, { userId }) => avatarWire(scope, await readWornAvatar(scope, userId)),
}
