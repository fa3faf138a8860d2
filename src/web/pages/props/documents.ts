import { graphql } from '../../generated/index.ts'

/** The props that the viewer has made. */
export const OWN_PROPS = graphql(`
  fragment OwnProps on Viewer {
    id
    props(first: 24, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...PropCard
        }
      }
    }
  }
`)

export const OWN_PROP_LIST = graphql(`
  query OwnPropList($after: String) {
    viewer {
      ...OwnProps
    }
  }
`)

/** What the viewer makes, changes and deletes, on any device. */
export const OWN_PROP_CHANGES = graphql(`
  subscription OwnPropChanges($after: String, $initial: Boolean) {
    contentChanged(initial: $initial) {
      contentType
      deletedId
      prop {
        id
        ...PropCard
      }
      viewer {
        ...OwnProps
      }
    }
  }
`)
