import { aName } from '../support/users.ts'
import type { RestAccess } from './restTable.ts'

/** In test order, as the last ones delete avatars. */
export const avatarOperations = {
  getAvatarStyles: { answers: [200, 200, 200, 200, 200] },
  searchAvatars: { answers: [401, 401, 200, 200, 200] },
  getFavoritedAvatars: {
    call: ({ userId }) => ({ query: { userId } }),
    answers: [401, 401, 403, 200, 200],
  },
  getLicensedAvatars: { answers: [401, 401, 200, 200, 200] },
  getAvatar: {
    call: ({ privateAvatarId: avatarId }) => ({ avatarId }),
    answers: [401, 401, 404, 200, 200],
  },
  // Admins read private avatars, and wear none of others.
  selectAvatar: {
    call: ({ privateAvatarId: avatarId }) => ({ avatarId }),
    answers: [401, 401, 404, 200, 403],
  },
  selectFallbackAvatar: {
    call: ({ privateAvatarId: avatarId }) => ({ avatarId }),
    answers: [401, 401, 404, 200, 403],
  },
  getOwnAvatar: { call: ({ userId }) => ({ userId }), answers: [401, 401, 403, 200, 200] },
  createAvatar: { call: ({ newAvatar }) => ({ body: newAvatar }), answers: [401, 401, 400, 200, 200] },
  updateAvatar: {
    call: ({ avatarId }) => ({ avatarId, body: { description: aName() } }),
    answers: [401, 401, 403, 200, 200],
  },
  getImpostorQueueStats: { answers: [401, 401, 200, 200, 200] },
  enqueueImpostor: { call: ({ builtAvatarId: avatarId }) => ({ avatarId }), answers: [401, 401, 403, 200, 200] },
  deleteImpostor: { call: ({ builtAvatarId: avatarId }) => ({ avatarId }), answers: [401, 401, 403, 200, 200] },
  deleteAvatar: { call: ({ goneAvatarId: avatarId }) => ({ avatarId }), answers: [401, 401, 403, 200, 200] },
} as const satisfies Record<string, RestAccess>
