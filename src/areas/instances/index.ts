import { instances } from '../../contract/instances.ts'
import { defineArea } from '../area.ts'
import { removeEmptyInstances, removeOccupantsOfClosedInstances } from './close.ts'
import { instanceClosed, instanceEvents } from './events.ts'
import { lockInstancesAt, removeOccupants } from './leave.ts'
import { removeOfflineOccupants } from './occupants.ts'
import { instancesRest } from './rest.ts'
import './graph/instance.ts'
import './graph/instanceLists.ts'
import './graph/instanceMutations.ts'
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
      await lockInstancesAt(tx, [...locations, ...occupied.map(({ location }) => location)])
      await removeOccupants(tx, { userIds: [userId] })
      await removeOccupants(tx, { locations })
      await tx.db.instance.deleteMany({ where: { location: { in: locations } } })
      await tx.db.recentLocation.deleteMany({ where: { userId } })
    },
  },
  frames: {
    events: [
      [instanceClosed, ({ ids }) => [{ type: 'instance-closed', content: { instanceLocation: ids?.location } }]],
    ],
  },
})
