import type { Group, GroupDelivery } from '../../../generated/prisma/client.ts'
import { isId, siblingId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { RECEIVER } from '../../notifications/feed/queries.ts'
import { groupDraft, groupResponse } from '../notifications.ts'
import {
  type AreaDeliveries,
  cancelDeliveries,
  type DeliveryDraft,
  deliverUnfinished,
  type SentDelivery,
  storeDelivery,
} from './deliveries.ts'
import { readSubscribers } from './queries.ts'

/** What a delivery sends, as its row has it. */
interface StoredContent {
  readonly title: string
  readonly message: string
  /** Roles whose holders are notified; empty for all members. */
  readonly roleIds: readonly string[]
  readonly authorId: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function storedContent({ content }: Pick<GroupDelivery, 'content'>): StoredContent {
  const fields: Readonly<Record<string, unknown>> = { ...Object(content) }
  const { title, message, roleIds, authorId } = fields
  return {
    title: textOf(title),
    message: textOf(message),
    roleIds: Array.isArray(roleIds) ? roleIds.map(textOf) : [],
    authorId: textOf(authorId),
  }
}

/**
 * The next subscribed members who can see an announcement or post, beside its author, in the order of their ids. Nobody
 * in a group that is deleted or hidden. One statement.
 */
async function readAudience(
  { sql }: InTransaction,
  { group, cursor, ...delivery }: SentDelivery,
  limit: number,
): Promise<string[]> {
  if (group.deletedAt !== null || group.hiddenAt !== null) return []
  const { roleIds, authorId } = storedContent(delivery)
  return readSubscribers({ sql }, { groupId: group.id, roleIds: [...roleIds], authorId, cursor }, limit)
}

/** Announcements and posts of a group that notify members. */
export const NOTIFICATION_LIMIT: RateLimit = { name: 'group-notification', points: 10, window: 24 * 60 * 60 }

/** What members are notified of: an announcement or a post. */
interface DeliveredContent extends StoredContent {
  /** Id of the announcement or post. */
  readonly id: string
}

const MAX_MESSAGE_LENGTH = 500
const TYPE = 'group.announcement'

/** The notification of an announcement or a post. */
const draftOf = async (scope: Scope, { group, ...delivery }: SentDelivery): Promise<DeliveryDraft> => {
  const { title, message } = storedContent(delivery)
  const { sourceId } = delivery
  return {
    ...groupDraft(scope, group),
    type: TYPE,
    senderId: null,
    title,
    message,
    // Posts are stored under ids of notifications, which the graph shows with a prefix of their own.
    subjectId: isId('notification', sourceId) ? siblingId('groupPost', sourceId) : sourceId,
    facts: { groupName: group.name, written: 'all' },
    responses: [
      groupResponse('delete', 'OK', ''),
      groupResponse('unsubscribe', 'Unsubscribe', `${group.id},${RECEIVER}`),
    ],
  }
}

/** Deliveries of announcements and posts. */
export const ANNOUNCEMENT_DELIVERIES: AreaDeliveries = {
  job: 'deliver-group-notifications',
  kinds: { announcement: { readAudience, draftOf } },
}

/** Stores that members are to be notified; `runDeliveries` begins with it after the commit. Returns the delivery's id. */
export function requestDelivery(
  tx: Scope & InTransaction,
  { id: groupId }: Group,
  { id: sourceId, ...content }: DeliveredContent,
): Promise<string> {
  const message = [...content.message].slice(0, MAX_MESSAGE_LENGTH).join('')
  const stored = { ...content, roleIds: [...content.roleIds], message }
  return storeDelivery(tx, { groupId, sourceId, audience: 'announcement', notificationType: TYPE, content: stored })
}

/**
 * Stops the delivery of an announcement or post that is deleted, and stores that copies which were not seen are to be
 * removed. Returns the ids of deliveries to run after the commit: none if nobody was notified.
 */
export const cancelDelivery = (tx: Scope & InTransaction, sourceId: string): Promise<string[]> =>
  cancelDeliveries(tx, [sourceId], [TYPE])

/** Runs unfinished deliveries of announcements and posts. */
export const deliverGroupNotifications = (scope: Scope): Promise<void> =>
  deliverUnfinished(scope, ANNOUNCEMENT_DELIVERIES)
