import './graph/instance.ts'
import './graph/instanceChange.ts'
import './graph/groupInstances.ts'
import './graph/instanceLists.ts'
import './graph/groupMutations.ts'
import './graph/instanceMutations.ts'
import './graph/queue.ts'
import './graph/whereabouts.ts'
import './graph/worldOccupancy.ts'
import { instances } from '../../contract/instances.ts'
import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { DomainEvent } from '../../kernel/events.ts'
import { defineArea } from '../area.ts'
import {
  closeInstancesOfDeletedGroups,
  removeEmptyInstances,
  removeOccupantsOfClosedInstances,
  settleInstancesOfEvents,
} from './close.ts'
import { instanceClosed, instanceEvents, queueJoined, queueLeft, queueMoved, queueReady } from './events.ts'
import { deletePastKicks } from './group/queries.ts'
import { putOutAll, removeOccupants } from './leave.ts'
import { lockInstancesAt } from './locks.ts'
import { removeOfflineOccupants } from './occupants.ts'
import { personalData } from './personalData.ts'
import { settleAllQueues } from './queue/queue.ts'
import { instancesRest } from './rest.ts'

const positionFrame =
  (type: 'instance-queue-joined' | 'instance-queue-position') =>
  ({ ids }: DomainEvent): Frame[] => [
    {
      type,
      content: {
        instanceLocation: ids?.location,
        position: Number(ids?.position),
        queueSize: Number(ids?.queueSize),
      },
    },
  ]

const locationFrame =
  (type: 'instance-closed' | 'instance-queue-left') =>
  ({ ids }: DomainEvent): Frame[] => [{ type, content: { instanceLocation: ids?.location } }]

/** Legacy websocket frames of instances and their queues. */
const instanceFrames = [
  [instanceClosed, locationFrame('instance-closed')],
  [queueJoined, positionFrame('instance-queue-joined')],
  [queueMoved, positionFrame('instance-queue-position')],
  [
    queueReady,
    ({ ids }: DomainEvent): Frame[] => [
      { type: 'instance-queue-ready', content: { instanceLocation: ids?.location, expiry: ids?.expiry } },
    ],
  ],
  [queueLeft, locationFrame('instance-queue-left')],
] as const

export const instancesArea = defineArea({
  tag: 'Instances',
  contract: instances,
  rest: instancesRest,
  personalData,
  events: instanceEvents,
  jobs: [
    { name: 'take-out-away', schedule: '* * * * *', run: removeOfflineOccupants },
    { name: 'empty-closed-instances', schedule: '* * * * *', run: removeOccupantsOfClosedInstances },
    { name: 'put-out-of-group-instances', schedule: '* * * * *', run: putOutAll },
    { name: 'close-instances-of-deleted-groups', schedule: '* * * * *', run: closeInstancesOfDeletedGroups },
    { name: 'settle-instances-of-events', schedule: '* * * * *', run: settleInstancesOfEvents },
    { name: 'settle-instance-queues', schedule: '* * * * *', run: settleAllQueues },
    { name: 'remove-past-kicks', schedule: '35 * * * *', run: deletePastKicks },
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
