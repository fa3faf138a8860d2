import type { Frame } from '../../contract/shapes/frame.ts'
import type { Announcement } from '../../kernel/events.ts'

/** What the legacy websocket tells somebody who is in an instance that was closed, or has made it. */
export const instanceClosedFrame = ({ ids }: Announcement): Frame => ({
  type: 'instance-closed',
  content: { instanceLocation: ids?.location },
})
