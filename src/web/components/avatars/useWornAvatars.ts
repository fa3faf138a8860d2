import type { WornAvatarsFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

/** What the viewer looks like. */
const WORN_AVATARS = graphql(`
  fragment WornAvatars on Viewer {
    id
    currentAvatar {
      id
      name
      thumbnailUrl
    }
    fallbackAvatar {
      id
      name
      thumbnailUrl
    }
  }
`)

const WORN = graphql(`
  query ViewerWornAvatars {
    viewer {
      id
      ...WornAvatars
    }
  }
`)

const CHANGES = graphql(`
  subscription ViewerWornAvatarChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      id
      ...WornAvatars
    }
  }
`)

/** What the viewer wears, and what others see who cannot show that, kept up to date; null until it was read. */
export function useWornAvatars(): WornAvatarsFragment | null {
  useLive(CHANGES, {})
  const { data } = usePanel(WORN, {})
  return getFragmentData(WORN_AVATARS, data?.viewer) ?? null
}
