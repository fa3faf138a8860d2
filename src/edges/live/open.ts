import type { Outside } from '../../kernel/scope.ts'
import { openAudience } from './audience.ts'
import { openFeeds } from './feeds.ts'
import type { Live } from './live.ts'
import { openSessions } from './sessions.ts'
import { openSightings } from './sightings.ts'

/** Begins to hear what this node tells the people who are connected to it. One for a process. */
export function openLive(outside: Outside): Live {
  const audience = openAudience(outside)
  const feeds = openFeeds(outside)
  const sessions = openSessions(outside)
  return {
    audience,
    sightings: openSightings(outside),
    feeds,
    sessions,
    close() {
      audience.close()
      feeds.close()
      sessions.close()
    },
  }
}
