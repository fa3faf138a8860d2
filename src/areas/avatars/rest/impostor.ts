import type { impostorRows } from '../../../contract/avatars.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { deleteImpostor, enqueueImpostor } from '../impostor/queue.ts'
import { estimateImpostorSeconds } from '../impostor/stats.ts'
import { impostorJobWire } from '../wire.ts'

export const impostorRest: Handlers<typeof impostorRows, ScopeByAccess> = {
  getImpostorQueueStats: async (scope) => ({ estimatedServiceDurationSeconds: await estimateImpostorSeconds(scope) }),
  enqueueImpostor: async (scope, { avatarId }) => impostorJobWire(await enqueueImpostor(scope, avatarId)),
  deleteImpostor: (scope, { avatarId }) => deleteImpostor(scope, avatarId),
}
