import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { createRowLoader } from '../../../kernel/records.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccesses } from '../../groups/access.ts'
import { loadFollowing } from '../follow/queries.ts'
import { canSeeEvent } from '../policy.ts'

type SeenColumns = Pick<CalendarEvent, 'id' | 'groupId' | 'isDraft' | 'accessType' | 'roleIds' | 'deletedAt'>

/** What decides who sees an event, also a deleted one. Calls of one turn of the event loop share a statement. */
const loadSeenColumns = createRowLoader<SeenColumns>(({ db }, ids) =>
  db.calendarEvent.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, groupId: true, isDraft: true, accessType: true, roleIds: true, deletedAt: true },
  }),
)

interface ToldChange {
  readonly eventId: string
  readonly isDeletion: boolean
  /** Whether it is told to members of the group alone. */
  readonly isForMembers: boolean
}

/**
 * Whether the viewer is to be told of a change of an event: those who see it, or who would still see it had it not been
 * deleted. Two statements, which subscribers share.
 */
export async function seesChange(
  scope: ViewerScope,
  { eventId, isDeletion, isForMembers }: ToldChange,
): Promise<boolean> {
  const event = await loadSeenColumns(scope, eventId)
  if (!event || (event.deletedAt !== null && !isDeletion)) return false
  const [access] = await readGroupAccesses(scope, [event.groupId])
  if (!access || (isForMembers && access.status !== 'member')) return false
  return canSeeEvent(access, event)
}

/**
 * Whether the viewer follows an event, by itself or by its series `headId`, or, of a series, one of its dates, and does not
 * mute it.
 */
export const isFollowing = async (
  scope: ViewerScope,
  { eventId, headId }: { readonly eventId: string; readonly headId: string },
): Promise<boolean> => (await loadFollowing(scope, `${scope.viewer.id} ${eventId} ${headId}`)) !== null
