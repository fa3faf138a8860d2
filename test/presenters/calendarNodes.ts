import { newId } from '../../src/kernel/ids.ts'
import type { PrepareNode } from './graphNode.ts'
import { aFullGroup } from './groupRows.ts'
import { flagCombinations, moment } from './records.ts'

export const calendarNodes: Readonly<Record<string, PrepareNode>> = {
  async *CalendarEvent(app, owner) {
    const group = await aFullGroup(app)
    for (const flags of flagCombinations('featured', 'isDraft', 'usesInstanceOverflow', 'isException')) {
      const row = await app.scope().db.calendarEvent.create({
        data: {
          ...{ id: newId('calendarEvent', app.clock.now()), groupId: group.id, authorId: owner.id, kind: 'single' },
          ...{ title: 'Title of an event', description: 'Description of an event', searchKey: 'key', tags: ['a tag'] },
          ...{ category: 'film_media', accessType: 'group', languages: ['eng'], platforms: ['standalonewindows'] },
          ...{ imageId: group.row.iconId, interestCount: 41, hostEarlyJoinMinutes: 43, guestEarlyJoinMinutes: 44 },
          ...{ closeInstanceAfterEndMinutes: 45, originalStartsAt: moment(5), startsAt: moment(1), endsAt: moment(2) },
          ...{ createdAt: moment(3), updatedAt: moment(4), ...flags },
        },
      })
      yield { id: row.id, row }
    }
  },
}
