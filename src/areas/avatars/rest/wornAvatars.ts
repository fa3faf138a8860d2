import type { wearingRows } from '../../../contract/avatars.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import { readCurrentUser } from '../../accounts/account/currentUser.ts'
import { currentUserWire } from '../../accounts/wire.ts'
import { readWornAvatar, selectAvatar, selectFallbackAvatar } from '../wearing/select.ts'
import { avatarWire } from '../wire.ts'

const ownRecordWire = async (scope: ViewerScope) =>
  currentUserWire(await readCurrentUser(scope, scope.viewer.id), scope.now)

export const wearingRest: Handlers<typeof wearingRows, ScopeByAccess> = {
  selectAvatar: (scope, { avatarId }) => selectAvatar(scope, avatarId).then(() => ownRecordWire(scope)),
  selectFallbackAvatar: (scope, { avatarId }) => selectFallbackAvatar(scope, avatarId).then(() => ownRecordWire(scope)),
  getOwnAvatar: async (scope, { userId }) => avatarWire(scope, await readWornAvatar(scope, userId)),
}
