import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { DomainEvent } from '../../kernel/events.ts'
import { instanceClosed, queueJoined, queueLeft, queueMoved, queueReady } from './events.ts'

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
export const instanceFrames = [
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
