import { invalid } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { Location } from '../../../kernel/location.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'
import { appendGroupAudit, readNames } from '../../groups/auditLog/entries.ts'
import { type GroupAct, groupAct } from '../../groups/groupAct.ts'
import { groupDraft, groupResponse } from '../../groups/notifications.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { assertCreated, groupIdOf } from './moderation.ts'

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
