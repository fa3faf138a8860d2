import { defineEvent } from '../../kernel/events.ts'

/** The number of people in an instance of a world has changed. The subject is the world. */
export const occupancyChanged = defineEvent<string>('occupancy.changed')

/** Instances of a world were created, closed or renamed, or the queue of one has changed. The subject is the world. */
export const instancesChanged = defineEvent<string>('instances.changed')

/** Instances of a group were created, closed or renamed, or people have entered or left them. The subject is the group. */
export const groupInstancesChanged = defineEvent<string>('groupInstances.changed')

/** An instance was closed. One event for each recipient, who is its subject. */
export const instanceClosed = defineEvent<string, { readonly location: string }>('instance.closed', 'subject')

/** A place in the queue of an instance. Positions count from 1; numbers are texts. */
type QueuePosition = { readonly location: string; readonly position: string; readonly queueSize: string }

/** A person waits for a place in an instance, who is the subject. */
export const queueJoined = defineEvent<string, QueuePosition>('instanceQueue.joined', 'subject')
/** The position of a person, or the number of those who wait, has changed. The person is the subject. */
export const queueMoved = defineEvent<string, QueuePosition>('instanceQueue.moved', 'subject')
/** A free place is kept for a person, who is the subject, until the time `expiry`. */
export const queueReady = defineEvent<string, { readonly location: string; readonly expiry: string }>(
  'instanceQueue.ready',
  'subject',
)
/** A person has entered, has left the queue or was taken out of it. The person is the subject. */
export const queueLeft = defineEvent<string, { readonly location: string }>('instanceQueue.left', 'subject')

export const instanceEvents = [
  occupancyChanged,
  instancesChanged,
  groupInstancesChanged,
  instanceClosed,
  queueJoined,
  queueMoved,
  queueReady,
  queueLeft,
]
