import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const VIEWER_ID = graphql(`
  query ViewerId {
    viewer {
      id
      user {
        id
      }
    }
  }
`)

/** The id by which others know the person; undefined until it was read. The frame of the pages has mostly read it before. */
export const useViewerId = (): string | undefined => usePanel(VIEWER_ID, {}).data?.viewer?.user.id
