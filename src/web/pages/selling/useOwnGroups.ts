import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const OWN_GROUPS = graphql(`
  query SellingGroups {
    viewer {
      id
      user {
        id
      }
      groups(first: 100) {
        edges {
          cursor
          node {
            id
            name
            storeId
            owner {
              id
            }
          }
        }
      }
    }
  }
`)

/** The groups of which the person is the owner. */
export function useOwnGroups() {
  const { data, refusal, reload } = usePanel(OWN_GROUPS, {})
  const { groups, user } = data?.viewer ?? {}
  const own = groups?.edges.map(({ node }) => node).filter(({ owner }) => owner?.id === user?.id) ?? []
  return { groups: own, refusal, reload }
}
