import type { avatarChangeRows, avatarRows } from '../../../contract/avatars.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { AvatarId } from '../../../kernel/ids.ts'
import type { Scope, ScopeByAccess } from '../../../kernel/scope.ts'
import { seeAvatar } from '../access.ts'
import { createAvatar } from '../avatar/create.ts'
import { deleteAvatar } from '../avatar/delete.ts'
import { listAvatarStyles } from '../avatar/read.ts'
import { updateAvatar } from '../avatar/update.ts'
import { avatarWire } from '../wire.ts'

/** Answers an avatar after an act. */
async function readAvatarAfter(scope: Scope, id: AvatarId, act: Promise<unknown>) {
  await act
  return avatarWire(scope, await seeAvatar(scope, id))
}

export const avatarRest: Handlers<typeof avatarRows, ScopeByAccess> = {
  getAvatarStyles: async (scope) => (await listAvatarStyles(scope)).map(({ id, name }) => ({ id, styleName: name })),
  getAvatar: async (scope, { avatarId }) => avatarWire(scope, await seeAvatar(scope, avatarId)),
}

export const avatarChangeRest: Handlers<typeof avatarChangeRows, ScopeByAccess> = {
  createAvatar: async (scope, { body }) => avatarWire(scope, await seeAvatar(scope, await createAvatar(scope, body))),
  updateAvatar: (scope, { avatarId, body }) => readAvatarAfter(scope, avatarId, updateAvatar(scope, avatarId, body)),
  deleteAvatar: async (scope, { avatarId }) => ({
    ...(await readAvatarAfter(scope, avatarId, deleteAvatar(scope, avatarId))),
    _id: avatarId,
  }),
}
