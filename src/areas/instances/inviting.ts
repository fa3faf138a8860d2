import type { Notification } from '../../generated/prisma/client.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Location } from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { notify } from '../notifications/notifying.ts'
import { readableByIds } from '../worlds/worlds.ts'
import { mayEnter, noSuchInstance, tiesToOne } from './policy.ts'

const INVITES: Limit = { name: 'invite-myself', points: 60, window: 60 }

/** An invite that was sent, with who has sent it. */
export interface SentInvite {
  readonly invite: Notification
  readonly senderName: string
}

/**
 * Sends the viewer an invite to an instance that the viewer may enter: that is how clients open it elsewhere. It lets
 * nobody in anywhere. Throws `missing` for where the viewer may not go, `exhausted` after 60 in a minute.
 */
export async function inviteMyselfTo(scope: SignedScope, place: Location | null): Promise<SentInvite> {
  const [world] = place ? await readableByIds(scope, [place.worldId]) : []
  if (!place || !world || world.deletedAt) throw noSuchInstance()
  await scope.limits.take(INVITES, scope.viewer.id)
  return transact(scope, async (open) => {
    if (!mayEnter(open, place, await tiesToOne(open, place))) throw noSuchInstance()
    return sendInvite(open, { worldId: place.location, worldName: world.name })
  })
}

async function sendInvite(open: SignedScope & Open, details: { worldId: string; worldName: string }) {
  const { id } = open.viewer
  const [invite] = await notify(open, [{ type: 'invite', receiverId: id, senderId: id, details }])
  if (!invite) throw new Error('an invite was not written')
  const { displayName } = await open.db.user.findUniqueOrThrow({ where: { id }, select: { displayName: true } })
  return { invite, senderName: displayName }
}
