import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import type { NotificationType as Type } from '../types.ts'

const TYPES = {
  AVATAR_REVIEW_FAILURE: { value: 'avatarreview.failure', description: 'The review of an avatar has failed.' },
  AVATAR_REVIEW_SUCCESS: { value: 'avatarreview.success', description: 'The review of an avatar has succeeded.' },
  BADGE_EARNED: { value: 'badge.earned', description: 'The viewer was awarded a badge.' },
  BOOP: { value: 'boop', description: 'A friend has sent a boop.' },
  ECONOMY_ALERT: { value: 'economy.alert', description: 'A notice about the balance or a purchase.' },
  ECONOMY_RECEIVED_GIFT: { value: 'economy.received.gift', description: 'The viewer has received a gift.' },
  EVENT_ANNOUNCEMENT: { value: 'event.announcement', description: 'An announcement of an event.' },
  FRIEND_REQUEST: { value: 'friendRequest', description: 'A person has sent a friend request.' },
  GROUP_ANNOUNCEMENT: { value: 'group.announcement', description: 'An announcement of a group.' },
  GROUP_EVENT_CREATED: { value: 'group.event.created', description: 'A group has created an event.' },
  GROUP_EVENT_STARTING: { value: 'group.event.starting', description: 'An event of a group is about to start.' },
  GROUP_INFORMATIVE: { value: 'group.informative', description: 'A notice about a group.' },
  GROUP_INVITE: { value: 'group.invite', description: 'An invite to join a group.' },
  GROUP_JOIN_REQUEST: { value: 'group.joinRequest', description: 'A person has asked to join a group.' },
  GROUP_POST: { value: 'group.post', description: 'A new post of a group.' },
  GROUP_TRANSFER: { value: 'group.transfer', description: 'The ownership of a group is offered or has changed.' },
  INVITE: { value: 'invite', description: 'An invite to an instance.' },
  INVITE_CONTENT_GATED: {
    value: 'invite.instance.contentGated',
    description: 'An invite to an instance whose content the viewer has filtered out.',
  },
  INVITE_RESPONSE: { value: 'inviteResponse', description: 'A response to an invite that the viewer has sent.' },
  MESSAGE: { value: 'message', description: 'A message of the platform.' },
  MODERATION_CONTENT_RESTRICTION: {
    value: 'moderation.contentrestriction',
    description: 'Content of the viewer was restricted.',
  },
  MODERATION_GROUP_WARNING: { value: 'moderation.warning.group', description: 'A warning about a group.' },
  MODERATION_NOTICE: { value: 'moderation.notice', description: 'A notice of the staff.' },
  MODERATION_REPORT_CLOSED: {
    value: 'moderation.report.closed',
    description: 'A report that the viewer has submitted was closed.',
  },
  PROMO_REDEEM: { value: 'promo.redeem', description: 'A promotion to redeem.' },
  REQUEST_INVITE: { value: 'requestInvite', description: 'A friend asks for an invite.' },
  REQUEST_INVITE_RESPONSE: {
    value: 'requestInviteResponse',
    description: 'A response to a request for an invite that the viewer has sent.',
  },
  SUBSCRIPTION_GIFT: { value: 'vrcplus.gift', description: 'A subscription as a gift.' },
  TEXT_ADVENTURE: { value: 'text.adventure', description: 'A part of a text adventure.' },
  VOTE_TO_KICK: { value: 'votetokick', description: 'A vote on removing a person from an instance.' },
} as const

export const NotificationType = builder.enumType('NotificationType', {
  description: 'Type of a notification.',
  values: TYPES,
})

const knownTypes = new Map<string, Type>(Object.values(TYPES).map(({ value }) => [value, value]))

/** The type of a stored notification. */
export function notificationTypeOf(type: string): Type {
  const known = knownTypes.get(type)
  if (!known) throw new Error(`'${type}' is no type of notifications`)
  return known
}

export const NotificationCategory = enumOf(
  'NotificationCategory',
  'Subject by which clients group notifications.',
  {
    event: 'Events.',
    'social.group': 'Groups.',
    social: 'Friends.',
  },
  { 'social.group': 'GROUP' },
)

const CATEGORIES = ['event', 'social', 'social.group'] as const

/** The category of a stored notification; null for none. */
export const notificationCategoryOf = (category: string) => CATEGORIES.find((known) => known === category) ?? null

export const NotificationResponseType = enumOf('NotificationResponseType', 'What a response to a notification does.', {
  accept: 'Accepts what is offered.',
  block: 'Refuses what is offered, now and in future.',
  boop: 'Sends a boop to the sender.',
  decline: 'Declines what is offered.',
  delete: 'Dismisses the notification.',
  unsubscribe: 'Stops further notifications from the same source.',
})

export const RESPONSE_TYPES = ['accept', 'block', 'boop', 'decline', 'delete', 'unsubscribe'] as const

export const NotificationResponseIcon = enumOf('NotificationResponseIcon', 'Icon of a response.', {
  ban: 'A sign of prohibition.',
  bell: 'A bell.',
  'bell-slash': 'A bell that is crossed out.',
  cancel: 'A cross.',
  check: 'A check mark.',
})

export const RESPONSE_ICONS = ['ban', 'bell', 'bell-slash', 'cancel', 'check'] as const
