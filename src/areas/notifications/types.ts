/** The types that the legacy generation shows. Both generations read one store. */
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

/** The types that the second generation shows; boops are in both. */
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

/** What admins may tell many people: boops come from friends, with what they show. */
export const TOLD_TYPES = V2_TYPES.filter((type) => type !== 'boop')

export type LegacyType = (typeof LEGACY_TYPES)[number]
export type V2Type = (typeof V2_TYPES)[number]
export type ToldType = (typeof TOLD_TYPES)[number]
export type NotificationType = LegacyType | V2Type

const legacy: ReadonlySet<string> = new Set(LEGACY_TYPES)
const second: ReadonlySet<string> = new Set(V2_TYPES)

/** Whether the legacy generation shows notifications of this type. */
export const isLegacyType = (type: string) => legacy.has(type)
/** Whether the second generation shows notifications of this type. */
export const isV2Type = (type: string) => second.has(type)
