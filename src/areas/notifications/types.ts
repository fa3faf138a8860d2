import { ID_PREFIXES, siblingId } from '../../kernel/ids.ts'

/** Types of notifications that legacy clients show. */
export const LEGACY_TYPES = [
  'boop',
  'friendRequest',
  'invite',
  'inviteResponse',
  'message',
  'requestInvite',
  'requestInviteResponse',
  'votetokick',
] as const

/** Types of notifications that clients of version 2 show; boops are in both lists. */
export const V2_TYPES = [
  'avatarreview.failure',
  'avatarreview.success',
  'badge.earned',
  'boop',
  'economy.alert',
  'economy.received.gift',
  'event.announcement',
  'group.announcement',
  'group.event.created',
  'group.event.starting',
  'group.informative',
  'group.invite',
  'group.joinRequest',
  'group.post',
  'group.transfer',
  'invite.instance.contentGated',
  'moderation.contentrestriction',
  'moderation.notice',
  'moderation.report.closed',
  'moderation.warning.group',
  'promo.redeem',
  'text.adventure',
  'vrcplus.gift',
] as const

/** Types that admins can broadcast: boops are sent by friends only. */
export const BROADCAST_TYPES = V2_TYPES.filter((type) => type !== 'boop')

type LegacyType = (typeof LEGACY_TYPES)[number]
type V2Type = (typeof V2_TYPES)[number]
export type BroadcastType = (typeof BROADCAST_TYPES)[number]
export type NotificationType = LegacyType | V2Type

const legacyTypes: ReadonlySet<string> = new Set(LEGACY_TYPES)
const v2Types: ReadonlySet<string> = new Set(V2_TYPES)
export const isLegacyType = (type: string) => legacyTypes.has(type)
export const isV2Type = (type: string) => v2Types.has(type)

/**
 * The id of a notification in the graph, where an id has one type: always with the prefix `not_`. A friend request is
 * stored with the prefix `frq_`, which names the request there.
 */
export const graphNotificationId = (id: string): string =>
  id.startsWith(FRIEND_REQUEST) ? siblingId('notification', id) : id

const FRIEND_REQUEST = `${ID_PREFIXES.friendRequest}_`

/** The ids under which a notification with this id may be stored. */
export const storedNotificationIds = (id: string): string[] => [
  siblingId('notification', id),
  siblingId('friendRequest', id),
]
