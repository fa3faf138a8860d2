import type { Group, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, HOUR } from '../../../kernel/clock.ts'
import { invalid, userNotFound } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import { type Location, ownerGroupId } from '../../../kernel/location.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { appendGroupAudit, type GroupAuditEvent, readNames } from '../../groups/auditLog/entries.ts'
import { type GroupAct, groupAct } from '../../groups/groupAct.ts'
import { readRank } from '../../groups/membership/membership.ts'
import { groupDraft, groupResponse } from '../../groups/notifications.ts'
import { assertOutranks } from '../../groups/policy.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { removeOccupants } from '../leave.ts'
import { instanceNotFound } from '../policy.ts'

/** How long a person who was removed from an instance can't enter it. */
const KICK_TIME = HOUR
const WARN_LIMIT: RateLimit = { name: 'group-instance-warning', points: 60, window: 60 * 60 }

/** A moderator's act upon a person who is in an instance of the group, or in its queue. */
interface Moderation {
  readonly act: 'kickFromGroupInstance' | 'warnInGroupInstance'
  readonly noun: 'kick' | 'warn'
}

/** The group of an instance. Throws `missing` for an instance of people. */
function groupIdOf(place: Location) {
  const groupId = ownerGroupId(place)
  if (groupId === null) throw instanceNotFound()
  return groupId
}

/** Throws `missing` for a location that nobody has made. */
async function assertCreated({ db }: InTransaction, { location }: Location): Promise<void> {
  if ((await db.instance.count({ where: { location } })) === 0) throw instanceNotFound()
}

async function moderate(
  scope: ViewerScope,
  { place, userId, act, noun }: Moderation & { readonly place: Location; readonly userId: UserId },
  work: (tx: ViewerScope & InTransaction, group: Group) => Promise<unknown>,
): Promise<void> {
  const groupId = groupIdOf(place)
  const options = { act, groupId, needs: 'group-instance-moderate', people: [userId], details: { userId } } as const
  await groupAct(scope, options, async ({ tx, access }) => {
    await assertModeratable({ tx, access }, place, userId)
    await work(tx, access.group)
    const nameOf = await readNames(tx, [tx.viewer.id, userId])
    await appendGroupAudit(tx, {
      groupId,
      eventType: `group.instance.${noun}`,
      targetId: userId,
      description: `${nameOf(tx.viewer.id)} has issued an instance ${noun} for ${nameOf(userId)}.`,
      data: { location: place.location },
    })
  })
}

/** Throws `missing` unless the person is in the instance or its queue, `forbidden` unless they are below the viewer's rank. */
async function assertModeratable({ tx, access }: GroupAct, place: Location, userId: UserId): Promise<void> {
  const { location } = place
  await assertCreated(tx, place)
  const where = { userId, location }
  const inside = await tx.db.occupant.count({ where })
  const queued = await tx.db.instanceQueueEntry.count({ where })
  if (inside + queued === 0) throw userNotFound(userId)
  assertOutranks(access, await readRank(tx, access.group.id, userId))
}

/**
 * Removes a person from an instance of a group, which they can't enter again for an hour. Throws `missing` for an unknown
 * instance and for who is not there, `forbidden` without the permission or the rank.
 */
export const kickFromGroupInstance = (scope: ViewerScope, place: Location, userId: UserId): Promise<void> =>
  moderate(scope, { place, userId, act: 'kickFromGroupInstance', noun: 'kick' }, async (tx) => {
    const { location } = place
    const until = addMilliseconds(tx.now, KICK_TIME)
    await tx.db.instanceKick.upsert({
      where: { location_userId: { location, userId } },
      create: { location, userId, until },
      update: { until },
    })
    await removeOccupants(tx, { userIds: [userId], locations: [location] })
  })

/**
 * Warns a person in an instance of a group by a notification. Throws `missing` for an unknown instance and for who is not
 * there, `forbidden` without the permission or the rank, `exhausted` after 60 an hour.
 */
