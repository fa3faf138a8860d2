import { type Id, siblingId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
import { appendToFeeds } from '../notifications/feed/queries.ts'
import { sentInvites } from './policy.ts'

/**
 * Takes back an invite that the viewer has sent, a request for one or a response: its notification is deleted, and with it
 * the right to enter that an invite gives. Returns whether it was taken back: nothing happens to one that is gone, as after
 * its answer, or that somebody else has sent.
 */
export const withdrawInvite = (scope: ViewerScope, sentInviteId: Id<'sentInvite'>): Promise<boolean> =>
  transact(scope, async (tx) => {
    const where = { id: siblingId('notification', sentInviteId), ...sentInvites(tx) }
    const sent = await tx.db.notification.findFirst({ where })
    const { count } = await tx.db.notification.deleteMany({ where })
    if (!sent || count === 0) return false
    const { id, type, receiverId: targetId, hiddenAt } = sent
    if (hiddenAt === null) await appendToFeeds(tx, [{ userId: targetId, kind: 'deleted', type, notificationIds: [id] }])
    tx.emit(ownListChanged(tx.viewer.id, { list: 'invites', targetId, sentInviteId }))
    return true
  })
