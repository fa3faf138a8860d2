import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Location } from '../../kernel/location.ts'
import type { NotificationDraft } from '../notifications/send.ts'
import type { WorldRow } from '../worlds/queries.ts'

/** Expired invites are not shown and give no access to an instance. */
const INVITE_LIFETIME = DAY

/** An instance to which somebody is invited. */
export interface InviteTarget {
  readonly place: Location
  readonly world: WorldRow
}

/** What the sender adds to an invite or a request for one. */
interface Enclosure {
  readonly receiverId: UserId
  /** Undefined for none. */
  readonly text: string | undefined
  readonly imageUrl?: string
}

/** A notification without its sender, who is the viewer: an invite, a request for one, or a response to either. */
export type InviteDraft = Omit<NotificationDraft, 'senderId'> & { readonly message: string }

const withExpiry = <D extends object>(now: Date, draft: D) => ({
  ...draft,
  expiresAt: addMilliseconds(now, INVITE_LIFETIME),
})

/** Clients read the whole location from `worldId`. */
const placeDetails = ({ place, world }: InviteTarget) => ({ worldId: place.location, worldName: world.name })

export function inviteDraft(now: Date, target: InviteTarget, { receiverId, text, ...image }: Enclosure): InviteDraft {
  const details = { ...placeDetails(target), ...(text !== undefined && { inviteMessage: text }), ...image }
  return withExpiry(now, { type: 'invite', receiverId, message: text ?? '', details, ...image })
}

export function requestDraft(now: Date, platform: string, { receiverId, text, ...image }: Enclosure): InviteDraft {
  const details = { platform, ...(text !== undefined && { requestMessage: text }), ...image }
  return withExpiry(now, { type: 'requestInvite', receiverId, message: text ?? '', details, ...image })
}

/** A response to an invite, or to a request for one. */
interface InviteResponse {
  readonly type: 'invite' | 'requestInvite'
  readonly id: string
  readonly text: string
}

/** Clients read the message of a response to a request from either field. */
export function responseDraft(
  now: Date,
  { type, id, text }: InviteResponse,
  { receiverId, ...image }: Omit<Enclosure, 'text'>,
): InviteDraft {
  const reply = { inResponseTo: id, responseMessage: text, ...image }
  return withExpiry(now, {
    ...(type === 'invite'
      ? ({ type: 'inviteResponse', details: reply } as const)
      : ({ type: 'requestInviteResponse', details: { ...reply, requestMessage: text } } as const)),
    receiverId,
    message: text,
    relatedNotificationsId: id,
    ...image,
  })
}
