import { INCOMING_REQUESTS } from '../../components/people/relation.ts'
import type { IncomingRequestsFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { feedPosition, useLive, usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'

const INCOMING = graphql(`
  query PeopleIncomingRequests($more: String) {
    viewer {
      notificationFeedCursor
      notificationFeedSequence
      ...IncomingRequests
    }
  }
`)

const CHANGES = graphql(`
  subscription PeopleIncomingChanges($after: String, $more: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      viewer {
        ...IncomingRequests
      }
    }
  }
`)

interface IncomingRequests {
  readonly requests: IncomingRequestsFragment['incomingFriendRequests'] | undefined
  readonly refusal: Refusal | null
  readonly reload: () => void
  readonly loadMore: (after: string) => Promise<void>
}

/** The friend requests that wait for the viewer. A request comes, and goes, with its notification. */
export function useIncomingRequests(): IncomingRequests {
  const { data, refusal, reload, fetchMore } = usePanel(INCOMING, {})
  useLive(CHANGES, feedPosition(data?.viewer))
  const requests = getFragmentData(INCOMING_REQUESTS, data?.viewer)?.incomingFriendRequests
  return { requests, refusal, reload, loadMore: (more) => fetchMore({ more }) }
}
