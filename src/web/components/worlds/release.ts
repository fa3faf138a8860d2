import type { WorldStatus } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'

export const WORLD_RELEASE = graphql(`
  fragment WorldRelease on World {
    id
    releaseStatus
    tags
    labsPublishedAt
    publishedAt
    viewerCanPublish
    packages {
      id
    }
  }
`)

interface Release {
  readonly releaseStatus: WorldStatus
  readonly tags: readonly string[]
  readonly packages: readonly unknown[]
}

/** How far a world of the viewer's has come. */
export type ReleaseState = 'DRAFT' | 'PRIVATE' | 'LABS' | 'PUBLIC' | 'HIDDEN'

export function releaseStateOf({ releaseStatus, tags, packages }: Release): ReleaseState {
  if (releaseStatus === 'PUBLIC') return tags.includes('system_labs') ? 'LABS' : 'PUBLIC'
  return releaseStatus === 'PRIVATE' && packages.length === 0 ? 'DRAFT' : releaseStatus
}