export async function warnInGroupInstance(scope: ViewerScope, place: Location, userId: UserId): Promise<void> {
  groupIdOf(place)
  await scope.limits.take(WARN_LIMIT, scope.viewer.id)
  await moderate(scope, { place, userId, act: 'warnInGroupInstance', noun: 'warn' }, async (tx, group) => {
    const draft = {
      ...groupDraft(tx, group),
      type: 'moderation.warning.group',
      receiverId: trusted<'user'>(userId),
      senderId: null,
      message: `A moderator of ${group.name} has warned you about your behaviour in an instance of the group.`,
      responses: [groupResponse('delete', 'Dismiss', group.id)],
    } as const
    await sendNotifications(tx, [draft])
  })
}

interface InstanceAnnouncement {
  readonly title: string
  readonly message: string
}

const ANNOUNCEMENT_LIMIT: RateLimit = { name: 'group-instance-announcement', points: 30, window: 60 * 60 }
const MAX_TITLE_LENGTH = 200
const MAX_MESSAGE_LENGTH = 500

function assertText(field: string, text: string, max: number): void {
  const message = `${field} must have 1 to ${max} characters`
  if (isBlank(text)) throw invalid(field, message, { reason: 'too_short', min: 1, max })
  if (characterCount(text) > max) throw invalid(field, message, { reason: 'too_long', min: 1, max })
}

/** The rules for what is given of an announcement in an instance. */
export const instanceAnnouncementRules = ({ title, message }: Partial<InstanceAnnouncement>): InputRule[] => [
  () => title !== undefined && assertText('title', title, MAX_TITLE_LENGTH),
  () => message !== undefined && assertText('message', message, MAX_MESSAGE_LENGTH),
]

/**
 * Sends an announcement to everybody in an instance of a group, as a notification. Throws `missing` for an unknown
 * instance, `forbidden` without the permission, `invalid` for empty and too long texts, `exhausted` after 30 an hour.
 */
export const announceInGroupInstance = (
  scope: ViewerScope,
  place: Location,
  announcement: InstanceAnnouncement,
): Promise<void> =>
  tellingAllFaults(
    () => instanceAnnouncementRules(announcement),
    async () => {
      const groupId = groupIdOf(place)
      await scope.limits.take(ANNOUNCEMENT_LIMIT, scope.viewer.id)
      const needs = 'group-instance-announcement-create'
      await groupAct(scope, { act: 'announceInGroupInstance', groupId, needs }, (act) =>
        announceInAct(act, place, announcement),
      )
    },
  )

async function announceInAct(act: GroupAct, place: Location, announcement: InstanceAnnouncement): Promise<void> {
  const { tx, access } = act
  const { location } = place
  await assertCreated(tx, place)
  for (const rule of instanceAnnouncementRules(announcement)) await rule()
  const { title, message } = announcement
  const occupants = await tx.db.occupant.findMany({ where: { location }, select: { userId: true } })
  const drafts = occupants.map(({ userId }) => ({
    ...groupDraft(tx, access.group),
    type: 'group.informative' as const,
    receiverId: trusted<'user'>(userId),
    senderId: null,
    title,
    message,
    facts: { groupName: access.group.name, occasion: 'instance_announcement' as const, written: 'all' as const },
    responses: [groupResponse('delete', 'Dismiss', access.group.id)],
  }))
  if (drafts.length > 0) await sendNotifications(tx, drafts)
  const nameOf = await readNames(tx, [tx.viewer.id])
  await appendGroupAudit(tx, {
    groupId: access.group.id,
    eventType: 'group.instance.announcement',
    targetId: location,
    description: `${nameOf(tx.viewer.id)} has issued an instance announcement.`,
    data: { title, message },
  })
}

interface InstanceAuditEntry {
  readonly eventType: Extract<GroupAuditEvent, `group.instance.${string}`>
  readonly verb: string
  readonly data?: Prisma.JsonObject
}

/** Appends an act upon an instance of a group to the audit log of the group; those upon instances of people have no entry. */
export async function appendInstanceAudit(
  tx: ViewerScope & InTransaction,
  place: Location,
  { eventType, verb, data = {} }: InstanceAuditEntry,
): Promise<void> {
  const groupId = ownerGroupId(place)
  if (groupId === null) return
  const nameOf = await readNames(tx, [tx.viewer.id])
  await appendGroupAudit(tx, {
    groupId,
    eventType,
    targetId: place.location,
    description: `Group ${place.groupAccessType ?? 'members'} instance ${verb} by ${nameOf(tx.viewer.id)}.`,
    data,
  })
}
