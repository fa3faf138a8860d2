import { instances } from '../../contract/instances.ts'
import { defineArea } from '../area.ts'
import { removeEmptyInstances, removeOccupantsOfClosedInstances } from './close.ts'
import { settleInstancesOfEvents } from './event/closingTimes.ts'
import { instanceEvents } from './events.ts'
import { instanceFrames } from './frames.ts'
import { closeInstancesOfDeletedGroups } from './group/closeAll.ts'
import { removePastKicks } from './group/moderation.ts'
import { putOutAll } from './group/putOut.ts'
import { lockInstancesAt, removeOccupants } from './leave.ts'
import { removeOfflineOccupants } from './occupants.ts'
import { settleAllQueues } from './queue/settle.ts'
import { instancesRest } from './rest.ts'
import './graph/instance.ts'
import './graph/groupInstances.ts'
import './graph/eventInstances.ts'
import './graph/groupMutations.ts'
import './graph/instanceLists.ts'
import './graph/instanceMutations.ts'
import './graph/queue.ts'
import './graph/whereabouts.ts'
import './graph/worldOccupancy.ts'

export const instancesArea = defineArea({
  tag: 'Instances',
  contract: instances,
  rest: instancesRest,
  events: instanceEvents,
  jobs: [
    { name: 'take-out-away', schedule: '* * * * *', run: removeOfflineOccupants },
    { name: 'empty-closed-instances', schedule: '* * * * *', run: removeOccupantsOfClosedInstances },
    { name: 'put-out-of-group-instances', schedule: '* * * * *', run: putOutAll },
    { name: 'close-instances-of-deleted-groups', schedule: '* * * * *', run: closeInstancesOfDeletedGroups },
    { name: 'settle-instances-of-events', schedule: '* * * * *', run: settleInstancesOfEvents },
    { name: 'settle-instance-queues', schedule: '* * * * *', run: settleAllQueues },
    { name: 'remove-past-kicks', schedule: '35 * * * *', run: removePastKicks },
    { name: 'remove-empty-instances', schedule: '25 * * * *', run: removeEmptyInstances },
  ],
  accountErasure: {
    place: 70,
    // Removes the occupants of the person's instances, too.
    async erase(tx, userId) {
      const own = await tx.db.instance.findMany({
        where: { OR: [{ creatorId: userId }, { ownerId: userId }] },
        select: { location: true },
      })
      const locations = own.map(({ location }) => location)
      const occupied = await tx.db.occupant.findMany({ where: { userId }, select: { location: true } })
      const queued = await tx.db.instanceQueueEntry.findMany({ where: { userId }, select: { location: true } })
      await lockInstancesAt(tx, [...locations, ...[...occupied, ...queued].map(({ location }) => location)])
      await removeOccupants(tx, { userIds: [userId] })
      await removeOccupants(tx, { locations })
      await tx.db.instance.deleteMany({ where: { location: { in: locations } } })
      await tx.db.recentLocation.deleteMany({ where: { userId } })
      await tx.db.instanceKick.deleteMany({ where: { userId } })
    },
  },
  frames: { events: instanceFrames },
})
