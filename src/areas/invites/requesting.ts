import type { UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import type { Taken } from '../files/pictures.ts'
import type { SignedNotification } from '../notifications/hot.ts'
import { saidBy } from './messages.ts'
import { keepPhoto, shapePhoto } from './photos.ts'
import { holdReceiver, REQUESTS, send } from './sending.ts'

/** What a request for an invite says. */
export interface NewRequest {
  /** Of the own `request` collection. */
  readonly requestSlot?: number | undefined
  /** By which the viewer would come; the one that was last used, where nothing is said. */
  readonly platform?: string | undefined
}

/**
 * Asks a friend for an invite to where the friend is, and says by which platform the viewer would come. Throws `missing`
 * for nobody, `forbidden` for whoever is no friend, `exhausted` after 60 in a minute; with a photo as uploadImage.
 */
export async function requestInvite(
  scope: SignedScope,
  userId: UserId,
  { requestSlot, platform }: NewRequest,
  taken?: Taken,
): Promise<SignedNotification> {
  const { id } = scope.viewer
  await scope.limits.take(REQUESTS, id)
  const photo = await shapePhoto(scope, taken)
  return transact(scope, async (open) => {
    const ownName = await holdReceiver(open, userId)
    const message = await saidBy(open, 'request', requestSlot)
    const photographed = await keepPhoto(open, 'requestInvite', photo)
    const { lastPlatform } = await open.db.user.findUniqueOrThrow({ where: { id }, select: { lastPlatform: true } })
    const details = {
      platform: platform ?? lastPlatform,
      ...(message !== undefined && { requestMessage: message }),
      ...photographed,
    }
    return send(open, ownName, {
      type: 'requestInvite',
      receiverId: userId,
      message: message ?? '',
      details,
      ...photographed,
    })
  })
}
